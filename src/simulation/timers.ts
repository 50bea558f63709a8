/** Timers of processes. A timer that is cancelled or started again stays queued and comes to nothing. */
import type { Effect } from '../protocol/step.ts';
import { append, nextNumber } from './kernel.ts';
import type { Kernel } from './kernel.ts';
import { classes, push } from './queue.ts';
import type { ProcessRecord, TimerItem } from './state.ts';

export function startTimer(
  kernel: Kernel,
  process: ProcessRecord,
  { timer, subject, afterUs, rules }: Effect & { do: 'start-timer' },
  cause: number,
): void {
  const { state } = kernel;
  const deadlineUs = state.nowUs + afterUs;
  const item: TimerItem = {
    kind: 'timer',
    atUs: deadlineUs,
    class: classes.timer,
    source: process.name,
    number: nextNumber(state),
    process,
    timer,
    subject,
    rules,
    running: true,
  };
  let bySubject = process.timers.get(timer);
  if (!bySubject) process.timers.set(timer, (bySubject = new Map<string, TimerItem>()));
  const before = bySubject.get(subject);
  if (before) before.running = false;
  bySubject.set(subject, item);
  push(state.queue, item);
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

export function cancelTimer(
  kernel: Kernel,
  process: ProcessRecord,
  { timer, subject }: Effect & { do: 'cancel-timer' },
  cause: number,
): void {
  const item = process.timers.get(timer)?.get(subject);
  if (!item) return;
  endTimer(item);
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

/** It has fired. */
export function fireTimer(kernel: Kernel, item: TimerItem): number {
  const { process, timer, subject, atUs, rules } = item;
  endTimer(item);
  return append(kernel, {
    kind: 'timer-fired',
    atUs: kernel.state.nowUs,
    process: process.name,
    timer,
    subject,
    deadlineUs: atUs,
    cause: null,
    rules,
  });
}

function endTimer(item: TimerItem): void {
  item.running = false;
  item.process.timers.get(item.timer)?.delete(item.subject);
}

/** The process has ended, and with it its timers. */
export function forgetTimers({ timers }: ProcessRecord): void {
  for (const bySubject of timers.values()) {
    for (const item of bySubject.values()) item.running = false;
  }
  timers.clear();
}
