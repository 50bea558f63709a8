/** The simulation in the page's own thread, for browsers without Web Workers. Loaded only there. */
import { registerProtocol } from '../protocol/register/index.ts';
import { mailbox } from './mailbox.ts';
import type { FromSimulation } from './messages.ts';
import { SimulationServer } from './server.ts';

export function serveInPage(receive: (message: FromSimulation) => void): SimulationServer {
  return new SimulationServer({
    protocol: registerProtocol,
    post: receive,
    // Never asked for: the client allows no process a thread.
    startThread: (name) => {
      throw new Error(`no thread for ${name}: this browser has no Web Workers`);
    },
    nowMs: () => performance.now(),
    mailbox,
  });
}
