/** What the forms say will happen, before it does. */
import { describe, expect, it } from 'vitest';
import { activeRun, currentWorld } from '../../store/playground.ts';
import { playground } from '../../store/testing.ts';
import { timingInForce } from '../../trace/timing.ts';
import { linkKey } from '../../trace/world.ts';
import { refusalOf } from './expected.ts';
import { networkConsequences, timingsOf, withLatency } from './network-consequences.ts';
import { networkDraft } from './network-draft.ts';

const timing = { sessionTimeoutMs: 1000, heartbeatFrequency: 3, failedHeartbeatThreshold: 3 };
const store = playground(5_000_000);
const { scenario } = activeRun(store.getState()).experiment;
const world = () => currentWorld(store.getState());

describe('[REG-2] what brokers refuse', () => {
  it('is told by the bounds that they have', () => {
    expect(refusalOf(timing, scenario)).toBeNull();
    expect(refusalOf({ ...timing, sessionTimeoutMs: 99 }, scenario)).toBe(
      'Brokers refuse this for good (InvalidSessionTimeout): session timeout 99 ms is not in 100..1800000 ms. Whoever registers with it stops.',
    );
    expect(refusalOf({ ...timing, heartbeatFrequency: 100 }, scenario)).toBeNull();
    expect(refusalOf({ ...timing, heartbeatFrequency: 101 }, scenario)).toContain(
      'HeartbeatFrequencyTooHigh',
    );
  });

  it('is what happens: the consumer stops with that error', () => {
    const refusing = playground(5_000_000);
    const settings = { sessionTimeoutMs: 99 };
    refusing.getState().act({ do: 'configure', target: 'c-1', settings });
    refusing.getState().seek(8_000_000);
    const c1 = currentWorld(refusing.getState()).processes.get('c-1');
    expect(c1?.consumer?.failure?.error).toBe('InvalidSessionTimeout');
    expect(refusalOf({ ...timing, ...settings }, scenario)).toContain('InvalidSessionTimeout');
  });

  it('with version 0 is not about F, which no broker is told', () => {
    const told = { ...timing, heartbeatFrequency: 101 };
    expect(refusalOf(told, { ...scenario, wireVersion: 0 })).toBeNull();
    expect(timingInForce(told, { ...scenario, wireVersion: 0 }).failedHeartbeatThreshold).toBe(101);
    expect(timingInForce(told, scenario)).toBe(told);
  });
});

describe('[CFG-2] [CFG-3] what latencies mean', () => {
  const told = (most: number) => networkConsequences(world(), scenario, [5, most]);

  it('shows figures, and nothing to warn about where there is nothing', () => {
    const { figures, warnings } = told(20);
    expect(warnings).toEqual([]);
    expect(figures[0]).toEqual({ name: 'there and back, 2 L', value: 'up to 40 ms' });
    expect(figures.filter(({ isWrong }) => isWrong)).toEqual([]);
    expect(figures.map(({ value }) => value)).toContain('500 ms');
  });

  it('warns of each that does not go together, once', () => {
    const { figures, warnings } = told(700);
    expect(warnings.map(({ id }) => id.split(' ')[0])).toEqual([
      'live-members-die',
      'coordinator-given-up',
      'nobody-found',
      'sessions-lost',
    ]);
    expect(figures.filter(({ isWrong }) => isWrong)).toHaveLength(4);
  });

  it('tells consumers apart that have settings of their own', () => {
    const own = playground(5_000_000);
    const settings = { heartbeatFrequency: 1 };
    own.getState().act({ do: 'configure', target: 'c-1', settings });
    own.getState().seek(8_000_000);
    const there = currentWorld(own.getState());
    expect(timingsOf(there).map(({ whose }) => whose)).toEqual([
      'billing (c-1)',
      'billing (c-2, c-3)',
    ]);
    const { warnings } = networkConsequences(there, scenario, [5, 15]);
    expect(warnings.map(({ id }) => id)).toEqual(['coordinator-given-up billing (c-1)']);
  });

  it('leaves a link alone that was slowed by itself', () => {
    const slow = playground(5_000_000);
    const target = ['c-1', 'broker-1'] as const;
    slow.getState().act({ do: 'slow-link', target, latencyMs: [300, 400] });
    slow.getState().seek(5_500_000);
    const { links } = withLatency(currentWorld(slow.getState()), [1, 2]);
    expect(links.get(linkKey(...target))?.latencyMs).toEqual([300, 400]);
    expect(links.get(linkKey('c-2', 'broker-1'))?.latencyMs).toEqual([1, 2]);
  });
});

describe('[CFG-2] with a link that is slowed by itself', () => {
  it('has one L for the figures and the warnings', () => {
    const slow = playground(5_000_000);
    const target = ['c-1', 'broker-1'] as const;
    slow.getState().act({ do: 'slow-link', target, latencyMs: [300, 400] });
    slow.getState().seek(5_500_000);
    const { figures, warnings } = networkConsequences(
      currentWorld(slow.getState()),
      scenario,
      [5, 15],
    );
    expect(warnings.map(({ id }) => id)).toContain('live-members-die billing');
    expect(figures[0]).toEqual({
      name: 'there and back, 2 L, with the links that are slowed',
      value: 'up to 800 ms',
    });
    const wrong = figures.filter(({ isWrong }) => isWrong).map(({ name }) => name);
    expect(wrong).toEqual(['2 L at most (T \u2212 1) \u00b7 S / F', '2 L at most S \u2212 S / F']);
  });
});

describe('the form of the network', () => {
  const inForce = { least: '5', most: '15', timeout: '15000' };
  const wrong = (typed: object) => networkDraft({ ...inForce, ...typed }, inForce).errors;

  it('sends what was changed; an empty field stays as it is', () => {
    expect(networkDraft(inForce, inForce)).toEqual({ action: null, errors: [] });
    expect(networkDraft({ ...inForce, least: ' ', most: '30' }, inForce).action).toEqual({
      do: 'configure',
      network: true,
      settings: { latencyMs: [5, 30] },
    });
  });

  it('says beside the field what is wrong with it', () => {
    const range = 'must be milliseconds from 0.001 to 604800000 with at most three decimals';
    expect(wrong({ least: '0' })).toEqual([{ place: 'least', message: `${range}, not 0` }]);
    expect(wrong({ most: 'x' })).toEqual([{ place: 'most', message: `${range}, not x` }]);
    expect(wrong({ least: '20' })).toEqual([
      { place: 'most', message: 'must be at least 20, the least' },
    ]);
    expect(wrong({ timeout: '0' })[0]?.place).toBe('timeout');
  });
});
