/** Latency and transport timeout of the whole network. */
import { activeRun } from '../../store/playground.ts';
import type { CommandAction, MsRange } from '../../trace/experiment.ts';
import { usePlayground, useWorld } from '../context.tsx';
import { Field } from '../field.tsx';
import { errorAt } from '../typed.ts';
import { Consequences } from './consequences.tsx';
import { networkConsequences } from './network-consequences.ts';
import { latencyOf, networkDraft } from './network-draft.ts';
import type { NetworkTexts } from './network-draft.ts';
import { networkAt } from './network.ts';
import type { Network } from './network.ts';
import { SettingsForm } from './settings-form.tsx';
import { useTyped } from './use-typed.ts';

const fields = [
  { name: 'least', label: 'one-way latency, least' },
  { name: 'most', label: 'one-way latency, most' },
  { name: 'timeout', label: 'transport timeout' },
] as const;

export function NetworkForm() {
  const text = usePlayground((state) => {
    return JSON.stringify(networkAt(activeRun(state).experiment, state.cursor.atUs / 1000));
  });
  const { latencyMs, transportTimeoutMs } = JSON.parse(text) as Network;
  const inForce: NetworkTexts = {
    least: String(latencyMs[0]),
    most: String(latencyMs[1]),
    timeout: String(transportTimeoutMs),
  };
  const [typed, type] = useTyped('network', inForce);
  const { action, errors } = networkDraft(typed, inForce);
  return (
    <SettingsForm
      label="Network"
      action={action}
      isWrong={errors.length > 0}
      consequence="Every link takes the latency at once, but those that were slowed by themselves keep their own; what is under way keeps its time. A connection that is cut for longer than the transport timeout, or whose peer has lost power, is closed after it (LINK-1)."
    >
      {fields.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          unit="ms"
          value={typed[name]}
          error={errorAt(errors, name)}
          onChange={(value) => type({ ...typed, [name]: value })}
        />
      ))}
      {errors.length > 0 ? null : <Latency latencyMs={latencyOf(typed, inForce)} action={action} />}
    </SettingsForm>
  );
}

interface LatencyProps {
  readonly latencyMs: MsRange;
  readonly action: CommandAction | null;
}

function Latency({ latencyMs, action }: LatencyProps) {
  const world = useWorld();
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  return <Consequences {...networkConsequences(world, scenario, latencyMs)} action={action} />;
}
