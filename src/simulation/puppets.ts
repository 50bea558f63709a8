/**
 * For tests: a protocol whose processes do what a test tells them, by name, and keep a log of their
 * inputs. It has no clock, no settings and no opinion, so what a run shows is the transport's doing.
 */
import { Effects, opaque } from '../protocol/step.ts';
import type { Input, Protocol } from '../protocol/step.ts';
import type { Us } from '../lib/time.ts';
import type { Experiment } from '../trace/experiment.ts';
import { createInlineSimulation } from './inline.ts';
import type { InlineSimulation } from './inline.ts';
import { experimentOf } from './testing.ts';

/** What one process does with an input. */
export type Puppet = (input: Input, out: Effects, nowUs: Us) => void;

interface State {
  readonly name: string;
  readonly log: [atUs: Us, text: string][];
}

/** An input in a word or two: `started`, `opened`, `closed reset`, `message 7`, `timer backoff`. */
function textOf(input: Input): string {
  switch (input.kind) {
    case 'message':
      return `message ${input.bytes.join(' ')}`;
    case 'timer':
      return `timer ${input.subject}`;
    case 'connection-opened':
      return 'opened';
    case 'connection-closed':
      return `closed ${input.reason}`;
    default:
      return input.kind;
  }
}

export function puppetProtocol(puppets: Readonly<Record<string, Puppet>>): Protocol {
  const machine = opaque<State>({
    initialState: ({ name }) => ({ name, log: [] }),
    step: ({ name, log }, input, nowUs) => {
      const out = new Effects();
      // Every consumer is handed the logs right after its start: that is no test's doing.
      if (input.kind !== 'logs') log.push([nowUs, textOf(input)]);
      puppets[name]?.(input, out, nowUs);
      return out.list;
    },
  });
  return { id: 'puppets', machines: { consumer: machine, broker: machine, zookeeper: machine } };
}

/** Two consumers and two brokers that do nothing unless told. */
export function puppetExperiment(commands: readonly object[], network: object = {}): Experiment {
  const consumers = ['c-1', 'c-2'].map((name) => ({ name, topics: ['orders'] }));
  const scenario = {
    brokers: 2,
    topics: [{ name: 'orders' }],
    network: { latencyMs: [10, 10], ...network },
    groups: [{ id: 'billing', consumers }],
  };
  return experimentOf({ scenario, commands });
}

/** Runs until after all that a test does. */
export function play(
  puppets: Readonly<Record<string, Puppet>>,
  experiment: Experiment,
  untilMs = 60_000,
): InlineSimulation {
  const simulation = createInlineSimulation(experiment, puppetProtocol(puppets));
  simulation.advance(untilMs * 1000);
  return simulation;
}

/** What a process that lives has handled: `[ms, text]`. */
export function logOf(simulation: InlineSimulation, process: string): [number, string][] {
  const state = simulation.host.stateOf(process) as State;
  return state.log.map(([atUs, text]) => [atUs / 1000, text]);
}

/** Sends a message of one byte. */
export function send(out: Effects, connection: string, byte: number): void {
  const about = { api: 'Test', direction: 'request', correlationId: byte } as const;
  out.send(connection, Uint8Array.of(byte), about);
}

/** Does its work once, so long after its start. */
export function later(afterMs: number, work: (out: Effects) => void): Puppet {
  return (input, out) => {
    if (input.kind === 'started') out.startTimer('backoff', 'work', afterMs * 1000);
    if (input.kind === 'timer' && input.subject === 'work') work(out);
  };
}

/** All of them, one after the other. */
export function both(...puppets: readonly Puppet[]): Puppet {
  return (input, out, nowUs) => {
    for (const puppet of puppets) puppet(input, out, nowUs);
  };
}

/** Opens `line` to another process as soon as it starts; does its work once that is open. */
export function dials(to: string, work: (out: Effects) => void = () => undefined): Puppet {
  return (input, out) => {
    if (input.kind === 'started') out.openConnection('line', to);
    if (input.kind === 'connection-opened') work(out);
  };
}
