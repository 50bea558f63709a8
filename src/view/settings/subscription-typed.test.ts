/** What the form of a subscription begins with, and when it begins anew. */
import { expect, it } from 'vitest';
import { presentOf, typedOf, wantedBy } from './subscription-typed.ts';

const byName = { topics: ['orders', 'clicks'], allow: [], deny: [] };
const byPattern = { topics: ['orders'], allow: ['.*'], deny: ['x'] };

it('begins with what is in force', () => {
  for (const consumer of [byName, byPattern]) {
    expect(wantedBy(typedOf(consumer))).toEqual(presentOf(consumer));
  }
  expect(wantedBy({ ...typedOf(byName), other: ' new ' })).toEqual({
    topics: ['orders', 'clicks', 'new'],
  });
});

it('[WILD-2] stays as it is when other topics match the patterns', () => {
  expect(typedOf({ ...byPattern, topics: ['orders', 'clicks'] })).toEqual(typedOf(byPattern));
});

it('[REG-8] begins anew when another subscription is in force', () => {
  expect(typedOf({ ...byName, topics: ['orders'] })).not.toEqual(typedOf(byName));
  expect(typedOf({ ...byPattern, deny: [] })).not.toEqual(typedOf(byPattern));
});
