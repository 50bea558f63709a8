/** The page's side of the thread boundary: starts the simulation worker and speaks to it. */
import type { Experiment } from '../trace/experiment.ts';
import type { ForkFrom, FromSimulation, ToSimulation } from './messages.ts';

export interface SimulationClient {
  /** Starts a run; with `from`, one that shares a prefix with another. */
  readonly open: (run: number, experiment: Experiment, from?: ForkFrom) => void;
  /** Simulate `run` up to and including `untilUs`. */
  readonly advance: (run: number, untilUs: number) => void;
  readonly close: (run: number) => void;
  /** A fresh worker that knows no run; for after a crash. */
  readonly restart: () => void;
}

/** More processes than this are stepped in the simulation worker's own thread. */
const maxProcessWorkers = 16;

export function createSimulationClient(
  receive: (message: FromSimulation) => void,
): SimulationClient {
  let lastRun = 0;
  let worker = start();

  function start(): Worker {
    // The bundler finds the worker only by this very form.
    const fresh = new Worker(new URL('./simulation.worker.ts', import.meta.url), {
      type: 'module',
      name: 'simulation',
    });
    fresh.onmessage = ({ data }: MessageEvent<FromSimulation>) => receive(data);
    fresh.onerror = (event) => {
      event.preventDefault();
      receive({ type: 'failed', run: lastRun, where: 'the simulation', text: event.message });
    };
    return fresh;
  }

  function send(message: ToSimulation): void {
    worker.postMessage(message);
  }

  return {
    open: (run, experiment, from) => {
      lastRun = run;
      send({ type: 'open', run, experiment, maxProcessWorkers, ...(from ? { from } : {}) });
    },
    advance: (run, untilUs) => {
      lastRun = run;
      send({ type: 'advance', run, untilUs });
    },
    close: (run) => send({ type: 'close', run }),
    restart: () => {
      worker.terminate();
      worker = start();
    },
  };
}
