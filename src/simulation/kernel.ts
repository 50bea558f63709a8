/**
 * What every part of the loop needs: the state, the recorder, and the few moves that all share
 * (schedule an item, append an event, look a thing up).
 */
import { known } from '../lib/assert.ts';
import { nextInt, randomStream } from '../lib/random.ts';
import type { Us } from '../lib/time.ts';
import { usToMs } from '../lib/time.ts';
import type { NewEvent } from '../trace/events.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { Recorder } from '../trace/recorder.ts';
import { linkKey } from '../trace/world.ts';
import { classes, push } from './queue.ts';
import type { Connection, Item, Link, LoopState, ProcessRecord } from './state.ts';

export interface Kernel {
  readonly experiment: Experiment;
  readonly state: LoopState;
  readonly recorder: Recorder;
}

/** Distributes over the union, so that each kind keeps its own fields. */
type WithoutTime<E> = E extends NewEvent ? Omit<E, 'atUs'> : never;

/** Appends an event at the present moment; returns its `seq`. */
export function append(kernel: Kernel, event: WithoutTime<NewEvent>): number {
  // Written into the fresh event itself: a copy of each would be the loop's largest cost.
  const timed = event as { atUs?: number };
  timed.atUs = kernel.state.nowUs;
  return kernel.recorder.append(timed as NewEvent);
}

export function schedule(
  { state }: Kernel,
  atUs: Us,
  kind: keyof typeof classes,
  source: string,
  item: Item,
): void {
  push(state.queue, { atUs, class: classes[kind], source, number: nextNumber(state), item });
}

export function nextNumber(state: LoopState): number {
  return state.nextNumber++;
}

export function processOf({ state }: Kernel, name: string): ProcessRecord {
  return known(state.processes.get(name), `process ${name}`);
}

export function connectionOf({ state }: Kernel, id: string): Connection | undefined {
  return state.connections.get(id);
}

/** The link between two processes; made, and stated in the trace, when it is first needed. */
export function linkOf(kernel: Kernel, a: string, b: string): Link {
  const { state } = kernel;
  const key = linkKey(a, b);
  let link = state.links.get(key);
  if (!link) {
    const peers = a < b ? ([a, b] as const) : ([b, a] as const);
    const latencyUs = state.defaultLatencyUs;
    link = { peers, latencyUs, cut: false, streams: new Map(), held: [] };
    state.links.set(key, link);
    stateLink(kernel, link, null);
  }
  return link;
}

export function stateLink(kernel: Kernel, link: Link, cause: number | null): void {
  const [low, high] = link.latencyUs;
  append(kernel, {
    kind: 'link-changed',
    peers: link.peers,
    latencyMs: [usToMs(low), usToMs(high)],
    cut: link.cut,
    cause,
    rules: [],
  });
}

/** One-way latency of the next thing that `from` sends over the link; a stream for each direction. */
export function drawLatencyUs({ state }: Kernel, link: Link, from: string): Us {
  let stream = link.streams.get(from);
  if (!stream) {
    const to = link.peers[0] === from ? link.peers[1] : link.peers[0];
    stream = randomStream(state.seed, `link:${from}>${to}`);
    link.streams.set(from, stream);
  }
  return nextInt(stream, link.latencyUs[0], link.latencyUs[1]);
}
