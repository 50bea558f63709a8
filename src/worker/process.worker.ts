/// <reference lib="webworker" />
/** One process in a Web Worker of its own. */
import '../lib/pattern-engine.ts';
import { registerProtocol } from '../protocol/register/index.ts';
import type { ToProcess } from './messages.ts';
import { createProcess } from './process.ts';

declare const self: DedicatedWorkerGlobalScope;

const answer = createProcess(registerProtocol);

self.onmessage = ({ data }: MessageEvent<ToProcess>) => {
  const { message, transfer } = answer(data);
  self.postMessage(message, [...transfer]);
};
