/** What a consumer that is down begins with when it starts: commands since have changed that. Pure. */
import type { Experiment } from '../../trace/experiment.ts';
import type { ConsumerWorld, ProcessWorld } from '../../trace/world.ts';

type Settings = Pick<
  ConsumerWorld,
  | 'sessionTimeoutMs'
  | 'heartbeatFrequency'
  | 'failedHeartbeatThreshold'
  | 'recordsPerSecond'
  | 'topics'
  | 'allow'
  | 'deny'
>;

export function isDown({ status }: ProcessWorld): boolean {
  return status === 'crashed' || status === 'stopped';
}

/** The settings in force, or of one that is down those of its next life; null: it is no consumer. */
export function plannedAt(
  { commands }: Experiment,
  process: ProcessWorld,
  atMs: number,
): Settings | null {
  const { name, consumer, statusSinceUs } = process;
  if (!consumer || !isDown(process)) return consumer;
  let planned: Settings = consumer;
  for (const command of commands) {
    if (command.atMs > atMs || command.atMs * 1000 < statusSinceUs) continue;
    if (command.do === 'subscribe' && command.target === name) {
      const { topics = [], allow = [], deny = [] } = { ...command } as Partial<Settings>;
      planned = { ...planned, topics, allow, deny };
    }
    if (command.do !== 'configure' || 'network' in command) continue;
    const isMeant = 'group' in command ? command.group === consumer.group : command.target === name;
    if (isMeant) planned = { ...planned, ...command.settings };
  }
  return planned;
}
