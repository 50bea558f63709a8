/** Timers of processes: started, started again, cancelled, due (see TimerItem for how they queue). */
import type { Effect } from '../protocol/step.ts';
import { append, nextNumber } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { classes, push } from './queue.ts';
import type { LoopState, ProcessRecord, TimerItem } from './state.ts';

type Start = Effect & { do: 'start-timer' };

export function startTimer(
  kernel: Kernel,
  process: ProcessRecord,
  { timer, subject, afterUs, rules }: Start,
  cause: number,
): void {
  const { state } = kernel;
  const deadlineUs = state.nowUs + afterUs;
  const item = timerOf(process, timer, subject, deadlineUs);
  item.rules = rules;
  item.deadlineUs = deadlineUs;
  item.startNumber = nextNumber(state);
  item.running = true;
  item.due = false;
  if (!item.queued) enqueue(state, item);
  append(kernel, {
    kind: 'timer-started',
    atUs: state.nowUs,
    process: process.name,
    timer,
    subject,
    deadlineUs,
    cause,
    rules,
  });
}

/** The item to start; another one where the queued one would come up too late. */
function timerOf(
  process: ProcessRecord,
  timer: Start['timer'],
  subject: string,
  deadlineUs: number,
): TimerItem {
  let bySubject = process.timers.get(timer);
  if (!bySubject) process.timers.set(timer, (bySubject = new Map<string, TimerItem>()));
  const before = bySubject.get(subject);
  if (before && !(before.queued && before.atUs > deadlineUs)) return before;
  if (before) before.running = false;
  const item: TimerItem = {
    kind: 'timer',
    atUs: deadlineUs,
    class: classes.timer,
    source: process.name,
    number: 0,
    process,
    timer,
    subject,
    rules: [],
    queued: false,
    deadlineUs,
    startNumber: 0,
    running: true,
    due: false,
  };
  bySubject.set(subject, item);
  return item;
}

function enqueue({ queue }: LoopState, item: TimerItem): void {
  item.atUs = item.deadlineUs;
  item.number = item.startNumber;
  item.queued = true;
  push(queue, item);
}

/** Whether the timer that has come up in the queue is to fire; it may have been started again. */
export function comesDue({ state }: Kernel, item: TimerItem): boolean {
  item.queued = false;
  if (!item.running) {
    forgetTimer(item);
    return false;
  }
  item.due = item.number === item.startNumber;
  if (!item.due) enqueue(state, item);
  return item.due;
}

function forgetTimer(item: TimerItem): void {
  const { process, timer, subject } = item;
  const bySubject = process.timers.get(timer);
  if (bySubject?.get(subject) === item) bySubject.delete(subject);
}

export function cancelTimer(
  kernel: Kernel,
  process: ProcessRecord,
  { timer, subject }: Effect & { do: 'cancel-timer' },
  cause: number,
): void {
  const item = process.timers.get(timer)?.get(subject);
  if (!item?.running) return;
  item.running = false;
  item.due = false;
  append(kernel, {
    kind: 'timer-cancelled',
    atUs: kernel.state.nowUs,
    process: process.name,
    timer,
    subject,
    cause,
    rules: [],
  });
}

/** It fires. */
export function fireTimer(kernel: Kernel, item: TimerItem): number {
  const { process, timer, subject, deadlineUs, rules } = item;
  item.running = false;
  item.due = false;
  // One without a subject is mostly started again at once.
  if (subject !== '') forgetTimer(item);
  return append(kernel, {
    kind: 'timer-fired',
    atUs: kernel.state.nowUs,
    process: process.name,
    timer,
    subject,
    deadlineUs,
    cause: null,
    rules,
  });
}
