/** What an answer to *why not* is, and how its end is told. Pure. */
import type { RuleId } from '../../../protocol/rules.ts';
import type { EventKind } from '../../events.ts';
import type { TraceReader } from '../../reader.ts';
import { lastBefore } from '../../why/look-back.ts';
import type { MessageWorld, ProcessWorld, TimerWorld, World } from '../../world.ts';

/** A moment that is looked at. Until the next event an answer stays the same: it names instants. */
export interface Look {
  readonly world: World;
  /** Where it is told since when; null: it is not asked. */
  readonly trace: TraceReader | null;
}

/** Something that has not happened yet. Where this condition is met, another may be next. */
export interface Wait {
  /** The condition that is not met, in a sentence. */
  readonly condition: string;
  /** The processes that are waited for. */
  readonly waitsFor: readonly string[];
  /** The timer that ends the wait, or its present step; null: there is none, `ending` says so. */
  readonly timer: Pick<TimerWorld, 'process' | 'timer' | 'subject'> | null;
  /** When this condition ends at the latest, if nothing else happens; null: nobody can tell. */
  readonly endsAtUs: number | null;
  /** How it ends, in a sentence. */
  readonly ending: string;
  readonly rules: readonly RuleId[];
  /** The event since which it is so; null where no one event is. */
  readonly sinceSeq: number | null;
}

/** Who waits does not wait for microseconds: a moment to the millisecond. */
function moment(us: number): string {
  return `${(us / 1e6).toFixed(3)} s`;
}

export type Ending = Pick<Wait, 'timer' | 'endsAtUs' | 'ending'>;

/** No timer ends it; `instead` says what does. */
export function untimed(instead: string): Ending {
  return { timer: null, endsAtUs: null, ending: `No timer ends this wait: ${instead}.` };
}

/** It ends when a message arrives that is on its way. */
export function arriving({ arrivesAtUs }: MessageWorld, what: string): Ending {
  const ending = `No timer ends this wait: ${what} arrives at ${moment(arrivesAtUs)}.`;
  return { timer: null, endsAtUs: arrivesAtUs, ending };
}

/** `then` says what happens when the timer has run out; it stands still while its process is frozen. */
export function timed(
  { world }: Look,
  running: TimerWorld,
  then: string,
  deadlineUs = running.deadlineUs,
): Ending {
  const { process, timer, subject, running: isRunning } = running;
  const ends = { process, timer, subject };
  if (!isRunning) {
    const name = timer.replaceAll('-', ' ');
    const ending = `The ${name} timer of ${process} stands still while ${process} is frozen.`;
    return { timer: ends, endsAtUs: null, ending };
  }
  // What fell due while its process was frozen happens at the thaw.
  const endsAtUs = Math.max(deadlineUs, world.atUs);
  return { timer: ends, endsAtUs, ending: `At ${moment(endsAtUs)} ${then}.` };
}

/**
 * A timer that counts how long `from` is silent. What it sent before may still be on its way: then
 * the time begins anew when that arrives.
 */
export function silenceTimed(look: Look, timer: TimerWorld, from: string, then: string): Ending {
  const onItsWay = messageFrom(look.world, from, timer.process);
  if (!onItsWay || onItsWay.held !== null || onItsWay.arrivesAtUs >= timer.deadlineUs) {
    return timed(look, timer, then);
  }
  const { process, subject } = timer;
  const ending =
    `What ${from} has sent arrives at ${moment(onItsWay.arrivesAtUs)}, ` +
    'and the time may begin anew then.';
  return { timer: { process, timer: timer.timer, subject }, endsAtUs: null, ending };
}

/** The request that is under way from one process to another and arrives last. */
function messageFrom(world: World, from: string, to: string): MessageWorld | undefined {
  let last: MessageWorld | undefined;
  for (const message of world.messages.values()) {
    if (message.from !== from || message.to !== to || message.direction !== 'request') continue;
    if (!last || message.arrivesAtUs > last.arrivesAtUs) last = message;
  }
  return last;
}

/** The message of that kind that is under way between two processes. */
export function underWay(
  { world }: Look,
  wanted: Partial<Pick<MessageWorld, 'from' | 'to' | 'api' | 'direction'>>,
): MessageWorld | undefined {
  const fields = Object.entries(wanted) as [keyof typeof wanted, string][];
  for (const message of world.messages.values()) {
    if (fields.every(([name, value]) => message[name] === value)) return message;
  }
  return undefined;
}

/** Of two ends the earlier, if it can be told. */
export function earlier(a: Ending, b: Ending): Ending {
  return (b.endsAtUs ?? Infinity) < (a.endsAtUs ?? Infinity) ? b : a;
}

/** The last event of that kind at a process, up to the moment looked at. */
export function lastEvent(
  { world, trace }: Look,
  kind: EventKind,
  wanted: Readonly<Record<string, string | number>>,
): number | null {
  return trace && lastBefore(trace, world.seq + 1, kind, wanted);
}

const statusEvents = {
  running: 'process-started',
  frozen: 'process-frozen',
  crashed: 'process-crashed',
  stopped: 'process-stopped',
} as const;

/** What made the process be as it is. */
export function sinceStatus(look: Look, { name, status }: ProcessWorld): number | null {
  return lastEvent(look, statusEvents[status], { process: name });
}

/** The name of the metadata store. */
export function storeOf(world: World): string {
  for (const { name, role } of world.processes.values()) if (role === 'zookeeper') return name;
  return 'ZooKeeper';
}
