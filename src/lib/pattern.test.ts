import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { compilePattern } from './pattern.ts';

function matches(text: string, name: string): boolean {
  const pattern = compilePattern(text);
  if (!pattern.ok) throw new Error(pattern.message);
  return pattern.matches(name);
}

const errorOf = (text: string) => {
  const pattern = compilePattern(text);
  return pattern.ok ? null : pattern.message;
};

describe('a match', () => {
  test.each([
    ['orders', 'orders', true],
    ['order', 'orders', false],
    ['rders', 'orders', false],
    ['orders|clicks', 'clicks', true],
    ['a|ab', 'ab', true],
    ['orders-.*', 'orders-eu', true],
    ['orders-.*', 'orders', false],
    ['orders.eu', 'orders-eu', true],
    [String.raw`orders\.eu`, 'orders-eu', false],
    ['(?i)ORDERS', 'orders', true],
    [String.raw`t[0-9]{2}`, 't07', true],
    [String.raw`\Qa.b\E`, 'a.b', true],
    ['', 'orders', false],
    ['.*', 'orders', true],
  ])('%s on %s: %s', (text, name, expected) => {
    expect(matches(text, name)).toBe(expected);
    // Remembered or not, it is the same.
    expect(matches(text, name)).toBe(expected);
  });

  test('of plain characters is the same as that of the engine at hand', () => {
    const part = fc.constantFrom('a', 'b', '.', '.*', 'a+', '(a|b)', '[ab]?', 'b{2}', '|');
    const text = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));
    const name = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }).map((x) => x.join(''));
    fc.assert(
      fc.property(text, name, (pattern, topic) => {
        expect(matches(pattern, topic)).toBe(new RegExp(`^(?:${pattern})$`).test(topic));
      }),
    );
  });

  test('ends, for patterns that make a backtracking engine look at every split of the name', () => {
    expect(matches('(a+)+b', 'a'.repeat(64))).toBe(false);
    expect(matches('((a?){20}a{20}){20}', 'a'.repeat(64))).toBe(false);
  });
});

describe('what is no pattern', () => {
  test.each([
    ['orders(', 'missing closing )'],
    ['orders)', 'unexpected )'],
    ['[z-a]', 'invalid character class range: "z-a"'],
    ['a|*', 'missing argument to repetition operator: "*"'],
    ['a{1001}', 'invalid repeat count: "{1001}"'],
    ['(?=a)b', 'invalid or unsupported Perl syntax: "(?="'],
    [String.raw`(a)\1`, String.raw`invalid escape sequence: "\\1"`],
    ['a\\', 'trailing backslash at end of expression'],
  ])('%s: %s', (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  test('is said in one line, whatever the text; nothing is thrown', () => {
    const special = fc.constantFrom(
      ...String.raw`()[]{}|*+?.^$\pPQEdw:<>=!,-09azAZ`.split(''),
      '\n',
      'é',
      '😀',
    );
    const text = fc.array(special, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (any) => {
        const message = errorOf(any);
        expect(message ?? 'fine').toMatch(/^[^\n\r]+$/);
      }),
      { numRuns: 500 },
    );
  });
});

test('without an engine nothing is compiled, and it says so', async () => {
  vi.resetModules();
  const { compilePattern: bare } = await import('./pattern.ts');
  expect(() => bare('a')).toThrow('pattern engine');
});
