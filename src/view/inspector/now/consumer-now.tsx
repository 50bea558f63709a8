/** A consumer at the cursor: what it stores, what it reads and how far, and its windows. */
import { msToUs } from '../../../lib/time.ts';
import { consumerStateTable } from '../../../protocol/register/consumer/states.ts';
import { lagOf, positionOf } from '../../../trace/consumption.ts';
import { circumstancesOf, timingInForce, warningsOf, windowsOf } from '../../../trace/timing.ts';
import { hasPatterns } from '../../../trace/world.ts';
import type { ConsumerWorld, ProcessWorld, World } from '../../../trace/world.ts';
import { activeRun } from '../../../store/playground.ts';
import { ms } from '../../amounts.ts';
import { usePlayground, usePlaygroundStore } from '../../context.tsx';
import { subscriptionWords } from '../../subscription-words.ts';
import { isOut } from '../../../trace/members.ts';
import { Facts } from '../facts.tsx';
import { Breakable } from '../../words/breakable.tsx';
import { Part } from '../part.tsx';
import { RuleTag } from '../rule-tag.tsx';
import { holdingRows } from './holdings.ts';
import { useSteadyTime } from './use-steady-time.ts';
import { onDemand } from '../../on-demand.tsx';
import { waiting } from '../part.tsx';

const Matching = onDemand(async () => (await import('./matching.tsx')).Matching, waiting);

interface ConsumerNowProps {
  readonly world: World;
  readonly process: ProcessWorld;
  readonly consumer: ConsumerWorld;
}

export function ConsumerNow({ world, process, consumer }: ConsumerNowProps) {
  const isFrozen = process.status === 'frozen';
  const { state, stateReason, member, generation, failure } = consumer;
  const group = world.groups.get(consumer.group);
  return (
    <>
      <p className="hint">
        {consumerStateTable[state].behaviour}
        {isFrozen ? ' Frozen, it does none of that.' : ''}
      </p>
      {isOut(consumer, group) ? (
        <p className="bad">The group has removed this member; Why tells when, and for what.</p>
      ) : null}
      {failure ? (
        <p className="bad">
          <Breakable text={`${failure.error}: ${failure.text}`} />
        </p>
      ) : null}
      <Facts
        rows={[
          { name: 'state', value: `${state} (${stateReason})` },
          ...holdingRows(group, process),
          { name: 'group', value: consumer.group },
          { name: 'id', value: member ?? 'none yet' },
          { name: 'generation', value: generationWords(generation, group?.generation ?? null) },
          { name: 'subscribes to', value: subscriptionWords(consumer) },
        ]}
      />
      {hasPatterns(consumer) ? (
        <Part>
          <Matching consumer={consumer} there={[...world.topics.keys()]} />
        </Part>
      ) : null}
      <Held world={world} consumer={consumer} isFrozen={isFrozen} />
    </>
  );
}

/** Stale must look stale. */
function generationWords(own: number, recorded: number | null): string {
  if (own < 0) return 'none yet';
  if (recorded === null || recorded === own) return String(own);
  return `${own}, the record has ${recorded}`;
}

interface HeldProps {
  readonly world: World;
  readonly consumer: ConsumerWorld;
  readonly isFrozen: boolean;
}

/**
 * [OFF-2] What it holds, how far it has read it, and how far that is committed. Of one that is out of
 * the group the last two are left out: they are those of whoever owns it now.
 */
function Held({ world, consumer, isFrozen }: HeldProps) {
  const store = usePlaygroundStore();
  const atUs = useSteadyTime();
  const group = world.groups.get(consumer.group);
  const held = [...consumer.held];
  if (held.length === 0) return null;
  const its = isOut(consumer, group) ? undefined : group;
  return (
    <table className="members">
      <caption>{isFrozen || consumer.state === 'Down' ? 'Believes that it owns' : 'Reads'}</caption>
      <thead>
        <tr>
          <th scope="col">partition</th>
          <th scope="col">position</th>
          {its ? <th scope="col">committed</th> : null}
          {its ? <th scope="col">lag</th> : null}
        </tr>
      </thead>
      <tbody>
        {held.map(([key, { topic, partition }]) => (
          <tr key={key}>
            <td>
              <button
                type="button"
                className="plain link"
                onClick={() => store.getState().select({ kind: 'partition', topic, partition })}
              >
                {topic} {partition}
              </button>
            </td>
            <td className="mono">{positionOf(world, consumer, key, atUs)}</td>
            {its ? <td className="mono">{its.committed.get(key) ?? '–'}</td> : null}
            {its ? <td className="mono">{lagOf(world, its, { topic, partition }, atUs)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** [CFG-1] What follows from its settings, and what does not go together. */
export function ConsumerWindows({ world, consumer }: { world: World; consumer: ConsumerWorld }) {
  const scenario = usePlayground((state) => activeRun(state).experiment.scenario);
  const inForce = timingInForce(consumer, scenario);
  const windows = windowsOf(inForce);
  const version = scenario.wireVersion === 0 ? ' (version 0: S)' : '';
  return (
    <section aria-label="Timing">
      <h3>Timing</h3>
      <Facts
        rows={[
          { name: 'S session timeout', value: ms(msToUs(consumer.sessionTimeoutMs)) },
          { name: 'F heartbeat frequency', value: String(consumer.heartbeatFrequency) },
          {
            name: 'T failed heartbeat threshold',
            value: String(consumer.failedHeartbeatThreshold),
          },
          { name: 'heartbeat interval S / F', value: ms(windows.heartbeatIntervalUs) },
          { name: `dead after T · S / F${version}`, value: ms(windows.deadAfterUs) },
          { name: 'coordinator failed after S', value: ms(windows.coordinatorFailedUs) },
        ]}
      />
      {warningsOf(inForce, circumstancesOf(scenario, world, consumer.group)).map(
        ({ id, sentence, rule }) => (
          <p key={id} className="warn">
            {sentence} <RuleTag rule={rule} />
          </p>
        ),
      )}
    </section>
  );
}
