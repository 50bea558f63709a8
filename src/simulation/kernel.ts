/**
 * What every part of the loop needs: the state, the recorder, and the few moves that all share
 * (append an event, look a process or a link up).
 */
import { known } from '../lib/assert.ts';
import { nextInt, randomStream } from '../lib/random.ts';
import type { Us } from '../lib/time.ts';
import { usToMs } from '../lib/time.ts';
import type { NewEvent } from '../trace/events.ts';
import type { Experiment } from '../trace/experiment.ts';
import type { Recorder } from '../trace/recorder.ts';
import { linkKey } from '../trace/world.ts';
import { feed } from './consumption.ts';
import type { End, GroupSettings, Link, LoopState, ProcessRecord } from './state.ts';

export interface Kernel {
  readonly experiment: Experiment;
  readonly state: LoopState;
  readonly recorder: Recorder;
}

/** Appends an event; returns its `seq`. */
export function append({ recorder, state }: Kernel, event: NewEvent): number {
  feed(state.consumption, event);
  return recorder.append(event);
}

export function nextNumber(state: LoopState): number {
  return state.nextNumber++;
}

export function processOf({ state }: Kernel, name: string): ProcessRecord {
  return known(state.processes.get(name), `process ${name}`);
}

/** The present incarnation of the process that has this end. */
export function recordOf({ state }: Kernel, { index }: End): ProcessRecord {
  return known(state.records[index], 'process of an end');
}

export function isUp({ status }: ProcessRecord): boolean {
  return status === 'running' || status === 'frozen';
}

/** The link between two processes; made, and stated in the trace, when it is first needed. */
export function linkOf(kernel: Kernel, a: string, b: string): Link {
  const { state } = kernel;
  const key = linkKey(a, b);
  const before = state.links.get(key);
  if (before) return before;
  const link: Link = {
    peers: a < b ? [a, b] : [b, a],
    latencyUs: state.defaultLatencyUs,
    cut: false,
    hasOwnLatency: false,
    corrupt: [null, null],
    streams: [null, null],
    held: [],
  };
  state.links.set(key, link);
  stateLink(kernel, link, null);
  return link;
}

export function stateLink(kernel: Kernel, link: Link, cause: number | null): void {
  const [low, high] = link.latencyUs;
  append(kernel, {
    kind: 'link-changed',
    atUs: kernel.state.nowUs,
    peers: link.peers,
    latencyMs: [usToMs(low), usToMs(high)],
    cut: link.cut,
    cause,
    rules: [],
  });
}

/** [CFG-1] A group, or its settings from now on. */
export function stateGroup(
  kernel: Kernel,
  { id: group, ...settings }: GroupSettings,
  cause: number | null,
): void {
  append(kernel, {
    kind: 'group-configured',
    atUs: kernel.state.nowUs,
    group,
    protocol: kernel.experiment.scenario.protocol,
    sessionTimeoutMs: settings.sessionTimeoutMs,
    heartbeatFrequency: settings.heartbeatFrequency,
    failedHeartbeatThreshold: settings.failedHeartbeatThreshold,
    strategy: settings.strategy,
    cause,
    rules: ['CFG-1'],
  });
}

/** One-way latency of the next thing that `from` sends over the link; a stream for each direction. */
export function drawLatencyUs({ seed }: LoopState, link: Link, from: string): Us {
  const { peers, streams, latencyUs } = link;
  const direction = from === peers[0] ? 0 : 1;
  let stream = streams[direction];
  if (stream === null) {
    stream = randomStream(seed, `link:${from}>${peers[1 - direction]}`);
    streams[direction] = stream;
  }
  return nextInt(stream, latencyUs[0], latencyUs[1]);
}
