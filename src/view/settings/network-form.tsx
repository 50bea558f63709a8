/** Latency and transport timeout of the whole network. */
import { useState } from 'react';
import { activeRun } from '../../store/playground.ts';
import { usePlayground } from '../context.tsx';
import { Field } from '../field.tsx';
import { errorAt, numberOr } from '../typed.ts';
import { Apply } from './apply.tsx';
import { draftOf } from './draft.ts';
import { networkAt } from './network.ts';
import type { Network } from './network.ts';

export function NetworkForm() {
  const network = usePlayground((state) => {
    return JSON.stringify(networkAt(activeRun(state).experiment, state.cursor.atUs / 1000));
  });
  return <NetworkFields key={network} network={JSON.parse(network) as Network} />;
}

function NetworkFields({ network: { latencyMs, transportTimeoutMs } }: { network: Network }) {
  const inForce = {
    least: String(latencyMs[0]),
    most: String(latencyMs[1]),
    timeout: String(transportTimeoutMs),
  };
  const [typed, type] = useState(inForce);
  const settings: Record<string, unknown> = {};
  if (typed.least !== inForce.least || typed.most !== inForce.most) {
    settings['latencyMs'] = [numberOr(typed.least), numberOr(typed.most)];
  }
  if (typed.timeout !== inForce.timeout) settings['transportTimeoutMs'] = numberOr(typed.timeout);
  const { action, errors } = draftOf({ network: true }, settings);
  const field = (name: keyof typeof inForce) => ({
    value: typed[name],
    onChange: (value: string) => type({ ...typed, [name]: value }),
  });
  return (
    <section aria-label="Network">
      <Field label="one-way latency, least" unit="ms" error={undefined} {...field('least')} />
      <Field
        label="one-way latency, most"
        unit="ms"
        error={latencyError(typed, errorAt(errors, 'settings.latencyMs'))}
        {...field('most')}
      />
      <Field
        label="transport timeout"
        unit="ms"
        error={errorAt(errors, 'settings.transportTimeoutMs')}
        {...field('timeout')}
      />
      <Apply action={action}>
        Every link takes it at once, but those that were slowed by themselves keep their own
        latency; what is under way keeps its time.
      </Apply>
    </section>
  );
}

/** The schema sees a pair; which of the two numbers is wrong is seen beside them. */
function latencyError(
  { least, most }: { readonly least: string; readonly most: string },
  error: string | undefined,
): string | undefined {
  if (error !== undefined && Number(least) > Number(most)) {
    return `must be at least ${least}, the least`;
  }
  return error?.replace(/, not a list$/, `, not ${least} and ${most}`);
}
