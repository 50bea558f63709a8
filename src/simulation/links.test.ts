/** Cut, restored and slow links (protocol.md, section 10), with processes that only do as told. */
import { describe, expect, it } from 'vitest';
import { both, dials, logOf, play, puppetExperiment, send } from './puppets.ts';
import type { Puppet } from './puppets.ts';
import { eventsOf } from './testing.ts';

const link = ['c-1', 'broker-1'];
const cut = (atMs: number) => ({ atMs, do: 'cut-link', target: link });
const restore = (atMs: number) => ({ atMs, do: 'restore-link', target: link });

/** Sends 1, 2, 3 ... every 100 ms once its connection is open. */
const counter = both(
  dials('broker-1', (out) => out.startTimer('heartbeat', '1', 100_000)),
  (input, out) => {
    if (input.kind !== 'timer') return;
    const count = Number(input.subject);
    send(out, 'line', count);
    if (count < 9) out.startTimer('heartbeat', `${count + 1}`, 100_000);
  },
);

/** Answers each message with its number and 100. */
const echo: Puppet = (input, out) => {
  if (input.kind === 'message') send(out, input.connection, 100 + (input.bytes[0] ?? 0));
};

describe('a cut link', () => {
  it('lets nothing pass; all that was held arrives at once when restored, in its old order', () => {
    // 1 is sent at 120 and arrives at 130; 2 and its answer are under way at 235.
    const experiment = puppetExperiment([cut(235), restore(570)]);
    const simulation = play({ 'c-1': counter, 'broker-1': echo }, experiment, 600);
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([
      [130, 'message 1'],
      [230, 'message 2'],
      [570, 'message 3'],
      [570, 'message 4'],
      [570, 'message 5'],
    ]);
    expect(logOf(simulation, 'c-1').filter(([, text]) => text.startsWith('message'))).toEqual([
      [140, 'message 101'],
      [570, 'message 102'],
      [580, 'message 103'],
      [580, 'message 104'],
      [580, 'message 105'],
    ]);
  });

  it('cut twice at one moment it keeps the order', () => {
    const commands = [cut(235), restore(400), cut(400), restore(570)];
    const simulation = play({ 'c-1': counter }, puppetExperiment(commands), 600);
    expect(logOf(simulation, 'broker-1').slice(4)).toEqual([
      [570, 'message 3'],
      [570, 'message 4'],
      [570, 'message 5'],
    ]);
  });

  it('[LINK-2] a reset does not pass it: the peer learns of a kill when it is restored', () => {
    const commands = [cut(200), { atMs: 300, do: 'kill', target: 'c-1' }, restore(5000)];
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment(commands));
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([[5000, 'closed reset']]);
  });

  it('a close does not pass it either', () => {
    const closes: Puppet = (input, out) => {
      if (input.kind === 'timer') out.closeConnection('line');
    };
    const puppet = both(
      dials('broker-1', (out) => out.startTimer('backoff', '', 300_000)),
      closes,
    );
    const simulation = play({ 'c-1': puppet }, puppetExperiment([cut(200), restore(5000)]));
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([[5000, 'closed closed']]);
  });
});

describe('a link that stays cut', () => {
  it('[LINK-1] an idle connection closes at both ends after the transport timeout', () => {
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment([cut(500)]), 15_499.999);
    expect(logOf(simulation, 'c-1').at(-1)).toEqual([20, 'opened']);
    simulation.advance(15_500_000);
    for (const process of ['c-1', 'broker-1']) {
      expect(logOf(simulation, process).at(-1)).toEqual([15_500, 'closed timeout']);
    }
  });

  it('[LINK-1] restored one microsecond before, it stays open; the next cut counts anew', () => {
    const commands = [cut(500), restore(15_499.999), cut(15_600), restore(30_000)];
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment(commands));
    expect(eventsOf(simulation.trace, 'connection-closed')).toEqual([]);
  });

  it('[LINK-1] a connection that was being opened is given up, and its request is never heard', () => {
    const gives: Puppet = (input, out) => {
      if (input.kind === 'started') out.startTimer('request', '', 1_000_000);
      if (input.kind === 'timer') out.closeConnection('line');
    };
    const commands = [cut(0), restore(20_000)];
    for (const puppet of [dials('broker-1'), both(dials('broker-1'), gives)]) {
      const simulation = play({ 'c-1': puppet }, puppetExperiment(commands));
      expect(logOf(simulation, 'broker-1')).toEqual([[0, 'started']]);
      expect(simulation.kernel.state.connections.size).toBe(0);
    }
  });

  it('[LINK-1] what was held on a connection that is given up is lost', () => {
    const simulation = play({ 'c-1': counter }, puppetExperiment([cut(235), restore(20_000)]));
    const dropped = eventsOf(simulation.trace, 'message-dropped');
    expect(dropped.map(({ reason, atUs }) => `${reason} ${atUs}`)).toEqual(
      Array.from({ length: 7 }, () => 'timeout 15235000'),
    );
    expect(logOf(simulation, 'broker-1').at(-1)).toEqual([15_235, 'closed timeout']);
  });
});

describe('a slow link', () => {
  it('takes its new latency from now on, and keeps the order when it is fast again', () => {
    const slow = (atMs: number, latencyMs: number[]) => ({
      atMs,
      do: 'slow-link',
      target: link,
      latencyMs,
    });
    const commands = [slow(150, [250, 250]), slow(350, [10, 10])];
    const simulation = play({ 'c-1': counter }, puppetExperiment(commands), 600);
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([
      [130, 'message 1'],
      [470, 'message 2'],
      [570, 'message 3'],
      [570, 'message 4'],
      [570, 'message 5'],
    ]);
  });
});
