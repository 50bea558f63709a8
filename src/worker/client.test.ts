import { describe, expect, test } from 'vitest';
import { builtins } from '../simulation/builtins.ts';
import { createSimulationClient } from './client.ts';
import type { FromSimulation } from './messages.ts';

/** The messages of the simulation, up to the first that `enough` accepts. */
function heardUntil(enough: (message: FromSimulation) => boolean) {
  let done: (heard: readonly FromSimulation[]) => void;
  const heard: FromSimulation[] = [];
  const all = new Promise<readonly FromSimulation[]>((resolve) => {
    done = resolve;
  });
  const receive = (message: FromSimulation) => {
    heard.push(message);
    if (enough(message)) done(heard);
  };
  return { all, receive };
}

// Node has none either, so this is the page without them.
describe('a page without Web Workers', () => {
  test('simulates in its own thread, as far as it is asked', async () => {
    const { all, receive } = heardUntil(
      (message) => message.type === 'events' && message.handledUntilUs >= 4_000_000,
    );
    const client = createSimulationClient(receive);
    client.open(1, builtins[0]!.experiment);
    client.advance(1, 4_000_000);
    const heard = await all;
    expect(heard.every(({ type }) => type === 'events')).toBe(true);
    const hosts = heard.flatMap((message) => (message.type === 'events' ? [message.host] : []));
    expect(new Set(hosts)).toEqual(new Set(['inline']));
  });

  test('a fresh simulation knows no run, and the old one is not heard any more', async () => {
    const runs: number[] = [];
    const { all, receive } = heardUntil((message) => message.run === 2);
    const client = createSimulationClient((message) => {
      runs.push(message.run);
      receive(message);
    });
    client.open(1, builtins[0]!.experiment);
    client.restart();
    client.open(2, builtins[0]!.experiment);
    await all;
    expect(runs).toEqual([2]);
  });
});
