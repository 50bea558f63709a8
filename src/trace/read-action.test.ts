import { describe, expect, it } from 'vitest';
import { readAction } from './read-action.ts';

const errorsOf = (input: object) => {
  const read = readAction(input);
  return read.ok ? [] : read.errors;
};

describe('an action from a form', () => {
  it('is read with the defaults of the format', () => {
    expect(readAction({ do: 'create-topic', topic: { name: 'x', partitions: 2 } })).toEqual({
      ok: true,
      action: { do: 'create-topic', topic: { name: 'x', partitions: 2, recordsPerSecond: 10 } },
    });
  });

  it('names every field that is wrong, with what is allowed', () => {
    const settings = { sessionTimeoutMs: 0, heartbeatFrequency: 'x', failedHeartbeatThreshold: 3 };
    expect(errorsOf({ do: 'configure', group: 'g', settings })).toEqual([
      {
        place: 'settings.sessionTimeoutMs',
        message: 'must be an integer from 1 to 604800000, not 0',
      },
      {
        place: 'settings.heartbeatFrequency',
        message: 'must be an integer from 1 to 32767, not "x"',
      },
    ]);
  });

  it('[WILD-1] says which pattern does not parse', () => {
    const [error] = errorsOf({ do: 'subscribe', target: 'c-1', allow: ['ok.*', '('] });
    expect(error?.place).toBe('allow[1]');
    expect(error?.message).toContain('is no pattern');
  });

  it('wants topics or patterns, never both, never none', () => {
    expect(errorsOf({ do: 'subscribe', target: 'c-1' })[0]?.place).toBe('topics');
    const both = { do: 'subscribe', target: 'c-1', topics: ['t'], deny: ['x'] };
    expect(errorsOf(both)[0]).toMatchObject({ place: 'deny' });
  });
});
