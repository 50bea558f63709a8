/** Hand-made traces for the tests of what depends on the order of events. They need not be complete. */
import type { NewEvent } from './events.ts';
import { Trace } from './trace.ts';

/** Appends events by name, so that a test can say which one another is because of. */
export class Story {
  readonly trace = new Trace();
  readonly #named = new Map<string, number>();

  /** Appends; a name given to `cause` stands for that event's number. */
  tell(name: string, event: object, cause: string | null = null): this {
    const seq = cause === null ? null : this.seqOf(cause);
    const common = { atUs: this.trace.length, cause: seq, rules: [] };
    this.#named.set(name, this.trace.append({ ...common, ...event } as unknown as NewEvent));
    return this;
  }

  seqOf(name: string): number {
    const seq = this.#named.get(name);
    if (seq === undefined) throw new Error(`nothing is named ${name}`);
    return seq;
  }

  /** The name of the event that the named one is because of. */
  becauseOf(name: string): string | null {
    const because = this.trace.because(this.seqOf(name));
    return because === null ? null : this.nameOf(because);
  }

  nameOf(seq: number): string {
    return [...this.#named].find(([, other]) => other === seq)?.[0] ?? `event ${seq}`;
  }
}

export const [c1, b1, zoo] = [
  { process: 'c-1' },
  { process: 'broker-1' },
  { process: 'zookeeper' },
] as const;
const timing = { sessionTimeoutMs: 3000, heartbeatFrequency: 3, failedHeartbeatThreshold: 3 };
export const started = { kind: 'process-started', host: 'h', incarnation: 1, slot: 0 };
const group = {
  kind: 'group-configured',
  group: 'g',
  protocol: 'register',
  ...timing,
  strategy: 'range',
};
export const deadAfter = { ...b1, timer: 'dead-after', subject: 'g/m-1', deadlineUs: 0 };
export const failed = { ...c1, timer: 'coordinator-failed', subject: '', deadlineUs: 0 };
export const link = {
  kind: 'link-changed',
  peers: ['broker-1', 'c-1'],
  latencyMs: [5, 15],
  cut: false,
};
export const rebalance = { ...b1, group: 'g', rebalance: 1, generation: 0, reason: '' };
export const registration = {
  ...b1,
  kind: 'message-delivered',
  from: 'c-1',
  api: 'RegisterConsumer',
  direction: 'request',
};

/** A group with one member, whose heartbeat has just restarted both timers. */
export function quietGroup(own: object = {}): Story {
  return new Story()
    .tell('zookeeper starts', { ...zoo, ...started, role: 'zookeeper' })
    .tell('broker starts', { ...b1, ...started, role: 'broker' })
    .tell('group', group)
    .tell('link', link)
    .tell('c-1 starts', {
      ...c1,
      ...started,
      role: 'consumer',
      group: 'g',
      topics: ['t'],
      ...timing,
      ...own,
    })
    .tell('member', {
      ...b1,
      kind: 'member-added',
      group: 'g',
      member: 'm-1',
      consumer: 'c-1',
      topics: ['t'],
      ...timing,
    })
    .tell('heartbeat', {
      ...b1,
      kind: 'message-delivered',
      message: 1,
      from: 'c-1',
      api: 'Heartbeat',
      direction: 'request',
    })
    .tell('dead-after', { ...deadAfter, kind: 'timer-started' }, 'heartbeat')
    .tell('answer', {
      ...c1,
      kind: 'message-delivered',
      message: 2,
      from: 'broker-1',
      api: 'Heartbeat',
      direction: 'response',
    })
    .tell('coordinator-failed', { ...failed, kind: 'timer-started' }, 'answer');
}

export const frozen = { kind: 'process-frozen', reason: 'freeze' };
export const thawed = { kind: 'process-thawed', reason: 'thaw' };
export const crashed = { kind: 'process-crashed', reason: 'kill' };
