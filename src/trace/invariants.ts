/**
 * The invariants OWN-1 to OWN-4, watched over the events alone: a checker sees what a reader of the
 * trace sees, and nothing of the protocol's insides. (OWN-5, liveness, is a matter of a whole run.)
 */
import type { Assignment } from '../protocol/facts.ts';
import type { RuleId } from '../protocol/rules.ts';
import type { EventKind, EventOf, TraceEvent } from './events.ts';

export interface Violation {
  readonly rule: RuleId;
  readonly seq: number;
  readonly atUs: number;
  readonly text: string;
}

/** A group's record in ZooKeeper from event `seq` on. */
interface RecordSince {
  readonly seq: number;
  readonly generation: number;
  readonly assignment: Assignment;
  readonly members: ReadonlySet<string>;
}

interface Watched {
  readonly topics: Map<string, number>;
  /** Process -> what it subscribes to; `group/member` -> what it did when it became a member. */
  readonly subscriptions: Map<string, readonly string[]>;
  readonly zookeepers: Set<string>;
  /** Group -> its records, oldest first; only the last few matter. */
  readonly records: Map<string, RecordSince[]>;
  /** Answer of ZooKeeper under way -> the event of its sending. */
  readonly answers: Map<number, number>;
  /** Delivery of such an answer -> the event of its sending. */
  readonly delivered: Map<number, number>;
}

/** Finds what is wrong about an event, or nothing. */
type Check<K extends EventKind> = (watched: Watched, event: EventOf<K>) => Found | undefined;

interface Found {
  readonly rule: RuleId;
  readonly text: string;
}

export interface Invariants {
  /** To be called with every event, in order; the first violation that it brings, or null. */
  readonly check: (event: TraceEvent) => Violation | null;
}

/** Answers of which the delivery is not yet checked; older ones were lost. */
const answersKept = 4096;
const recordsKept = 64;

const checks: { readonly [K in EventKind]?: Check<K> } = {
  'topic-changed': (watched, event) => {
    watched.topics.set(event.topic, event.partitions);
    return undefined;
  },
  'process-started': (watched, event) => {
    const process = event.process ?? '';
    if (event.role === 'zookeeper') watched.zookeepers.add(process);
    if (event.topics) watched.subscriptions.set(process, event.topics);
    return undefined;
  },
  'subscription-changed': (watched, event) => {
    watched.subscriptions.set(event.process ?? '', event.topics ?? []);
    return undefined;
  },
  'member-added': (watched, event) => {
    watched.subscriptions.set(`${event.group}/${event.member}`, event.topics);
    return undefined;
  },
  'message-sent': (watched, event) => {
    if (!watched.zookeepers.has(event.process ?? '')) return undefined;
    watched.answers.set(event.message, event.seq);
    if (watched.answers.size > answersKept) dropOldest(watched.answers);
    return undefined;
  },
  'message-delivered': (watched, event) => {
    const sent = watched.answers.get(event.message);
    if (sent === undefined) return undefined;
    watched.answers.delete(event.message);
    watched.delivered.set(event.seq, sent);
    if (watched.delivered.size > answersKept) dropOldest(watched.delivered);
    return undefined;
  },
  'metadata-written': checkRecord,
  'rebalance-completed': checkCompletion,
  'offset-committed': checkCommit,
};

function dropOldest(map: Map<number, number>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

/** [OWN-2] [OWN-3] A record never goes back, and one generation is never given out twice. */
function checkRecord(watched: Watched, event: EventOf<'metadata-written'>): Found | undefined {
  const { group, generation, assignment } = event;
  if (group === undefined || generation === undefined || !assignment) return undefined;
  const records = watched.records.get(group) ?? [];
  const last = records.at(-1);
  const members = new Set(assignment.map(({ member }) => member));
  records.push({ seq: event.seq, generation, assignment, members });
  if (records.length > recordsKept) records.shift();
  watched.records.set(group, records);
  if (last && generation < last.generation) {
    const text = `generation of ${group} goes from ${last.generation} back to ${generation}`;
    return { rule: 'OWN-3', text };
  }
  if (last && generation === last.generation && !sameAssignment(last.assignment, assignment)) {
    return { rule: 'OWN-2', text: `generation ${generation} of ${group} is given out twice` };
  }
  const twice = ownedTwice(assignment);
  if (twice === null) return undefined;
  return { rule: 'OWN-2', text: `${twice} has two owners in generation ${generation} of ${group}` };
}

function sameAssignment(a: Assignment, b: Assignment): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function ownedTwice(assignment: Assignment): string | null {
  const seen = new Set<string>();
  for (const { partitions } of assignment) {
    for (const { topic, partitions: numbers } of partitions) {
      for (const number of numbers) {
        const key = `${topic} ${number}`;
        if (seen.has(key)) return key;
        seen.add(key);
      }
    }
  }
  return null;
}

/** [OWN-1] Every partition of a subscribed topic has an owner, and one that subscribes to it. */
function checkCompletion(
  watched: Watched,
  event: EventOf<'rebalance-completed'>,
): Found | undefined {
  const { group, assignment, generation } = event;
  const wanted = new Set<string>();
  const owned = new Set<string>();
  for (const { member, consumer, partitions } of assignment) {
    const topics = subscriptionOf(watched, group, member, consumer);
    for (const topic of topics) wanted.add(topic);
    for (const { topic, partitions: numbers } of partitions) {
      if (!topics.includes(topic)) {
        return { rule: 'OWN-1', text: `${consumer} owns ${topic} without subscribing to it` };
      }
      for (const number of numbers) owned.add(`${topic} ${number}`);
    }
  }
  for (const topic of wanted) {
    for (let number = 0; number < (watched.topics.get(topic) ?? 0); number++) {
      if (owned.has(`${topic} ${number}`)) continue;
      const text = `${topic} ${number} has no owner in generation ${generation} of ${group}`;
      return { rule: 'OWN-1', text };
    }
  }
  return undefined;
}

/** As a member it may still stand for an earlier life of its consumer. */
function subscriptionOf(
  { subscriptions }: Watched,
  group: string,
  member: string,
  consumer: string,
) {
  return subscriptions.get(`${group}/${member}`) ?? subscriptions.get(consumer) ?? [];
}

/**
 * [OWN-4] The committer was current in ZooKeeper's record at the moment of the write: which is when
 * ZooKeeper sent the answer that the coordinator is handling.
 */
function checkCommit(watched: Watched, event: EventOf<'offset-committed'>): Found | undefined {
  const writtenAt = watched.delivered.get(event.cause ?? -1) ?? event.seq;
  const record = watched.records.get(event.group)?.findLast(({ seq }) => seq <= writtenAt);
  const { member, generation, group } = event;
  const who = `a commit of ${member} in generation ${generation} of ${group}`;
  if (!record) return { rule: 'OWN-4', text: `${who} is accepted without a record` };
  if (record.generation !== generation) {
    const text = `${who} is accepted while the record says generation ${record.generation}`;
    return { rule: 'OWN-4', text };
  }
  if (record.members.has(member)) return undefined;
  return { rule: 'OWN-4', text: `${who} is accepted from one who is no member` };
}

/** A fresh set of checkers for one run. */
export function createInvariants(): Invariants {
  const watched: Watched = {
    topics: new Map(),
    subscriptions: new Map(),
    zookeepers: new Set(),
    records: new Map(),
    answers: new Map(),
    delivered: new Map(),
  };
  return {
    check: (event) => {
      const check = checks[event.kind] as Check<EventKind> | undefined;
      const found = check?.(watched, event as never);
      return found ? { ...found, seq: event.seq, atUs: event.atUs } : null;
    },
  };
}
