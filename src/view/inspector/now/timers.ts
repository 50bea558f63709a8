/** What each timer of a process is for, in words. Pure. */
import type { RuleId } from '../../../protocol/rules.ts';
import type { ProcessRole } from '../../../protocol/step.ts';
import type { TimerWorld } from '../../../trace/world.ts';

/** By role and timer; `subject` is what it is about. */
const words: Readonly<Record<ProcessRole, Readonly<Record<string, (subject: string) => string>>>> =
  {
    consumer: {
      heartbeat: () => 'next heartbeat',
      'coordinator-failed': (coordinator) => `gives up ${coordinator || 'its coordinator'}`,
      registration: () => 'gives up waiting to be registered',
      request: () => 'gives up waiting for an answer',
      backoff: () => 'asks the next broker',
      'metadata-refresh': () => 'asks for all topics again',
      commit: () => 'next commit',
    },
    broker: {
      'dead-after': (subject) => `declares ${afterSlash(subject)} dead`,
      'session-ping': () => 'pings ZooKeeper',
      lease: () => 'looks whether its lease is over',
      request: (peer) => `gives up waiting for ${peer || 'an answer'}`,
      reconnect: (peer) => `connects to ${peer || 'ZooKeeper'} again`,
      registration: (path) => `tries again to make ${path}`,
      placement: () => 'holds the first elections, whoever is there',
      'update-metadata': (broker) => `sends the map to ${broker} again`,
      backoff: () => 'tries again',
    },
    zookeeper: {
      session: (session) => `session ${session} expires`,
    },
  };

/** The subject of a broker's timer about a member is `<group>/<member>`. */
function afterSlash(subject: string): string {
  return subject.slice(subject.indexOf('/') + 1);
}

/** [HB-3] It is started by another rule than the one by which it ends. */
export function timerRule(timer: string, startedBy: readonly RuleId[]): RuleId | null {
  return timer === 'dead-after' ? 'HB-3' : (startedBy[0] ?? null);
}

/** What happens when it is over. */
export function timerWords(
  role: ProcessRole,
  { timer, subject }: Pick<TimerWorld, 'timer' | 'subject'>,
): string {
  return words[role][timer]?.(subject) ?? `${timer} ${subject}`.trim();
}
