import { expect, it } from 'vitest';
import { followed } from './use-typed.ts';

const kept = { whose: 'c-1', inForce: { F: '3', T: '3' }, typed: { F: '4', T: '3' } };

it('keeps what is typed while what is in force changes, and lets the other fields follow', () => {
  expect(followed(kept, 'c-1', { F: '2', T: '5' }).typed).toEqual({ F: '4', T: '5' });
});

it('begins anew in the form of somebody else, and is the same where nothing has changed', () => {
  expect(followed(kept, 'c-2', { F: '2', T: '5' }).typed).toEqual({ F: '2', T: '5' });
  expect(followed(kept, 'c-1', { F: '3', T: '3' })).toBe(kept);
});
