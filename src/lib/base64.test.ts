import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

describe('base64', () => {
  test('is what Node writes, and comes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = toBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(fromBase64(text)).toEqual(bytes);
      }),
    );
  });

  test.each([
    'A',
    'AB',
    'ABC',
    'A===',
    '====',
    'AB=C',
    'AB-_',
    'AB==AB==',
    'AAA\u0141',
    'AB==\n',
    'AR==',
  ])('%j is refused', (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
