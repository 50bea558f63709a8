/** Commands on the link between two processes. */
import { msToUs } from '../../lib/time.ts';
import { linkOf, stateLink } from '../kernel.ts';
import type { Kernel } from '../kernel.ts';
import { cutLink, restoreLink } from '../links.ts';
import { directionOf } from '../parcels.ts';
import { nothing } from './plan.ts';
import type { Plan, Planners } from './plan.ts';
import { resolve } from './targets.ts';

type Verb = 'cut-link' | 'restore-link' | 'slow-link' | 'corrupt-message';

export const linkPlanners: Planners<Verb> = {
  'cut-link': (kernel, { target }) =>
    onLink(kernel, target, (a, b) => ({
      applies: !linkOf(kernel, a, b).cut,
      run: (cause) => cutLink(kernel, a, b, cause),
    })),
  'restore-link': (kernel, { target }) =>
    onLink(kernel, target, (a, b) => ({
      applies: linkOf(kernel, a, b).cut,
      run: (cause) => restoreLink(kernel, a, b, cause),
    })),
  'slow-link': (kernel, { target, latencyMs }) =>
    onLink(kernel, target, (a, b) => ({
      applies: true,
      run: (cause) => {
        const link = linkOf(kernel, a, b);
        link.latencyUs = [msToUs(latencyMs[0]), msToUs(latencyMs[1])];
        // One that has the network's latency again goes along with it.
        const { defaultLatencyUs } = kernel.state;
        link.hasOwnLatency = link.latencyUs.some((us, end) => us !== defaultLatencyUs[end]);
        stateLink(kernel, link, cause);
      },
    })),
  'corrupt-message': (kernel, { target }) =>
    onLink(kernel, target, (from, to) => ({
      applies: true,
      run: (cause) => {
        const link = linkOf(kernel, from, to);
        link.corrupt[directionOf(link, from)] = cause;
      },
    })),
};

function onLink(
  kernel: Kernel,
  target: readonly [string, string],
  plan: (a: string, b: string) => { applies: boolean; run: (cause: number) => void },
): Plan {
  const a = resolve(kernel, target[0]);
  const b = resolve(kernel, target[1]);
  if (a === null || b === null || a === b) return nothing;
  const { applies, run } = plan(a, b);
  if (!applies) return nothing;
  return {
    targets: [a, b],
    run: (cause) => {
      run(cause);
      return [];
    },
  };
}
