import { expect, test } from 'vitest';
import { oncePer } from './once-per.ts';

test('made once for each object, also where what is made is nothing', () => {
  let calls = 0;
  const of = oncePer((_key: object, value: string | undefined) => {
    calls += 1;
    return value;
  });
  const a = {};
  const b = {};
  expect([of(a, 'first'), of(a, 'second'), of(b, undefined), of(b, 'third')]).toEqual([
    'first',
    'first',
    undefined,
    undefined,
  ]);
  expect(calls).toBe(2);
});
