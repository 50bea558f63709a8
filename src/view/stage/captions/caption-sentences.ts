/**
 * A sentence for each kind of event that is news. Kinds without an entry make none: heartbeats,
 * timers and single messages are seen moving, they need no words.
 */
import type { RuleId } from '../../../protocol/rules.ts';
import type { EventKind, EventOf, TraceEvent } from '../../../trace/events.ts';
import type { TraceReader } from '../../../trace/reader.ts';
import { say } from './caption.ts';
import type { Sentence } from './caption.ts';
import { tellRefusal } from '../caption-refusals.ts';
import type { GroupWorld, World } from '../../../trace/world.ts';
import { msRange } from '../../amounts.ts';
import { triggerPhrase } from '../details.ts';
import { consumerOf, isOldSelf, memberWords } from '../../../trace/members.ts';
import { sessionTimerOf } from '../../../trace/trouble.ts';
import { messageName } from '../../words/messages.ts';
import { plural, listed } from '../../words/text.ts';

type Teller<K extends EventKind> = (
  event: EventOf<K>,
  world: World,
  group: string,
  trace: TraceReader,
) => Sentence | null;

const isConsumer = (world: World, process: string | undefined) =>
  world.processes.get(process ?? '')?.role === 'consumer';

const tellers: { readonly [K in EventKind]?: Teller<K> } = {
  'process-started': ({ process = '', role, incarnation }, world) => {
    const again = incarnation > 1 ? ' again' : '';
    if (role === 'consumer') {
      return say(
        `${process} starts${again}: it knows some brokers and asks one who coordinates its group.`,
        'DISC-1',
      );
    }
    if (role === 'zookeeper') return null;
    // [COORD-9] The node of its last life stands as long as that session.
    return sessionTimerOf(world, process)
      ? say(`${process} starts again: ZooKeeper has not ended its old session yet.`, 'COORD-9')
      : say(`${process} starts${again} and registers its node in ZooKeeper.`, 'COORD-2');
  },
  'process-frozen': ({ process }, world) =>
    isConsumer(world, process)
      ? say(`${process} is frozen: its connections stay open, so nobody knows yet.`, 'HB-6', 5)
      : say(`${process} is frozen: it sends ZooKeeper no pings, its lease runs out.`, 'COORD-8', 5),
  'process-thawed': ({ process }, world) =>
    isConsumer(world, process)
      ? say(`${process} is thawed and handles what has piled up, in the order it arrived.`, null, 5)
      : say(
          `${process} is thawed: if its lease is over, it gives up its roles before all else.`,
          'COORD-8',
          5,
        ),
  'process-crashed': ({ process, reason }, world) => {
    if (reason === 'power-off') {
      const text = `${process} lost power: nothing tells the others, only timeouts will.`;
      return say(text, 'LINK-1', 5);
    }
    return isConsumer(world, process)
      ? tellEnd(`${process} was killed`, world, process, killed)
      : say(`${process} was killed: ZooKeeper notices when its session ends.`, 'COORD-4', 5);
  },
  'process-stopped': ({ process, reason }, world) => {
    if (reason === 'fatal-error') return null;
    return isConsumer(world, process)
      ? tellEnd(`${process} stopped`, world, process, stoppedMember)
      : say(`${process} stopped and closed its ZooKeeper session at once.`, 'COORD-4', 5);
  },
  'link-changed': ({ peers, cut, latencyMs, cause }) => {
    if (cause === null) return null;
    const between = `between ${listed(peers)}`;
    if (cut) return say(`Nothing passes ${between}: what is under way waits.`, null, 5);
    return say(`Messages pass ${between}, each in ${msRange(latencyMs)}.`, null, 5);
  },
  'message-corrupted': ({ seq, message }, _world, _group, trace) => {
    const sent = sentBefore(trace, seq, message);
    if (!sent) return null;
    const { process, to } = sent;
    const text = `A ${messageName(sent)} from ${process} to ${to} is damaged: ${to} cannot read it.`;
    return say(text, 'WIRE-0', 5);
  },
  'message-sent': ({ process, to, error }) =>
    error === 'MalformedMessage'
      ? say(`${process} answers ${to} that it could not read what came.`, 'WIRE-0', 3)
      : null,
  'consumer-failed': ({ process, error, text }) =>
    say(`${process} is refused for good (${error}) and stops: ${text}.`, 'REG-2', 6),
  'subscription-changed': ({ process }) => say(`${process} wants other topics.`, 'REG-8', 4),
  'topic-changed': ({ topic, partitions, cause }) => {
    if (cause === null) return null;
    const text = partitions === 0 ? 'was deleted' : `has ${plural(partitions, 'partition')} now`;
    return say(`Topic ${topic} ${text}: whoever watches it is told.`, 'TOP-1', 4);
  },
  'consumer-state': (event, world, _group, trace) => tellConsumerState(event, world, trace),
  'rebalance-started': (event, world, group) => {
    const now = world.groups.get(group);
    const why = triggerPhrase(world, now, event);
    return say(
      `${why}: a rebalance starts, and ${whoLearns(now, event.subject)}.`,
      event.trigger,
      4,
    );
  },
  'rebalance-joined': (event, world, group) => {
    const why = triggerPhrase(world, world.groups.get(group), event);
    return say(`${why}: this joins the rebalance that is running.`, event.trigger, 3);
  },
  'rebalance-abandoned': ({ reason }) => say(`The rebalance is given up: ${reason}.`, null, 3),
  'rebalance-completed': (event) => {
    const { assignment, generation } = event;
    const partitions = assignment
      .flatMap((member) => member.partitions)
      .reduce((sum, entry) => sum + entry.partitions.length, 0);
    if (assignment.length === 0) {
      return say(`Generation ${generation} is empty: the last member is gone.`, 'META-3', 6);
    }
    const share = assignment.length === 1 ? 'has' : 'share';
    const members = plural(assignment.length, 'member');
    const owned = plural(partitions, 'partition');
    return say(`Generation ${generation}: ${members} ${share} ${owned}.`, 'RB-5', 6);
  },
  'member-removed': (event, world, id) => {
    const { consumer, member } = event;
    const isOld = isOldSelf(world, world.groups.get(id), consumer, member);
    const who = isOld ? `The old self of ${consumer}` : consumer;
    if (event.rules.includes('HB-3')) {
      const text = `${who} was silent for too long: it is removed, its connection closed.`;
      return say(text, 'HB-3', 5);
    }
    return say(`${who} is no member any more.`, null, 2);
  },
  'registration-parked': tellParked,
  'request-refused': (event, world, group) => tellRefusal(event, nameOf(event, world, group)),
  'controller-elected': ({ process }) =>
    say(`${process} is controller: it elects the coordinators.`, 'COORD-2', 3),
  'controller-lost': ({ process }) => say(`${process} is controller no longer.`, null, 3),
  'coordinator-elected': ({ groups, broker, epoch, subset }, _world, group) => {
    if (!groups.includes(group)) return null;
    const text = `${broker} is elected coordinator of ${group} (subset ${subset}), epoch ${epoch}.`;
    return say(text, 'COORD-2', 5);
  },
  'coordinator-lost': (event, world, group) => {
    if (world.groups.get(group)?.subset !== event.subset) return null;
    // [COORD-9] The map names a session of its past.
    const [words, rule] = event.rules.includes('COORD-9') ? pastSession : losses[event.reason];
    return say(words.replace('$', event.broker), rule, 5);
  },
  'coordinator-loaded': ({ process }) =>
    say(`${process} has loaded the group from ZooKeeper.`, 'COORD-5', 4),
  'zookeeper-session-expired': ({ broker }) =>
    say(`ZooKeeper ends the session of ${broker}: its nodes vanish.`, 'COORD-4', 4),
};

/** A message is damaged when it is sent: the event is near. */
function sentBefore(
  trace: TraceReader,
  seq: number,
  message: number,
): EventOf<'message-sent'> | null {
  for (let at = seq - 1; at >= 0 && trace.atUs(at) === trace.atUs(seq); at--) {
    const event = trace.kind(at) === 'message-sent' ? trace.event(at) : null;
    if (event?.kind === 'message-sent' && event.message === message) return event;
  }
  return null;
}

type End = readonly [text: string, rule: RuleId | null];

const killed: End = ['its closed connection tells the group nothing', 'HB-6'];
const stoppedMember: End = ['there is no leave request, its silence must be noticed', 'HB-3'];
/** [REG-11] A newcomer's registration is not kept. */
const newcomer: End = ['its registration ends with its connection', 'REG-11'];
const stranger: End = ['it was no member, so nobody waits for it', null];

/** Of a consumer that is gone: what the group has of that. */
function tellEnd(what: string, world: World, process: string | undefined, member: End): Sentence {
  const consumer = world.processes.get(process ?? '')?.consumer;
  const group = world.groups.get(consumer?.group ?? '');
  const isNewcomer = group?.parked.get(process ?? '')?.member === null;
  const isMember = [...(group?.members.values() ?? [])].some((one) => one.consumer === process);
  const [so, rule] = isNewcomer ? newcomer : isMember ? member : stranger;
  return say(`${what}: ${so}.`, rule, 5);
}

/** [RB-2] From their heartbeats, but for the one whose registration it is. */
function whoLearns(group: GroupWorld | undefined, subject: string): string {
  const ids = [...(group?.members.keys() ?? [])];
  if (ids.length === 0) return 'there are no members to wait for';
  return ids.every((id) => id === subject)
    ? 'there is nobody else to wait for'
    : 'members learn of it from their next heartbeat';
}

function tellParked(
  { consumer, member, waitingFor, waitingCount }: EventOf<'registration-parked'>,
  world: World,
  id: string,
): Sentence {
  const group = world.groups.get(id);
  if (group?.parked.get(consumer)?.late) {
    const until =
      member === null ? 'it waits for the next attempt' : 'it waits for the end of that';
    const text = `${consumer} has registered while a generation is being written: ${until}.`;
    return say(text, 'RB-4', 3);
  }
  if (waitingCount === 0) return say(`${consumer} has registered: now everybody has.`, 'RB-4', 3);
  const waiting = waitingFor.map((one) => memberWords(world, group, one));
  const names = waitingCount > 4 ? `${waitingCount} members` : listed(waiting);
  return say(`${consumer} has registered and waits for ${names}.`, 'RB-4', 2);
}

type Loss = readonly [string, RuleId];

/** By the reason of the loss: what is said, and the rule that makes it so. */
const losses: Readonly<Record<EventOf<'coordinator-lost'>['reason'], Loss>> = {
  lease: [
    '$ gives the group up: its lease is over, ZooKeeper has not answered it for too long.',
    'COORD-8',
  ],
  session: ['$ gives the group up: its ZooKeeper session is gone.', 'COORD-8'],
  fence: ['$ finds another coordinator in ZooKeeper and gives the group up.', 'COORD-7'],
  moved: ['$ hands the group over: the controller moved it.', 'COORD-2'],
  crash: ['$ is gone, and with it the coordinator of this group.', 'COORD-4'],
  stop: ['$ stopped, and with it the coordinator of this group.', 'COORD-4'],
};

const pastSession: Loss = [
  '$ does not act for the group: it was elected under a session of its past.',
  'COORD-9',
];

function nameOf({ to }: EventOf<'request-refused'>, world: World, group: string): string {
  return world.processes.has(to) ? to : consumerOf(world.groups.get(group), to);
}

function tellConsumerState(
  event: EventOf<'consumer-state'>,
  world: World,
  trace: TraceReader,
): Sentence | null {
  const { process = '', state, previous } = event;
  if (state === 'Registering') return tellRegistering(event, trace);
  if (state === 'PartOfGroup') return tellPartOfGroup(event, world);
  if (state === 'Rediscovering') {
    const found = losings.find(([rule]) => event.rules.includes(rule));
    const [rule, why] = found ?? (['HB-5', 'lost its connection'] as const);
    const holds = (world.processes.get(process)?.consumer?.held.size ?? 0) > 0;
    const tail = event.fetching && holds ? ' and goes on fetching' : '';
    return say(`${process} ${why}: it looks for its coordinator again${tail}.`, rule, 4);
  }
  if (state === 'Discovering' && previous !== 'Down') {
    const rule = event.rules.includes('REG-7') ? 'REG-7' : 'DISC-2';
    return say(`${process} has to find its coordinator again.`, rule, 2);
  }
  return null;
}

/** Why a member looks for its coordinator again, by the first of these rules that the event has. */
const losings: readonly (readonly [RuleId, string])[] = [
  ['HB-4', 'heard nothing for too long'],
  ['COORD-6', 'is told that this broker does not coordinate the group'],
  ['COORD-5', 'is told that the coordinator is still loading'],
  ['REG-7', 'waited too long for an answer to its registration'],
  ['WIRE-0', 'could not read what came'],
  ['HB-8', 'waited too long for an answer to its heartbeat'],
];

function tellRegistering(event: EventOf<'consumer-state'>, trace: TraceReader): Sentence {
  const { process, previous, member, rules } = event;
  if (previous === 'Discovering') {
    return say(`${process} has found the coordinator and registers.`, 'REG-1', 2);
  }
  if (member === null) {
    const told = rules.includes('HB-5') ? 'HB-5' : 'REG-3';
    return say(`${process} has no id any more: it registers as new.`, told, 3);
  }
  const wantsOthers = rules.includes('REG-8');
  const rule = wantsOthers ? 'REG-8' : 'RB-3';
  if (hasReleased(event, trace)) {
    return say(`${process} stops fetching, commits and registers again.`, rule, 3);
  }
  const why = wantsOthers
    ? `${process} wants other topics`
    : `The generation of ${process} is refused`;
  return say(`${why}: it registers again.`, rule, 3);
}

/** [RB-3] One that held nothing has nothing to stop. What it gives up comes just before. */
function hasReleased(
  { seq, process, cause, atUs }: EventOf<'consumer-state'>,
  trace: TraceReader,
): boolean {
  for (let at = seq - 1; at >= 0 && trace.atUs(at) === atUs && trace.cause(at) === cause; at--) {
    if (trace.kind(at) === 'partition-released' && trace.process(at) === process) return true;
  }
  return false;
}

function tellPartOfGroup(
  { process = '', previous, generation, member, group }: EventOf<'consumer-state'>,
  world: World,
): Sentence {
  if (previous === 'Rediscovering') {
    const rule = isFoundAfterLoading(world, process, group) ? 'FO-1' : 'RB-7';
    return say(`${process} found its coordinator: it goes on as before.`, rule, 3);
  }
  const recorded = world.groups.get(group)?.assignment.find((entry) => entry.member === member);
  // [OFF-4] A registration forgets all positions: it cannot fetch before it knows them.
  const what = recorded?.partitions.length ? ' and asks where to start reading' : '';
  return say(`${process} is part of generation ${generation}${what}.`, 'RB-7', 3);
}

/** [FO-1] The coordinator is a new one: what it heard of the member made it steady, or did not yet. */
function isFoundAfterLoading(world: World, process: string, id: string): boolean {
  const group = world.groups.get(id);
  const member = world.processes.get(process)?.consumer?.member ?? '';
  if (!group || group.state === 'Ready') return group !== undefined;
  const { heartbeatAtUs } = group.members.get(member) ?? { heartbeatAtUs: null };
  const isFirstRound = group.state === 'Steady' && group.stateReason === everyMemberHeard;
  return isFirstRound && heartbeatAtUs !== null && heartbeatAtUs <= group.stateSinceUs;
}

/** The coordinator's words for how a group becomes steady without a rebalance. */
const everyMemberHeard = 'every known member was heard';

/** Some event of this kind may be news. */
export function isNewsworthy(kind: EventKind): boolean {
  return kind in tellers;
}

const ofOneGroup: ReadonlySet<EventKind> = new Set<EventKind>([
  'consumer-state',
  'rebalance-started',
  'rebalance-joined',
  'rebalance-abandoned',
  'rebalance-completed',
  'member-removed',
  'registration-parked',
  'request-refused',
  'coordinator-loaded',
]);

/** Events of this kind are news for the group that they name, and for no other. */
export function isOfOneGroup(kind: EventKind): boolean {
  return ofOneGroup.has(kind);
}

/** The sentence of an event, or null where it is no news for this group. */
export function sentenceFor(
  event: TraceEvent,
  world: World,
  group: string,
  trace: TraceReader,
): Sentence | null {
  if (ofOneGroup.has(event.kind) && 'group' in event && event.group !== group) return null;
  const teller = tellers[event.kind] as Teller<EventKind> | undefined;
  return teller ? teller(event as EventOf<EventKind>, world, group, trace) : null;
}
