import { describe, expect, test } from 'vitest';
import { registerProtocol } from '../protocol/register/index.ts';
import type { Effect, Input, Machine, Protocol } from '../protocol/step.ts';
import { builtins } from '../simulation/builtins.ts';
import { readExperiment } from '../trace/experiment-schema.ts';
import type { Experiment } from '../trace/experiment.ts';
import { fuzz } from './commands/fuzz.ts';
import { nodeIo } from './io.ts';
import { modes } from '../trace/random/commands.ts';
import { randomExperiment } from '../trace/random/experiment.ts';
import { runToEnd, violationLine } from './simulate.ts';

const experiment = builtins.find(({ id }) => id === 'one-heartbeat')?.experiment as Experiment;
const untilMs = 5000;
const real = nodeIo();

type Role = keyof Protocol['machines'];

/** The register protocol with the effects of one role tampered with. */
function tampered(role: Role, change: (effects: Effect[], input: Input) => Effect[]): Protocol {
  const machine = registerProtocol.machines[role] as unknown as Machine;
  const step: Machine['step'] = (state, input, nowUs) =>
    change(machine.step(state, input, nowUs), input);
  const changed = { ...machine, step } as unknown as Protocol['machines'][Role];
  return { ...registerProtocol, machines: { ...registerProtocol.machines, [role]: changed } };
}

/** Gives every partition away twice. */
const greedy = tampered('zookeeper', (effects) =>
  effects.map((effect) => {
    if (effect.do !== 'report' || effect.fact.kind !== 'metadata-written') return effect;
    const { fact } = effect;
    const { assignment = [] } = fact;
    return { ...effect, fact: { ...fact, assignment: [...assignment, ...assignment] } };
  }),
);

const restless = tampered('broker', (effects, input) => {
  if (input.kind !== 'timer' && input.kind !== 'started') return effects;
  return [
    ...effects,
    { do: 'start-timer', timer: 'reconnect', subject: 'x', afterUs: 0, rules: [] },
  ];
});

describe('running to the end', () => {
  test('a sound run has no violation', () => {
    expect(runToEnd(experiment, { untilMs, check: true }).violation).toBeNull();
  });

  test('a broken invariant ends the trace at its event, and only if somebody looks', () => {
    const { trace, violation } = runToEnd(experiment, { untilMs, check: true }, greedy);
    expect(violation?.message).toMatch(/^OWN-2: /);
    expect(violation?.seq).toBe(trace.length - 1);
    expect(trace.kind(trace.length - 1)).toBe('metadata-written');
    expect(violation && violationLine(experiment, violation)).toMatch(
      /^seed 1, \d\.\d{6} s, event \d+: OWN-2: /,
    );
    expect(runToEnd(experiment, { untilMs, check: false }, greedy).violation).toBeNull();
  });

  test('a crash of the simulation is told with the last event before it', () => {
    const broken = tampered('broker', (effects, input) => {
      if (input.kind === 'message') throw new Error('no such thing');
      return effects;
    });
    const { trace, violation } = runToEnd(experiment, { untilMs, check: true }, broken);
    expect(violation).toEqual({
      seq: trace.length - 1,
      atUs: trace.atUs(trace.length - 1),
      message: 'after it the simulation crashed: no such thing',
    });
  });

  test('time that stands still is a violation, not a hang', () => {
    const { violation } = runToEnd(
      experiment,
      { untilMs, check: false, eventsAtOnce: 1000 },
      restless,
    );
    expect(violation?.message).toBe('time stands still: more than 1000 events at one instant');
  });
});

describe('fuzz', () => {
  async function run(args: string[], attempt?: Parameters<typeof fuzz>[2]) {
    const out: string[] = [];
    const errors: string[] = [];
    let nowMs = 0;
    const io = {
      ...real,
      out: { write: async (text: string) => void out.push(text), end: async () => {} },
      error: (line: string) => void errors.push(line),
      nowMs: () => (nowMs += 100),
    };
    return { code: await fuzz(args, io, attempt), out: out.join(''), errors };
  }

  const fine = () => ({ violation: null, count: 7 });

  test('counts what it has tried', async () => {
    expect(await run(['--seeds', '3..12'], fine)).toEqual({
      code: 0,
      out: 'no invariant broken: 10 experiments (calm), 70 events\n',
      errors: [],
    });
  });

  test('stops when the time is over, and says what is left', async () => {
    expect((await run(['--time', '1s'], fine)).out).toBe(
      'no invariant broken: 9 experiments (calm), 63 events\n',
    );
    expect((await run(['--seeds', '1..100', '--time', '1s'], fine)).out).toBe(
      'no invariant broken: 9 experiments (calm), 63 events; the time is over before seed 10\n',
    );
    expect((await run([], fine)).out).toBe(
      'no invariant broken: 599 experiments (calm), 4193 events\n',
    );
  });

  test('a failure is written as an experiment, as small as it gets', async () => {
    const { code, out, errors } = await run(['--seeds', '1..1000'], ({ commands }) => {
      const freezes = commands.some((command) => command.do === 'freeze');
      const violation = freezes ? { seq: 5, atUs: 1_000_000, message: 'OWN-4: no freezing' } : null;
      return { violation, count: 1 };
    });
    expect(code).toBe(1);
    expect(errors).toEqual([
      expect.stringMatching(
        /^fuzz, random calm \d+: seed \d+, 1\.000000 s, event 5: OWN-4: no freezing$/,
      ),
      expect.stringMatching(/^as small as it gets: seed \d+, 1\.000000 s, event 5: OWN-4/),
    ]);
    const read = readExperiment(out);
    expect(read.ok && read.experiment.commands.map((command) => command.do)).toEqual(['freeze']);
  });

  test('as found it stays as large as it was', async () => {
    const fails = () => ({ violation: { seq: 5, atUs: 1_000_000, message: 'x: y' }, count: 1 });
    const { code, out, errors } = await run(['--seeds', '3', '--as-found'], fails);
    expect([code, errors.length]).toEqual([1, 1]);
    const read = readExperiment(out);
    expect(read.ok && read.experiment).toEqual({ ...randomExperiment(3), untilMs: 1001 });
  });

  test('what is made smaller breaks the same rule still', async () => {
    const { out } = await run(['--seeds', '1'], ({ scenario }) => {
      const message = scenario.brokers > 1 ? 'OWN-1: many' : 'OWN-2: one';
      return { violation: { seq: 5, atUs: 1_000_000, message }, count: 1 };
    });
    const read = readExperiment(out);
    const wanted = randomExperiment(1).scenario.brokers > 1 ? 2 : 1;
    expect(read.ok && read.experiment.scenario.brokers).toBe(wanted);
  });

  test.each(modes)('random experiments run, with the invariants looked at: %s', async (mode) => {
    const { code, out } = await run(['--seeds', '2..4', '--mode', mode]);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^no invariant broken: 3 experiments \\(${mode}\\), \\d{4,} `));
  });
});
