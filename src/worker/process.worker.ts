/// <reference lib="webworker" />
/** One process in a thread of its own: it has a state, gets inputs, and answers with effects. */
import { known } from '../lib/assert.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Effect, ProcessRole } from '../protocol/step.ts';
import type { FromProcess, ToProcess } from './messages.ts';

declare const self: DedicatedWorkerGlobalScope;

let role: ProcessRole | null = null;
let state: unknown;

function answer(message: FromProcess, transfer: Transferable[] = []): void {
  self.postMessage(message, transfer);
}

/** What leaves is a copy, handed over without another: the process may keep its own (COORD-7). */
function leaving(effects: readonly Effect[]): { effects: Effect[]; buffers: Transferable[] } {
  const buffers: Transferable[] = [];
  const copies = effects.map((effect) => {
    if (effect.do !== 'send') return effect;
    const bytes = effect.bytes.slice();
    buffers.push(bytes.buffer);
    return { ...effect, bytes };
  });
  return { effects: copies, buffers };
}

self.onmessage = ({ data }: MessageEvent<ToProcess>) => {
  switch (data.type) {
    case 'start':
      role = data.role;
      state = registerProtocol.machines[data.role].initialState(data.start);
      return answer({ type: 'ready' });
    case 'adopt':
      ({ role, state } = data);
      return answer({ type: 'ready' });
    case 'step': {
      const machine = registerProtocol.machines[known(role, 'role of this process')];
      const { effects, buffers } = leaving(machine.step(state, data.input, data.nowUs));
      return answer({ type: 'effects', effects }, buffers);
    }
    case 'export':
      return answer({ type: 'state', state });
  }
};
