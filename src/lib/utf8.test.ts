import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUtf8, encodeUtf8 } from './utf8.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function reference(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/** Strings of any code units, lone surrogates among them. */
const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
const text = fc.oneof(anyText, fc.string({ unit: 'binary' }), fc.string());

/** Bytes that are nearly UTF-8: all lead bytes, continuations and limits are frequent. */
const edges = [
  0, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec,
];
const more = [0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff];
const nearlyUtf8 = fc
  .array(fc.oneof(fc.constantFrom(...edges, ...more), fc.nat(255)), { maxLength: 12 })
  .map((list) => Uint8Array.from(list));

test('bytes are those of the platform, lone surrogates included', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(Buffer.from(encodeUtf8(value))).toEqual(Buffer.from(new TextEncoder().encode(value)));
    }),
    { numRuns: 2000 },
  );
});

test('decoding takes and refuses what the platform takes and refuses', () => {
  fc.assert(
    fc.property(nearlyUtf8, (bytes) => {
      expect(decodeUtf8(bytes, 0, bytes.length)).toBe(reference(bytes));
    }),
    { numRuns: 20_000 },
  );
});

test('every code point survives', () => {
  const lost: number[] = [];
  for (let code = 0; code <= 0x10ffff; code += code < 0x900 ? 1 : 37) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const bytes = encodeUtf8(String.fromCodePoint(code));
    if (decodeUtf8(bytes, 0, bytes.length)?.codePointAt(0) !== code) lost.push(code);
  }
  expect(lost).toEqual([]);
});

test('only the bytes asked for are read', () => {
  const bytes = encodeUtf8('aäz');
  expect(decodeUtf8(bytes, 1, 3)).toBe('ä');
  expect(decodeUtf8(bytes, 1, 2)).toBeNull();
});

test.each(['eda080', 'edbfbf', 'f4908080', 'c080', 'e09fbf', 'f08fbfbf', 'e282', 'f8888080'])(
  'surrogates, code points beyond the last, longer forms and halves are refused: %s',
  (hex) => {
    const bytes = Uint8Array.from(Buffer.from(hex, 'hex'));
    expect(reference(bytes)).toBeNull();
    expect(decodeUtf8(bytes, 0, bytes.length)).toBeNull();
  },
);
