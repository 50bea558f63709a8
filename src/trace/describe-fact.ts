/** The sentences about what processes report of themselves. */
import type { Assignment, FactKind, TriggerId } from '../protocol/facts.ts';
import type { Describers } from './describe-words.ts';
import { listed, plural, seconds, timerRanUs, topicsOf, what } from './describe-words.ts';
import type { EventOf, TraceEvent } from './events.ts';
import type { TraceReader } from './reader.ts';

export function describeFact(event: TraceEvent, trace?: TraceReader): string {
  const describer = facts[event.kind as FactKind] as (
    event: TraceEvent,
    trace?: TraceReader,
  ) => string;
  return describer(event, trace);
}

const facts: Describers<FactKind> = {
  'subscription-changed': (event) => `${event.process} subscribes to ${topicsOf(event)}`,
  'topic-changed': ({ topic, partitions }) =>
    partitions === 0
      ? `topic ${topic} is deleted`
      : `topic ${topic} has ${plural(partitions, 'partition')}`,
  'consumer-state': ({ process, previous, state, reason }) =>
    `${process}: ${previous} -> ${state} (${what(reason)})`,
  'group-state': ({ process, group, previous, state, reason }) =>
    `${process} has group ${group}: ${previous} -> ${state} (${what(reason)})`,
  'controller-elected': ({ process, reason }) => `${process} is the controller: ${what(reason)}`,
  'controller-lost': ({ process, reason }) =>
    `${process} is no longer the controller: ${what(reason)}`,
  'coordinator-elected': (event) =>
    `${event.broker} is made coordinator of ${subset(event)}, epoch ${event.epoch}: ${what(event.reason)}`,
  'coordinator-lost': (event) =>
    `${event.broker} is no longer coordinator of ${subset(event)}, epoch ${event.epoch}: ${lost[event.reason] ?? event.reason}`,
  'coordinator-loaded': ({ process, group, generation, assignment }) =>
    `${process} has loaded group ${group}: generation ${generation}, ${plural(assignment.length, 'member')}`,
  'metadata-written': ({ process, ...event }) => `${process} stores ${node(event)}`,
  'metadata-refused': ({ process, reason, ...event }) =>
    `${process} refuses to store ${node(event)}: ${what(reason)}`,
  'zookeeper-session-expired': ({ process, broker }) => `${process} ends the session of ${broker}`,
  'watch-fired': ({ process, broker, path }) =>
    `${process} tells ${broker} that ${path} has changed`,
  'member-added': ({ process, member, consumer, group }) =>
    `${process} takes ${named(member, consumer)} into group ${group}`,
  'member-removed': describeRemoved,
  'registration-parked': ({ process, consumer, member, waitingFor, waitingCount }) => {
    const who = member === null ? `newcomer ${consumer}` : named(member, consumer);
    const more = waitingCount - waitingFor.length;
    const others = more > 0 ? [...waitingFor, `${more} more`] : waitingFor;
    const wait = waitingCount === 0 ? '' : `, waiting for ${listed(others)}`;
    return `${process} parks the registration of ${who}${wait}`;
  },
  'rebalance-started': (event) =>
    `${event.process} starts rebalance ${event.rebalance} of ${event.group}: ${trigger(event)}`,
  'rebalance-joined': (event) =>
    `rebalance ${event.rebalance} of ${event.group} has one more reason: ${trigger(event)}`,
  'rebalance-abandoned': ({ process, rebalance, group, reason }) =>
    `${process} gives up rebalance ${rebalance} of ${group}: ${what(reason)}`,
  'rebalance-completed': ({ rebalance, group, generation, assignment }) =>
    `rebalance ${rebalance} of ${group} is complete: generation ${generation}, ${owners(assignment)}`,
  'request-refused': ({ process, api, to, error, reason }) =>
    `${process} refuses ${to}'s ${api}: ${error} (${what(reason)})`,
  'request-ignored': ({ process, consumer, api, reason }) =>
    `${process} does not answer ${consumer}'s ${api}: ${what(reason)}`,
  'partition-acquired': ({ process, topic, partition, offset, generation }) =>
    `${process} takes ${topic}/${partition} from offset ${offset}, generation ${generation}`,
  'partition-released': ({ process, topic, partition, offset, reason }) =>
    `${process} gives up ${topic}/${partition} at offset ${offset}: ${what(reason)}`,
  'records-consumed': ({ process, topic, partition, fromOffset, toOffset, duplicates }) => {
    const again = duplicates === 0 ? '' : `, ${duplicates} of them once more`;
    return `${process} has read ${topic}/${partition} from offset ${fromOffset} to ${toOffset}${again}`;
  },
  'offset-committed': ({ member, topic, partition, offset }) =>
    `the offset of ${topic}/${partition} is now ${offset}, committed by ${member}`,
  'consumer-failed': ({ process, error, text }) =>
    `${process} gives up for good: ${text} (${error})`,
};

const lost: Readonly<Record<string, string>> = {
  lease: 'its lease is over',
  session: 'its session is gone',
  fence: 'another has taken its place',
  moved: 'the role was moved',
  crash: 'it crashed',
  stop: 'it stopped',
};

/** The others say it themselves, in their reason. */
const triggers: Readonly<Partial<Record<TriggerId, (subject: string) => string>>> = {
  'TRIG-1': (subject) => `${subject} is new`,
  'TRIG-2': (subject) => `${subject} is dead`,
  'TRIG-5': (subject) => `${subject} registers with other topics`,
};

interface Triggered {
  readonly trigger: TriggerId;
  readonly subject: string;
  readonly reason: string;
}

function trigger(event: Triggered): string {
  return `${triggerWords(event)} (${event.trigger})`;
}

/** Why a rebalance began, without the rule: `c-4 is new`. */
export function triggerWords({ trigger: id, subject, reason }: Triggered): string {
  return triggers[id]?.(subject) ?? reason;
}

function named(member: string, consumer: string): string {
  return member === consumer ? member : `${member} (${consumer})`;
}

function subset(event: { readonly subset: number; readonly groups: readonly string[] }): string {
  const number = `subset ${event.subset}`;
  return event.groups.length === 0 ? number : `${listed(event.groups)} (${number})`;
}

function node(event: {
  readonly path: string;
  readonly broker?: string | undefined;
  readonly generation?: number | undefined;
  readonly epoch?: number | undefined;
}): string {
  const numbers = [
    ...(event.broker === undefined ? [] : [event.broker]),
    ...(event.generation === undefined ? [] : [`generation ${event.generation}`]),
    ...(event.epoch === undefined ? [] : [`epoch ${event.epoch}`]),
  ];
  return numbers.length === 0 ? event.path : `${event.path} (${numbers.join(', ')})`;
}

const ownersAtMost = 12;

/** `c-1: orders 0 1 2; c-2: nothing` */
function owners(assignment: Assignment): string {
  if (assignment.length === 0) return 'no members';
  const parts = assignment.map(({ consumer, partitions }) => {
    const some = partitions.filter((one) => one.partitions.length > 0);
    const words = some.map((one) => `${one.topic} ${one.partitions.join(' ')}`);
    return `${consumer}: ${words.length === 0 ? 'nothing' : words.join(', ')}`;
  });
  const more = parts.length - ownersAtMost;
  const shown = parts.slice(0, ownersAtMost).join('; ');
  return more > 0 ? `${shown}; and ${more} more` : shown;
}

/** Death by silence says how long that was, if the trace can be asked. */
function describeRemoved(event: EventOf<'member-removed'>, trace?: TraceReader): string {
  const { process, member, consumer, group, reason, cause } = event;
  const who = named(member, consumer);
  const fired = trace && cause !== null && trace.text(cause, 'timer') === 'dead-after';
  const silentUs = fired ? timerRanUs(trace, cause) : null;
  if (silentUs === null) return `${process} removes ${who} from ${group}: ${what(reason)}`;
  return `${process} declares ${who} dead: ${seconds(silentUs)} s without a heartbeat`;
}
