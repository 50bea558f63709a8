/** A store whose simulation runs in the same thread and answers at once; for tests. */
import { known } from '../lib/assert.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { experimentOf, groupOf } from '../simulation/testing.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { SimulationClient } from '../worker/client.ts';
import type { FromSimulation } from '../worker/messages.ts';
import { forkRun, openRun } from '../worker/run.ts';
import type { Run } from '../worker/run.ts';
import { createPlayground } from './create.ts';
import type { PlaygroundStore } from './playground.ts';

function inThread(receive: (message: FromSimulation) => void): SimulationClient {
  const runs = new Map<number, Run>();
  const send = (run: Run) => {
    const chunk = run.kernel.recorder.trace.take();
    const { handledUntilUs } = run;
    receive({ type: 'events', run: run.id, chunk, handledUntilUs, host: 'inline' });
  };
  return {
    open: (id, experiment, from) => {
      const parent = from && known(runs.get(from.run), 'run to fork from');
      const run = parent
        ? forkRun(id, parent, from.seq, from.atUs, experiment)
        : openRun(id, registerProtocol, experiment);
      runs.set(id, run);
      send(run);
    },
    advance: (id, untilUs) => {
      const run = known(runs.get(id), 'run to advance');
      run.advanceInline(untilUs);
      send(run);
    },
    close: (id) => void runs.delete(id),
    restart: () => runs.clear(),
  };
}

const settled = experimentOf({ seed: 3, scenario: groupOf(3) });

/** A group of three, opened and played up to `atUs`. */
export function playground(atUs = 5_000_000, experiment: Experiment = settled): PlaygroundStore {
  return slowPlayground(atUs, experiment).store;
}

/** The same; what the simulation answers can be held back, and let go later. */
export function slowPlayground(atUs = 5_000_000, experiment: Experiment = settled) {
  const early: FromSimulation[] = [];
  const later: { store?: PlaygroundStore } = {};
  let holds = false;
  const client = inThread((message) => {
    if (later.store && !holds) later.store.getState().receive(message);
    else early.push(message);
  });
  const letGo = () => {
    // What is answered meanwhile comes after what has been held back.
    holds = true;
    for (let next = early.shift(); next; next = early.shift())
      later.store?.getState().receive(next);
    holds = false;
  };
  const store = createPlayground(client, experiment);
  later.store = store;
  letGo();
  store.getState().seek(atUs);
  return { store, hold: () => (holds = true), letGo };
}
