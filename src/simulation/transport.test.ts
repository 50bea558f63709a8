/** Connections as processes see them (protocol.md, section 10), with processes that only do as told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { both, dials, later, logOf, play, puppetExperiment, send } from './puppets.ts';
import type { Puppet } from './puppets.ts';
import { eventsOf } from './testing.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const messagesIn = (log: [number, string][]) =>
  log.flatMap(([, text]) => (text.startsWith('message') ? [Number(text.slice(8))] : []));
const sendAll =
  (count: number): Parameters<typeof dials>[1] =>
  (out) => {
    for (const byte of numbers(count)) send(out, 'line', byte);
  };

describe('opening', () => {
  it('takes one round trip', () => {
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment([]));
    expect(logOf(simulation, 'broker-1')).toEqual([
      [0, 'started'],
      [10, 'opened'],
    ]);
    expect(logOf(simulation, 'c-1')).toEqual([
      [0, 'started'],
      [20, 'opened'],
    ]);
  });

  const dialsLater = later(1000, (out) => out.openConnection('line', 'broker-1'));

  it('is refused by the system of a process that is down', () => {
    const commands = [{ atMs: 500, do: 'kill', target: 'broker-1' }];
    const simulation = play({ 'c-1': dialsLater }, puppetExperiment(commands));
    expect(logOf(simulation, 'c-1').at(-1)).toEqual([1020, 'closed refused']);
  });

  it('[LINK-1] where the power is off nothing answers, until the transport gives up', () => {
    const commands = [{ atMs: 500, do: 'power-off', target: 'broker-1' }];
    const before = play({ 'c-1': dialsLater }, puppetExperiment(commands), 16_009.999);
    expect(logOf(before, 'c-1').at(-1)).toEqual([1000, 'timer work']);
    before.advance(16_010_000);
    expect(logOf(before, 'c-1').at(-1)).toEqual([16_010, 'closed timeout']);
  });

  it('is accepted once by the system of a frozen process, which hears of it when it thaws', () => {
    const commands = [
      { atMs: 500, do: 'freeze', target: 'broker-1' },
      { atMs: 3000, do: 'thaw', target: 'broker-1' },
    ];
    const speaks: Puppet = (input, out) => {
      if (input.kind === 'connection-opened') send(out, 'line', 1);
    };
    const simulation = play({ 'c-1': both(dialsLater, speaks) }, puppetExperiment(commands));
    expect(logOf(simulation, 'c-1').slice(2)).toEqual([[1020, 'opened']]);
    expect(logOf(simulation, 'broker-1').slice(1)).toEqual([
      [3000, 'thawed'],
      [3000, 'opened'],
      [3000, 'message 1'],
    ]);
  });
});

describe('order', () => {
  it('what is sent on a connection arrives in order, whatever the jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (highMs) => {
        const experiment = puppetExperiment([], { latencyMs: [0.001, highMs] });
        const simulation = play({ 'c-1': dials('broker-1', sendAll(40)) }, experiment);
        expect(messagesIn(logOf(simulation, 'broker-1'))).toEqual(numbers(40));
      }),
      { numRuns: 20 },
    );
  });

  it('a close comes behind the data', () => {
    const experiment = puppetExperiment([], { latencyMs: [1, 500] });
    const talks = dials('broker-1', (out) => {
      sendAll(20)?.(out);
      out.closeConnection('line');
    });
    const log = logOf(play({ 'c-1': talks }, experiment), 'broker-1');
    expect(messagesIn(log)).toEqual(numbers(20));
    expect(log.at(-1)?.[1]).toBe('closed closed');
  });

  it('nothing is read from a connection that one has closed', () => {
    const closes: Puppet = (input, out) => {
      if (input.kind === 'message') out.closeConnection(input.connection);
    };
    const puppets = { 'c-1': dials('broker-1', sendAll(3)), 'broker-1': closes };
    const simulation = play(puppets, puppetExperiment([]));
    expect(messagesIn(logOf(simulation, 'broker-1'))).toEqual([0]);
    const dropped = eventsOf(simulation.trace, 'message-dropped');
    expect(dropped.map(({ reason }) => reason)).toEqual(['connection-closed', 'connection-closed']);
  });
});

describe('kill', () => {
  const killed = [{ atMs: 1000, do: 'kill', target: 'c-1' }];
  const talks = dials('broker-1', (out) => out.startTimer('heartbeat', 'talk', 900_000));
  const talksOn: Puppet = (input, out) => {
    if (input.kind !== 'timer') return;
    for (const byte of numbers(30)) send(out, 'line', byte);
  };

  it('[LINK-2] the reset does not queue behind the data; what had not arrived is dropped', () => {
    const experiment = puppetExperiment(killed, { latencyMs: [20, 20] });
    const slowed = [
      { atMs: 900, do: 'slow-link', target: ['c-1', 'broker-1'], latencyMs: [300, 300] },
      { atMs: 980, do: 'slow-link', target: ['c-1', 'broker-1'], latencyMs: [50, 50] },
      ...killed,
    ];
    const simulation = play(
      { 'c-1': both(talks, talksOn) },
      { ...experiment, commands: puppetExperiment(slowed).commands },
    );
    const log = logOf(simulation, 'broker-1');
    expect(log.at(-1)).toEqual([1050, 'closed reset']);
    expect(messagesIn(log)).toEqual([]);
    const dropped = eventsOf(simulation.trace, 'message-dropped');
    expect(dropped.length).toBe(30);
    expect(new Set(dropped.map(({ reason, atUs }) => `${reason} ${atUs}`))).toEqual(
      new Set(['reset 1050000']),
    );
    expect(dropped[0]?.rules).toEqual(['LINK-2']);
  });

  it('[LINK-2] what had arrived before the reset was read', () => {
    const simulation = play({ 'c-1': both(talks, talksOn) }, puppetExperiment(killed));
    const log = logOf(simulation, 'broker-1');
    expect(messagesIn(log)).toEqual(numbers(30));
    expect(log.at(-1)).toEqual([1010, 'closed reset']);
  });

  it('[LINK-2] a reset that overtakes the request to open leaves no half-open connection', () => {
    const commands = [
      { atMs: 0.001, do: 'slow-link', target: ['c-1', 'broker-1'], latencyMs: [1, 1] },
      { atMs: 0.002, do: 'kill', target: 'c-1' },
    ];
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment(commands));
    expect(logOf(simulation, 'broker-1')).toEqual([[0, 'started']]);
    expect(simulation.kernel.state.connections.size).toBe(0);
  });

  it('what is sent to it is dropped', () => {
    const answers: Puppet = (input, out) => {
      if (input.kind === 'message') send(out, input.connection, 99);
    };
    const commands = [{ atMs: 935, do: 'kill', target: 'c-1' }];
    const puppets = { 'c-1': both(talks, talksOn), 'broker-1': answers };
    const simulation = play(puppets, puppetExperiment(commands));
    const dropped = eventsOf(simulation.trace, 'message-dropped');
    expect(new Set(dropped.map(({ reason }) => reason))).toEqual(new Set(['receiver-down']));
    expect(dropped.length).toBe(30);
  });

  it('its state is gone, and its timers', () => {
    const simulation = play({ 'c-1': later(2000, () => undefined) }, puppetExperiment(killed));
    expect(simulation.host.stateOf('c-1')).toBeUndefined();
    expect(eventsOf(simulation.trace, 'timer-fired')).toEqual([]);
  });
});

describe('power off', () => {
  const off = { atMs: 1000, do: 'power-off', target: 'c-1' };

  it('[LINK-1] the living end closes after the transport timeout, not one microsecond before', () => {
    const simulation = play({ 'c-1': dials('broker-1') }, puppetExperiment([off]), 15_999.999);
    expect(logOf(simulation, 'broker-1').at(-1)).toEqual([10, 'opened']);
    simulation.advance(16_000_000);
    expect(logOf(simulation, 'broker-1').at(-1)).toEqual([16_000, 'closed timeout']);
    expect(eventsOf(simulation.trace, 'connection-closed')[0]?.rules).toEqual(['LINK-1']);
  });

  it('what is under way still arrives', () => {
    const talks: Puppet = (input, out) => {
      if (input.kind === 'connection-opened') out.startTimer('heartbeat', 'talk', 975_000);
      if (input.kind === 'timer') send(out, 'line', 5);
    };
    const puppets = { 'c-1': both(dials('broker-1'), talks) };
    const simulation = play(puppets, puppetExperiment([off]), 2000);
    expect(logOf(simulation, 'broker-1').at(-1)).toEqual([1005, 'message 5']);
  });

  it('a restarted process resets the old connection at the next message', () => {
    const commands = [off, { atMs: 2000, do: 'start-consumer', group: 'billing', name: 'c-1' }];
    const dialsOnce: Puppet = (input, out, nowUs) => {
      if (nowUs === 0) dials('broker-1')(input, out, nowUs);
    };
    const speaks: Puppet = (input, out) => {
      if (input.kind === 'connection-opened') out.startTimer('heartbeat', 'talk', 2_990_000);
      if (input.kind === 'timer') send(out, 'line', 5);
    };
    const simulation = play({ 'c-1': dialsOnce, 'broker-1': speaks }, puppetExperiment(commands));
    expect(logOf(simulation, 'c-1')).toEqual([[2000, 'started']]);
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([
      [3000, 'timer talk'],
      [3020, 'closed reset'],
    ]);
  });
});
