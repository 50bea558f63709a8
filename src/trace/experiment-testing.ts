/** For tests: files that are nearly right, and what the reader says of them. */
import { readExperiment } from './experiment-schema.ts';

type Json = Record<string, unknown>;

export const consumer = { name: 'c-1', topics: ['orders'] };
export const group = { id: 'billing', consumers: [consumer] };
export const topic = { name: 'orders', partitions: 6 };

export function file(more: Json = {}, scenario: Json = {}): Json {
  return {
    format: 'regroup-experiment',
    version: 1,
    scenario: { topics: [topic], groups: [group], ...scenario },
    ...more,
  };
}

export const withGroup = (more: Json) => file({}, { groups: [{ ...group, ...more }] });
export const withConsumer = (more: Json) => withGroup({ consumers: [{ ...consumer, ...more }] });
export const withPatterns = (more: Json) => withGroup({ consumers: [{ name: 'c-1', ...more }] });
export const withCommand = (command: unknown) => file({ commands: [command] });
export const names = 'must be a name: 1 to 64 of A-Z a-z 0-9 . _ - (not __proto__)';
export const ms = (low: number) =>
  `must be milliseconds from ${low} to 604800000 with at most three decimals`;

/** What is wrong with a file, in the one line that a person gets. */
export function lineOf(input: unknown): string {
  const read = readExperiment(input);
  return read.ok ? 'fine' : `${read.error.place}: ${read.error.message}`;
}
