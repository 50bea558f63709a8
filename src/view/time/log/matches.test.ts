import { expect, test } from 'vitest';
import { experimentOf, groupOf, run } from '../../../simulation/testing.ts';
import { LogFilter } from '../../../trace/queries/log-filter.ts';
import { LogIndex } from '../../../trace/queries/log-index.ts';
import { matchBeside } from './matches.ts';

test('from a match, or from between two, to the next and the previous that was seen', () => {
  const { trace } = run(experimentOf({ seed: 3, scenario: groupOf(3) }), 4000);
  const index = new LogIndex();
  index.readOn(trace, Infinity);
  const query = { process: '', group: '', about: '', text: '', among: null } as const;
  const filter = new LogFilter({ ...query, rule: 'REG-4' });
  filter.readOn(index);
  expect(filter.count).toBeGreaterThan(2);
  const [first, second] = [filter.at(0), filter.at(1)];
  const all = filter.count;
  expect(matchBeside(filter, all, -1, 1)).toBe(first);
  expect(matchBeside(filter, all, first, 1)).toBe(second);
  expect(matchBeside(filter, all, second - 1, 1)).toBe(second);
  expect(matchBeside(filter, all, second, -1)).toBe(first);
  expect(matchBeside(filter, all, second + 1, -1)).toBe(second);
  expect(matchBeside(filter, all, first, -1)).toBeNull();
  expect(matchBeside(filter, all, filter.at(all - 1), 1)).toBeNull();
  // What lies beyond what was seen is none.
  expect(matchBeside(filter, 1, first, 1)).toBeNull();
});
