/**
 * A sentence for each kind of event that is news. Kinds without an entry make none: heartbeats,
 * timers and single messages are seen moving, they need no words.
 */
import type { RuleId } from '../../protocol/rules.ts';
import type { EventKind, EventOf, TraceEvent } from '../../trace/events.ts';
import type { GroupWorld, World } from '../../trace/world.ts';
import { capital, consumerOf, triggerPhrase } from './details.ts';
import { count, listed } from './marks.ts';

export interface Sentence {
  readonly text: string;
  readonly rule: RuleId | null;
  /** Of one moment the weightiest is told. */
  readonly weight: number;
}

const say = (text: string, rule: RuleId | null, weight = 1): Sentence => ({ text, rule, weight });

type Teller<K extends EventKind> = (
  event: EventOf<K>,
  world: World,
  group: string,
) => Sentence | null;

const isConsumer = (world: World, process: string | undefined) =>
  world.processes.get(process ?? '')?.role === 'consumer';

const tellers: { readonly [K in EventKind]?: Teller<K> } = {
  'process-started': ({ process, role, incarnation }) => {
    const again = incarnation > 1 ? ' again' : '';
    if (role === 'consumer') {
      return say(
        `${process} starts${again}: it knows some brokers and asks one who coordinates its group.`,
        'DISC-1',
      );
    }
    if (role === 'zookeeper') return null;
    return say(`${process} starts${again} and registers its node in ZooKeeper.`, 'COORD-2');
  },
  'process-frozen': ({ process }, world) =>
    isConsumer(world, process)
      ? say(`${process} is frozen. Its connections stay open, so nobody knows yet.`, 'HB-6', 5)
      : say(`${process} is frozen. Its lease runs out when ZooKeeper hears no ping.`, 'COORD-8', 5),
  'process-thawed': ({ process }) =>
    say(`${process} is thawed and handles what has piled up, in the order it arrived.`, null, 5),
  'process-crashed': ({ process, reason }, world) => {
    const text =
      reason === 'power-off'
        ? `${process} lost power. Nothing tells the others: only timeouts will.`
        : `${process} was killed.`;
    if (!isConsumer(world, process)) {
      const tail = reason === 'power-off' ? '' : ' ZooKeeper notices when its session ends.';
      return say(text + tail, 'COORD-4', 5);
    }
    const tail =
      reason === 'power-off' ? '' : ' A closed connection tells the group nothing: silence does.';
    return say(text + tail, 'HB-6', 5);
  },
  'process-stopped': ({ process, reason }, world) => {
    if (reason === 'fatal-error') return null;
    return isConsumer(world, process)
      ? say(
          `${process} stopped. There is no leave request: its silence must be noticed.`,
          'HB-6',
          5,
        )
      : say(`${process} stopped and closed its ZooKeeper session at once.`, 'COORD-4', 5);
  },
  'link-changed': ({ peers, cut, latencyMs, cause }) => {
    if (cause === null) return null;
    const between = `between ${listed(peers)}`;
    if (cut) return say(`Nothing passes ${between}: what is under way waits.`, 'LINK-1', 5);
    const latency = [...new Set(latencyMs)].join(' to ');
    return say(`Messages pass ${between}, each in ${latency} ms.`, null, 5);
  },
  'consumer-failed': ({ process, error, text }) => say(`${process}: ${error}. ${text}`, 'REG-2', 6),
  'subscription-changed': ({ process }) => say(`${process} wants other topics.`, 'REG-8', 4),
  'topic-changed': ({ topic, partitions, cause }) => {
    if (cause === null) return null;
    const text = partitions === 0 ? 'was deleted' : `has ${count(partitions, 'partition')} now`;
    return say(`Topic ${topic} ${text}.`, 'TOP-1', 4);
  },
  'consumer-state': (event, world, group) =>
    event.group === group ? tellConsumerState(event, world) : null,
  'rebalance-started': (event, world, group) => {
    if (event.group !== group) return null;
    const why = capital(triggerPhrase(world.groups.get(group), event.trigger, event.subject));
    const tail = 'Members learn of the rebalance from their next heartbeat.';
    return say(`${why}. ${tail}`, 'RB-1', 4);
  },
  'rebalance-joined': (event, world, group) => {
    if (event.group !== group) return null;
    const why = capital(triggerPhrase(world.groups.get(group), event.trigger, event.subject));
    return say(`${why}: it joins the rebalance that is running.`, event.trigger, 3);
  },
  'rebalance-abandoned': ({ group: id, reason }, _world, group) =>
    id === group ? say(`The rebalance is given up: ${reason}.`, 'RB-4', 3) : null,
  'rebalance-completed': (event, _world, group) => {
    if (event.group !== group) return null;
    const { assignment, generation } = event;
    const partitions = assignment
      .flatMap((member) => member.partitions)
      .reduce((sum, entry) => sum + entry.partitions.length, 0);
    if (assignment.length === 0) {
      return say(`Generation ${generation} is empty: the last member has left.`, 'META-3', 6);
    }
    const share = assignment.length === 1 ? 'has' : 'share';
    const members = count(assignment.length, 'member');
    const owned = count(partitions, 'partition');
    return say(`Generation ${generation}: ${members} ${share} ${owned}.`, 'RB-5', 6);
  },
  'member-removed': (event, _world, group) => {
    if (event.group !== group) return null;
    if (event.rules.includes('HB-3')) {
      const text = `${event.consumer} was silent for too long: it is removed, its connection closed.`;
      return say(text, 'HB-3', 5);
    }
    return say(`${event.consumer} is no member any more.`, null, 2);
  },
  'registration-parked': (event, world, group) => {
    if (event.group !== group) return null;
    return tellParked(event, world.groups.get(group));
  },
  'request-refused': (event, world, group) => {
    if (event.group !== group) return null;
    return tellRefusal(event, nameOf(event, world, group));
  },
  'controller-elected': ({ process }) =>
    say(`${process} is controller: it elects the coordinators.`, 'COORD-2', 3),
  'controller-lost': ({ process }) => say(`${process} is controller no longer.`, 'COORD-8', 3),
  'coordinator-elected': ({ groups, broker, epoch, subset }, _world, group) =>
    groups.includes(group)
      ? say(
          `${broker} is elected coordinator of ${group} (subset ${subset}), epoch ${epoch}.`,
          'COORD-2',
          5,
        )
      : null,
  'coordinator-lost': ({ subset, broker, reason }, world, group) =>
    world.groups.get(group)?.subset === subset
      ? say(lostWords[reason].replace('$', broker), 'COORD-8', 5)
      : null,
  'coordinator-loaded': (event, _world, group) =>
    event.group === group
      ? say(`${event.process} has loaded the group from ZooKeeper.`, 'COORD-5', 4)
      : null,
  'zookeeper-session-expired': ({ broker }) =>
    say(`ZooKeeper ends the session of ${broker}: its nodes vanish.`, 'COORD-4', 4),
};

function tellParked(
  { consumer, member, waitingFor, waitingCount }: EventOf<'registration-parked'>,
  group: GroupWorld | undefined,
): Sentence {
  if (group?.parked.get(consumer)?.late) {
    const until =
      member === null ? 'it waits for the next attempt' : 'it waits for the end of that';
    const text = `${consumer} has registered while a generation is being written: ${until}.`;
    return say(text, 'RB-4', 3);
  }
  if (waitingCount === 0) return say(`${consumer} has registered: now everybody has.`, 'RB-4', 3);
  const waiting = waitingFor.map((id) => consumerOf(group, id));
  const names = waitingCount > 4 ? `${waitingCount} members` : listed(waiting);
  return say(`${consumer} has registered and waits for ${names}.`, 'RB-4', 2);
}

const lostWords = {
  lease: '$ gives the group up: its lease is over, ZooKeeper has not answered it for too long.',
  session: '$ gives up the group: its ZooKeeper session is gone.',
  fence: '$ finds another coordinator in ZooKeeper and gives up the group.',
  moved: '$ hands the group over: the controller moved it.',
  crash: '$ is gone, and with it the coordinator of this group.',
  stop: '$ stopped, and with it the coordinator of this group.',
} as const;

function nameOf({ to }: EventOf<'request-refused'>, world: World, group: string): string {
  return world.processes.has(to) ? to : consumerOf(world.groups.get(group), to);
}

function tellConsumerState(
  { process, state, previous, generation, reason }: EventOf<'consumer-state'>,
  world: World,
): Sentence | null {
  if (state === 'Registering') {
    return previous === 'PartOfGroup'
      ? say(`${process} stops fetching, commits and registers again.`, 'RB-3', 3)
      : say(`${process} has found the coordinator and registers.`, 'REG-1', 2);
  }
  if (state === 'PartOfGroup') {
    if (previous === 'Rediscovering') {
      return say(`${process} found its coordinator: it goes on as before.`, 'HB-8', 3);
    }
    const held = world.processes.get(process ?? '')?.consumer?.held.size ?? 0;
    const what = held > 0 ? ' and starts fetching' : '';
    return say(`${process} is part of generation ${generation}${what}.`, 'RB-7', 3);
  }
  if (state === 'Rediscovering') {
    const fetching = world.processes.get(process ?? '')?.consumer?.fetching ?? false;
    const silent = reason.includes('HB-4') || reason.includes('silent');
    const why = silent ? 'heard nothing from its coordinator' : 'lost its coordinator';
    return say(
      `${process} ${why} and looks for it.${fetching ? ' It goes on fetching.' : ''}`,
      silent ? 'HB-4' : 'HB-5',
      4,
    );
  }
  if (state === 'Discovering' && previous !== 'Down') {
    return say(`${process} has to find its coordinator again.`, 'DISC-2', 2);
  }
  return null;
}

/** By the reason that the coordinator gave. */
const refusals: Readonly<Record<string, readonly [string, RuleId, number]>> = {
  'rebalance-pending': ['$ hears of the rebalance: its heartbeat is refused.', 'HB-2', 2],
  stale: ['$ comes with an old generation and is refused.', 'HB-2', 3],
  future: ['$ comes with a generation that is not yet: refused.', 'HB-2', 3],
  'unknown-member': ['$ is told that nobody knows it: it registers as new.', 'HB-2', 4],
  'no-map': ['$ asked a broker that does not know yet who coordinates.', 'COORD-10', 2],
  'not-coordinator': [
    '$ asked a broker that does not coordinate the group: it waits a little and looks again.',
    'COORD-6',
    2,
  ],
  loading: [
    '$ asked a coordinator that is still loading: it waits a little and looks again.',
    'COORD-5',
    2,
  ],
};

/** [OFF-1] A refused commit has no effect: its sender acts on no answer. */
const commitRefusals: Readonly<Record<string, string>> = {
  'rebalance-pending': 'the next generation is being written',
  stale: 'its generation is over',
  future: 'its generation is not yet',
  'unknown-member': 'nobody knows its id',
  'not-coordinator': 'this broker does not coordinate the group',
  loading: 'the coordinator is still loading',
};

function tellRefusal(event: EventOf<'request-refused'>, who: string): Sentence | null {
  if (event.api === 'OffsetCommit') {
    const why = commitRefusals[event.reason] ?? event.error;
    return say(`A commit of ${who} is refused: ${why}. It acts on no answer.`, 'OFF-1', 2);
  }
  const known = refusals[event.reason];
  if (known) return say(known[0].replace('$', who), known[1], known[2]);
  return say(`${who} is refused: ${event.error}.`, null, 2);
}

/** Some event of this kind may be news. */
export function isNewsworthy(kind: EventKind): boolean {
  return kind in tellers;
}

/** The sentence of an event, or null where it is no news for this group. */
export function sentenceFor(event: TraceEvent, world: World, group: string): Sentence | null {
  const teller = tellers[event.kind] as Teller<EventKind> | undefined;
  return teller ? teller(event as EventOf<EventKind>, world, group) : null;
}
