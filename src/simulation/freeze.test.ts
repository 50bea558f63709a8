/** Freezing and thawing (protocol.md, section 10), with processes that only do as told. */
import { describe, expect, it } from 'vitest';
import { both, dials, logOf, play, puppetExperiment, send } from './puppets.ts';
import type { Puppet } from './puppets.ts';
import { eventsOf } from './testing.ts';

const freeze = { atMs: 100, do: 'freeze', target: 'broker-1' };
const thaw = { atMs: 900, do: 'thaw', target: 'broker-1' };

/** Sends 1 at 190 ms and 2 at 290 ms: they arrive at 200 and 300. */
const caller = both(
  dials('broker-1', (out) => {
    out.startTimer('heartbeat', '1', 170_000);
    out.startTimer('heartbeat', '2', 270_000);
  }),
  (input, out) => {
    if (input.kind === 'timer') send(out, 'line', Number(input.subject));
  },
);

/** Arms timers for 200 (the moment of the first arrival), 250 and 300 ms. */
const armed: Puppet = (input, out) => {
  if (input.kind !== 'started') return;
  for (const ms of [200, 250, 300]) out.startTimer('heartbeat', `${ms}`, ms * 1000);
};

function pileOf(puppet: Puppet) {
  const experiment = puppetExperiment([freeze, thaw]);
  const simulation = play({ 'c-1': caller, 'broker-1': puppet }, experiment);
  return { simulation, log: logOf(simulation, 'broker-1').slice(2) };
}

describe('thaw', () => {
  it('hands over what piled up in its order, arrivals first at the same moment', () => {
    const { log } = pileOf(armed);
    expect(log).toEqual([
      [900, 'thawed'],
      [900, 'message 1'],
      [900, 'timer 200'],
      [900, 'timer 250'],
      [900, 'message 2'],
      [900, 'timer 300'],
    ]);
  });

  it('skips a piled timer that an earlier piled input cancelled or started again', () => {
    const listens: Puppet = (input, out) => {
      if (input.kind !== 'message' || input.bytes[0] !== 1) return;
      out.cancelTimer('heartbeat', '250');
      out.startTimer('heartbeat', '300', 500_000);
    };
    expect(pileOf(both(armed, listens)).log).toEqual([
      [900, 'thawed'],
      [900, 'message 1'],
      [900, 'timer 200'],
      [900, 'message 2'],
      // Its window counts from the thaw.
      [1400, 'timer 300'],
    ]);
  });

  it('a periodic timer fires once, not once a missed period', () => {
    const periodic: Puppet = (input, out) => {
      if (input.kind === 'started' || input.kind === 'timer') {
        out.startTimer('heartbeat', 'tick', 150_000);
      }
    };
    const simulation = play({ 'broker-1': periodic }, puppetExperiment([freeze, thaw]), 1100);
    expect(logOf(simulation, 'broker-1').slice(1)).toEqual([
      [900, 'thawed'],
      [900, 'timer tick'],
      [1050, 'timer tick'],
    ]);
  });

  it('what is on the pile of a connection that an earlier input closed is not read', () => {
    const closes: Puppet = (input, out) => {
      if (input.kind === 'message') out.closeConnection(input.connection);
    };
    const { simulation, log } = pileOf(closes);
    expect(log).toEqual([
      [900, 'thawed'],
      [900, 'message 1'],
    ]);
    const dropped = eventsOf(simulation.trace, 'message-dropped');
    expect(dropped.map(({ atUs, reason }) => [atUs, reason])).toEqual([
      [900_000, 'connection-closed'],
    ]);
  });

  it('what is on the pile of a process that an earlier input ended is lost', () => {
    const ends: Puppet = (input, out) => {
      if (input.kind === 'message') out.exit('fatal-error');
    };
    const { trace, host } = play(
      { 'c-1': caller, 'broker-1': ends },
      puppetExperiment([freeze, thaw]),
    );
    expect(host.stateOf('broker-1')).toBeUndefined();
    const dropped = eventsOf(trace, 'message-dropped');
    expect(dropped.map(({ reason }) => reason)).toEqual(['receiver-down']);
  });
});

describe('frozen', () => {
  it('its connections stay open, and what reached it waits', () => {
    const simulation = play({ 'c-1': caller }, puppetExperiment([freeze]));
    expect(eventsOf(simulation.trace, 'connection-closed')).toEqual([]);
    const held = eventsOf(simulation.trace, 'message-held');
    expect(held.map(({ atUs, reason }) => [atUs, reason])).toEqual([
      [200_000, 'receiver-frozen'],
      [300_000, 'receiver-frozen'],
    ]);
  });

  it('killed, it loses what waited', () => {
    const commands = [freeze, { ...thaw, do: 'kill' }];
    const { trace } = play({ 'c-1': caller }, puppetExperiment(commands));
    const dropped = eventsOf(trace, 'message-dropped');
    expect(dropped.map(({ atUs, reason }) => [atUs, reason])).toEqual([
      [900_000, 'receiver-down'],
      [900_000, 'receiver-down'],
    ]);
  });

  it('a close that reached it is told after the data before it', () => {
    const callsAndLeaves = both(caller, (input, out) => {
      if (input.kind === 'timer' && input.subject === '2') out.closeConnection('line');
    });
    const experiment = puppetExperiment([freeze, thaw]);
    const simulation = play({ 'c-1': callsAndLeaves }, experiment);
    expect(logOf(simulation, 'broker-1').slice(2)).toEqual([
      [900, 'thawed'],
      [900, 'message 1'],
      [900, 'message 2'],
      [900, 'closed closed'],
    ]);
  });
});
