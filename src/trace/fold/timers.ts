/** Timers: those that run, and those that stand still because their process is frozen. */
import { timerKey } from '../world.ts';
import type { World } from '../world.ts';
import type { Folds } from './folds.ts';

/** The timers of a frozen process stand still for it. */
export function setTimersRunning(world: World, process: string, running: boolean): void {
  for (const [key, timer] of world.timers) {
    if (timer.process === process) world.timers.set(key, { ...timer, running });
  }
}

export function dropTimers(world: World, process: string): void {
  for (const [key, timer] of world.timers) {
    if (timer.process === process) world.timers.delete(key);
  }
}

interface Ended {
  readonly process?: string | undefined;
  readonly timer: string;
  readonly subject: string;
}

function endTimer(world: World, { process = '', timer, subject }: Ended): void {
  world.timers.delete(timerKey(process, timer, subject));
}

export const timerFolds: Folds = {
  'timer-started': (world, event) => {
    const { process = '', timer, subject, deadlineUs, atUs: startedAtUs, seq: startedSeq } = event;
    const running = world.processes.get(process)?.status !== 'frozen';
    const entry = { process, timer, subject, startedAtUs, deadlineUs, startedSeq, running };
    world.timers.set(timerKey(process, timer, subject), entry);
  },
  'timer-cancelled': endTimer,
  'timer-fired': endTimer,
};
