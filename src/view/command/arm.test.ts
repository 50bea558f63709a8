import { expect, test } from 'vitest';
import { playground } from '../../store/testing.ts';
import { isBreakpoint } from '../../trace/queries/breakpoint.ts';
import { arm, armed, disarm, usualBreakpoint } from './arm.ts';

test('one of a sort: another takes its place, and it stays in the order it was set', () => {
  const set = arm(arm([], { id: 'stable' }), { id: 'rule', rule: 'HB-3' });
  const changed = arm(set, { id: 'stable', process: 'c-2' });
  expect(changed).toEqual([
    { id: 'stable', process: 'c-2' },
    { id: 'rule', rule: 'HB-3' },
  ]);
  expect(armed(changed, 'stable')).toEqual({ id: 'stable', process: 'c-2' });
  expect(disarm(changed, 'stable')).toEqual([{ id: 'rule', rule: 'HB-3' }]);
});

test('what it must say comes from the selection, else from what is there; a link may carry it', () => {
  const store = playground();
  expect(usualBreakpoint(store.getState(), 'stable')).toEqual({ id: 'stable' });
  expect(usualBreakpoint(store.getState(), 'process')).toEqual({ id: 'process', process: 'c-1' });
  store.getState().select({ kind: 'process', process: 'broker-2' });
  const atBroker = usualBreakpoint(store.getState(), 'process');
  expect(atBroker).toEqual({ id: 'process', process: 'broker-2' });
  expect(isBreakpoint(usualBreakpoint(store.getState(), 'rule'))).toBe(true);
});
