/**
 * The page's side of the thread boundary: starts the simulation and speaks to it. It runs in a Web
 * Worker; where there are none, in the page itself.
 */
import type { Experiment } from '../trace/experiment.ts';
import type { ForkFrom, FromSimulation, ToSimulation } from './messages.ts';

export interface SimulationClient {
  /** Starts a run; with `from`, one that shares a prefix with another. */
  readonly open: (run: number, experiment: Experiment, from?: ForkFrom) => void;
  /** Simulate `run` up to and including `untilUs`; `beside`: another one is shown, this one too. */
  readonly advance: (run: number, untilUs: number, beside?: 'beside') => void;
  readonly close: (run: number) => void;
  /** A fresh simulation that knows no run; for after a crash. */
  readonly restart: () => void;
}

/** One simulation, wherever it runs. */
interface Simulation {
  readonly send: (message: ToSimulation) => void;
  readonly end: () => void;
  /** More processes than this are stepped in the simulation's own thread. */
  readonly maxProcessWorkers: number;
}

type Receive = (message: FromSimulation) => void;
type Fail = (text: string) => void;

function startInWorker(receive: Receive, fail: Fail): Simulation {
  // The bundler finds the worker only by this very form.
  const worker = new Worker(new URL('./simulation.worker.ts', import.meta.url), {
    type: 'module',
    name: 'simulation',
  });
  worker.onmessage = ({ data }: MessageEvent<FromSimulation>) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || 'its worker could not be started');
  };
  return {
    send: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    maxProcessWorkers: 16,
  };
}

function startInPage(receive: Receive, fail: Fail): Simulation {
  let isOver = false;
  const hear: Receive = (message) => {
    if (!isOver) receive(message);
  };
  const server = import('./in-page.ts').then(({ serveInPage }) => serveInPage(hear));
  return {
    send: (message) => {
      server.then(
        (started) => started.receive(message),
        (error: unknown) => fail(String(error)),
      );
    },
    end: () => {
      isOver = true;
    },
    maxProcessWorkers: 0,
  };
}

export function createSimulationClient(receive: Receive): SimulationClient {
  let lastRun = 0;
  let simulation = start();

  function start(): Simulation {
    const fail: Fail = (text) =>
      receive({ type: 'failed', run: lastRun, where: 'the simulation', text });
    return typeof Worker === 'undefined'
      ? startInPage(receive, fail)
      : startInWorker(receive, fail);
  }

  return {
    open: (run, experiment, from) => {
      lastRun = run;
      const { send, maxProcessWorkers } = simulation;
      send({ type: 'open', run, experiment, maxProcessWorkers, ...(from ? { from } : {}) });
    },
    advance: (run, untilUs, beside) => {
      if (beside) return simulation.send({ type: 'advance', run, untilUs, beside: true });
      lastRun = run;
      simulation.send({ type: 'advance', run, untilUs });
    },
    close: (run) => simulation.send({ type: 'close', run }),
    restart: () => {
      simulation.end();
      simulation = start();
    },
  };
}
