/** S, F and T of a consumer or a group, what follows from them, and what does not go together. */
import { useState } from 'react';
import { assignors } from '../../protocol/assignors/index.ts';
import type { GroupTiming } from '../../protocol/settings.ts';
import { activeRun } from '../../store/playground.ts';
import { circumstancesOf, warningsOf, windowsOf } from '../../trace/timing.ts';
import { usePlayground, useWorld } from '../context.tsx';
import { Field } from '../field.tsx';
import { errorAt, numberOr } from '../typed.ts';
import { RuleTag } from '../inspector/rule-tag.tsx';
import { Apply } from './apply.tsx';
import { changedFields, draftOf } from './draft.ts';
import { isDown } from './planned.ts';
import { usePlanned } from './use-planned.ts';
import type { Draft, Typed } from './draft.ts';

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
      key={JSON.stringify([name, inForce])}
      inForce={inForce}
      group={process.consumer.group}
      what={{ target: name }}
    >
      {isDown(process)
        ? `${name} is down: it has them when it starts.`
        : `${name} restarts with them: it comes back without its id, as a new consumer (REG-6).`}
    </TimingFields>
  );
}

export function GroupForm({ group: id }: { group: string }) {
  const group = useWorld().groups.get(id);
  if (!group) return null;
  // Each consumer has its own pace: the field is empty until one is set for all.
  const inForce = { ...timingTexts(group), strategy: group.strategy, recordsPerSecond: '' };
  return (
    <TimingFields
      key={JSON.stringify([id, inForce])}
      inForce={inForce}
      group={id}
      what={{ group: id }}
    >
      {`Every consumer of ${id} that is up restarts with them, others have them when they start. A new strategy needs an empty group: all stop first.`}
    </TimingFields>
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
  readonly inForce: Typed;
  readonly group: string;
  /** Whose settings they are, as the command names it. */
  readonly what: object;
  readonly children: string;
}

function TimingFields({ inForce, group, what, children }: TimingFieldsProps) {
  const [typed, type] = useState(inForce);
  const { action, errors }: Draft = draftOf(what, changedFields(typed, inForce));
  const { strategy } = typed;
  return (
    <section aria-label="Timing">
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
        <div className="field">
          <label htmlFor="strategy">strategy</label>
          <select
            id="strategy"
            value={strategy}
            onChange={(event) => type({ ...typed, strategy: event.target.value })}
          >
            {[...assignors.keys()].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
      )}
      <Consequences timing={timingOf(typed)} group={group} />
      <Apply action={action}>{children}</Apply>
    </section>
  );
}

/** What was typed, where all three are counts that a broker could be told. */
function timingOf(typed: Typed): GroupTiming | null {
  const [S, F, T] = ['sessionTimeoutMs', 'heartbeatFrequency', 'failedHeartbeatThreshold'].map(
    (name) => numberOr(typed[name] ?? ''),
  );
  if (!isCount(S) || !isCount(F) || !isCount(T)) return null;
  return { sessionTimeoutMs: S, heartbeatFrequency: F, failedHeartbeatThreshold: T };
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0;
}

const ms = (us: number) => `${Number((us / 1000).toFixed(3))} ms`;

/** [CFG-1] [CFG-2] [CFG-3] */
function Consequences({ timing, group }: { timing: GroupTiming | null; group: string }) {
  const world = useWorld();
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  if (!timing) return null;
  const { heartbeatIntervalUs, deadAfterUs, coordinatorFailedUs } = windowsOf(timing);
  const warnings = warningsOf(timing, circumstancesOf(scenario, world, group));
  return (
    <>
      <dl className="consequences">
        <div>
          <dt>heartbeat interval S / F</dt>
          <dd>{ms(heartbeatIntervalUs)}</dd>
        </div>
        <div>
          <dt>coordinator&rsquo;s window T · S / F</dt>
          <dd>{ms(deadAfterUs)}</dd>
        </div>
        <div>
          <dt>consumer&rsquo;s window S</dt>
          <dd>{ms(coordinatorFailedUs)}</dd>
        </div>
      </dl>
      <div aria-live="polite">
        {warnings.map(({ id, rule, sentence }) => (
          <p key={id} className="warn warning">
            {sentence} <RuleTag rule={rule} />
          </p>
        ))}
      </div>
    </>
  );
}
