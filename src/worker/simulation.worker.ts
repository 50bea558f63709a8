/// <reference lib="webworker" />
/** The simulation worker: a server in a Web Worker, which starts a Web Worker for each process. */
import '../lib/pattern-engine.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import { mailbox } from './mailbox.ts';
import type { FromProcess, ToSimulation } from './messages.ts';
import { SimulationServer } from './server.ts';
import { ProcessFailure } from './worker-host.ts';
import type { Thread } from './worker-host.ts';

declare const self: DedicatedWorkerGlobalScope;

function startThread(name: string): Thread {
  // The bundler finds the worker only by this very form.
  const worker = new Worker(new URL('./process.worker.ts', import.meta.url), {
    type: 'module',
    name,
  });
  return {
    ask: (question, transfer = []) =>
      new Promise<FromProcess>((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<FromProcess>) => resolve(data);
        worker.onerror = (event) => {
          event.preventDefault();
          reject(new ProcessFailure(name, event.message || 'its worker could not be started'));
        };
        worker.postMessage(question, [...transfer]);
      }),
    end: () => worker.terminate(),
  };
}

const server = new SimulationServer({
  protocol: registerProtocol,
  post: (message, transfer) => self.postMessage(message, [...transfer]),
  startThread,
  nowMs: () => performance.now(),
  mailbox,
});

self.onmessage = ({ data }: MessageEvent<ToSimulation>) => server.receive(data);
