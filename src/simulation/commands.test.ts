/** What commands hit, and that one on what cannot take it is recorded and has no effect. */
import { describe, expect, it } from 'vitest';
import type { Fact } from '../protocol/facts.ts';
import { paths } from '../protocol/zookeeper/nodes.ts';
import { logOf, play, puppetExperiment } from './puppets.ts';
import type { Puppet } from './puppets.ts';
import { eventsOf } from './testing.ts';

const targetsOf = (commands: readonly object[], puppets: Record<string, Puppet> = {}) =>
  eventsOf(play(puppets, puppetExperiment(commands)).trace, 'command').map(
    ({ targets }) => targets,
  );

describe('a command on what cannot take it', () => {
  it.each([
    [{ do: 'thaw', target: 'c-1' }],
    [{ do: 'restore-link', target: ['c-1', 'broker-1'] }],
    [{ do: 'start-consumer', group: 'billing', name: 'c-1' }],
    [{ do: 'start-broker', name: 'broker-1' }],
    [{ do: 'kill', target: '@billing' }],
    [{ do: 'freeze', target: '@controller' }],
    [{ do: 'cut-link', target: ['c-1', '@billing'] }],
  ])('is recorded with no targets: %j', (command) => {
    const { trace } = play({}, puppetExperiment([{ atMs: 100, ...command }]), 1000);
    const after = eventsOf(trace, 'command').map(({ targets, seq }) => [targets, seq]);
    expect(after).toEqual([[[], trace.length - 1]]);
  });

  it.each(['kill', 'power-off', 'stop', 'freeze', 'thaw'])('%s of what is down', (verb) => {
    const commands = [
      { atMs: 100, do: 'kill', target: 'c-1' },
      { atMs: 200, do: verb, target: 'c-1' },
    ];
    expect(targetsOf(commands)).toEqual([['c-1'], []]);
  });

  it('freezing what is frozen, cutting what is cut', () => {
    const commands = [
      { atMs: 100, do: 'freeze', target: 'c-1' },
      { atMs: 200, do: 'freeze', target: 'c-1' },
      { atMs: 300, do: 'cut-link', target: ['c-1', 'broker-1'] },
      { atMs: 400, do: 'cut-link', target: ['broker-1', 'c-1'] },
    ];
    expect(targetsOf(commands)).toEqual([['c-1'], [], ['c-1', 'broker-1'], []]);
  });
});

describe('targets that stand for a process', () => {
  /** ZooKeeper says that broker-2 coordinates subset 9, which is that of group billing. */
  const written: Fact = {
    kind: 'metadata-written',
    path: `${paths.coordinators}/9`,
    broker: 'broker-2',
    epoch: 1,
  };
  const elects: Puppet = (input, out) => {
    if (input.kind === 'started') out.report(written, ['COORD-2']);
  };
  const controls: Puppet = (input, out) => {
    if (input.kind === 'started') out.report({ kind: 'controller-elected', reason: 'first' });
  };

  it('[COORD-1] @group is the coordinator that was last written for its subset', () => {
    const commands = [{ atMs: 100, do: 'freeze', target: '@billing' }];
    expect(targetsOf(commands, { zookeeper: elects })).toEqual([['broker-2']]);
  });

  it('@controller is the controller', () => {
    const commands = [{ atMs: 100, do: 'cut-link', target: ['c-1', '@controller'] }];
    expect(targetsOf(commands, { 'broker-1': controls })).toEqual([['c-1', 'broker-1']]);
  });
});

describe('starting', () => {
  it('a dead one starts again with its settings, as the next incarnation', () => {
    const commands = [
      { atMs: 100, do: 'kill', target: 'c-1' },
      { atMs: 200, do: 'start-consumer', group: 'billing', name: 'c-1' },
    ];
    const { trace } = play({}, puppetExperiment(commands));
    const lives = eventsOf(trace, 'process-started').filter(({ process }) => process === 'c-1');
    expect(lives.map(({ incarnation, topics }) => [incarnation, topics])).toEqual([
      [1, ['orders']],
      [2, ['orders']],
    ]);
  });

  it('restart is a kill and a start at one moment; the new one knows nothing of the old', () => {
    const simulation = play({}, puppetExperiment([{ atMs: 100, do: 'restart', target: 'c-1' }]));
    expect(logOf(simulation, 'c-1')).toEqual([[100, 'started']]);
    expect(eventsOf(simulation.trace, 'process-crashed').map(({ atUs }) => atUs)).toEqual([
      100_000,
    ]);
  });

  it('stop is asked of the process, and its connections close behind its data', () => {
    const leaves: Puppet = (input, out) => {
      if (input.kind === 'started') out.openConnection('line', 'broker-1');
      if (input.kind === 'stop') out.exit('stop');
    };
    const commands = [{ atMs: 100, do: 'stop', target: 'c-1' }];
    const simulation = play({ 'c-1': leaves }, puppetExperiment(commands));
    expect(logOf(simulation, 'broker-1').at(-1)).toEqual([110, 'closed closed']);
    expect(simulation.host.stateOf('c-1')).toBeUndefined();
  });
});
