/** S, F and T of a consumer or a group, what follows from them, and what does not go together. */
import { useId } from 'react';
import { assignors } from '../../protocol/assignors/index.ts';
import type { GroupTiming } from '../../protocol/settings.ts';
import { useWorld } from '../context.tsx';
import { Field } from '../field.tsx';
import { errorAt, numberOr } from '../typed.ts';
import { changedFields, draftOf } from './draft.ts';
import type { Draft, Typed } from './draft.ts';
import { isDown } from './planned.ts';
import { SettingsForm } from './settings-form.tsx';
import { TimingConsequences } from './timing-consequences.tsx';
import { usePlanned } from './use-planned.ts';
import { useTyped } from './use-typed.ts';

interface FieldName {
  readonly name: keyof GroupTiming | 'recordsPerSecond';
  readonly label: string;
  readonly unit: string;
}

const fields: readonly FieldName[] = [
  { name: 'sessionTimeoutMs', label: 'session timeout S', unit: 'ms' },
  { name: 'heartbeatFrequency', label: 'heartbeat frequency F', unit: 'per S' },
  { name: 'failedHeartbeatThreshold', label: 'failed heartbeat threshold T', unit: 'count' },
  { name: 'recordsPerSecond', label: 'reads at most', unit: 'per s' },
];

export function ConsumerForm({ name }: { name: string }) {
  const process = useWorld().processes.get(name);
  const planned = usePlanned(process);
  if (!process?.consumer || !planned) return null;
  const inForce = {
    ...timingTexts(planned),
    recordsPerSecond: String(planned.recordsPerSecond),
  };
  return (
    <TimingFields
      whose={name}
      inForce={inForce}
      group={process.consumer.group}
      what={{ target: name }}
      consequence={
        isDown(process)
          ? `${name} is down: it has them when it starts.`
          : `${name} restarts with them: it comes back without its id, as a new consumer (REG-6).`
      }
    />
  );
}

export function GroupForm({ group: id }: { group: string }) {
  const group = useWorld().groups.get(id);
  if (!group) return null;
  // Each consumer has its own pace: the field is empty until one is set for all.
  const inForce = { ...timingTexts(group), strategy: group.strategy, recordsPerSecond: '' };
  return (
    <TimingFields
      whose={`group ${id}`}
      inForce={inForce}
      group={id}
      what={{ group: id }}
      consequence={`Every consumer of ${id} that is up restarts with them, others have them when they start. A new strategy needs an empty group: all stop first.`}
    />
  );
}

function timingTexts(timing: GroupTiming): Typed {
  return {
    sessionTimeoutMs: String(timing.sessionTimeoutMs),
    heartbeatFrequency: String(timing.heartbeatFrequency),
    failedHeartbeatThreshold: String(timing.failedHeartbeatThreshold),
  };
}

interface TimingFieldsProps {
  /** Tells the fields of one from those of another. */
  readonly whose: string;
  readonly inForce: Typed;
  readonly group: string;
  /** Whose settings they are, as the command names it. */
  readonly what: object;
  readonly consequence: string;
}

function TimingFields({ whose, inForce, group, what, consequence }: TimingFieldsProps) {
  const [typed, type] = useTyped(whose, inForce);
  const { action, errors }: Draft = draftOf(what, changedFields(typed, inForce));
  const { strategy } = typed;
  return (
    <SettingsForm
      label="Timing"
      action={action}
      isWrong={errors.length > 0}
      consequence={consequence}
    >
      {fields.map(({ name, label, unit }) => (
        <Field
          key={name}
          label={label}
          unit={unit}
          value={typed[name] ?? ''}
          error={errorAt(errors, `settings.${name}`)}
          onChange={(value) => type({ ...typed, [name]: value })}
        />
      ))}
      {strategy === undefined ? null : (
        <StrategyChoice
          strategy={strategy}
          choose={(chosen) => type({ ...typed, strategy: chosen })}
        />
      )}
      <TimingConsequences timing={timingOf(typed, inForce)} group={group} action={action} />
    </SettingsForm>
  );
}

interface StrategyChoiceProps {
  readonly strategy: string;
  readonly choose: (strategy: string) => void;
}

function StrategyChoice({ strategy, choose }: StrategyChoiceProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>strategy</label>
      <select id={id} value={strategy} onChange={(event) => choose(event.target.value)}>
        {[...assignors.keys()].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** What would be in force, where all three are counts; a field that is left empty stays as it is. */
function timingOf(typed: Typed, inForce: Typed): GroupTiming | null {
  const [S, F, T] = (
    ['sessionTimeoutMs', 'heartbeatFrequency', 'failedHeartbeatThreshold'] as const
  ).map((name) => numberOr(typed[name]?.trim() || (inForce[name] ?? '')));
  if (!isCount(S) || !isCount(F) || !isCount(T)) return null;
  return { sessionTimeoutMs: S, heartbeatFrequency: F, failedHeartbeatThreshold: T };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}
