/** Latency and transport timeout of the whole network. */
import { useState } from 'react';
import { activeRun } from '../../store/playground.ts';
import type { Experiment } from '../../trace/experiment.ts';
import { usePlayground } from '../context.tsx';
import { Field, errorAt, numberOr } from '../field.tsx';
import { Apply } from './apply.tsx';
import { draftOf } from './draft.ts';

interface Network {
  readonly latencyMs: readonly [number, number];
  readonly transportTimeoutMs: number;
}

/** As the scenario has it, with what was changed up to `atMs`. */
export function networkAt({ scenario, commands }: Experiment, atMs: number): Network {
  let now: Network = scenario.network;
  for (const command of commands) {
    if (command.atMs > atMs || command.do !== 'configure' || !('network' in command)) continue;
    now = { ...now, ...command.settings };
  }
  return now;
}

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
        error={errorAt(errors, 'settings.latencyMs')}
        {...field('most')}
      />
      <Field
        label="transport timeout"
        unit="ms"
        error={errorAt(errors, 'settings.transportTimeoutMs')}
        {...field('timeout')}
      />
      <Apply action={action}>
        Every link takes it at once; what is under way keeps its time. Links that were slowed are as
        the others again.
      </Apply>
    </section>
  );
}
