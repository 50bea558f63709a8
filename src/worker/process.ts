/**
 * One process on its own side of the thread boundary: it has a state, gets inputs, and answers with
 * effects. Knows no Web Worker.
 */
import { known } from '../lib/assert.ts';
import type { Effect, Machine, Protocol } from '../protocol/step.ts';
import type { FromProcess, ToProcess } from './messages.ts';

export interface ProcessAnswer {
  readonly message: FromProcess;
  /** Buffers that go over to the other thread instead of being copied. */
  readonly transfer: readonly ArrayBuffer[];
}

/** Answers the questions about one process, one at a time. */
export function createProcess({ machines }: Protocol): (question: ToProcess) => ProcessAnswer {
  let machine: Machine | null = null;
  let state: unknown;
  return (question) => {
    switch (question.type) {
      case 'wake':
        return ready;
      case 'start':
        machine = machines[question.role];
        state = machine.initialState(question.start);
        return ready;
      case 'adopt':
        machine = machines[question.role];
        ({ state } = question);
        return ready;
      case 'step':
        return leaving(
          known(machine, 'machine of this process').step(state, question.input, question.nowUs),
        );
      case 'export':
        return { message: { type: 'state', state }, transfer: [] };
    }
  };
}

const ready: ProcessAnswer = { message: { type: 'ready' }, transfer: [] };

/** What leaves is a copy, handed over without another: the process may keep its own (COORD-7). */
function leaving(effects: readonly Effect[]): ProcessAnswer {
  const transfer: ArrayBuffer[] = [];
  const copies = effects.map((effect) => {
    if (effect.do !== 'send') return effect;
    const bytes = effect.bytes.slice();
    transfer.push(bytes.buffer);
    return { ...effect, bytes };
  });
  return { message: { type: 'effects', effects: copies }, transfer };
}
