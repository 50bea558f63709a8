import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFields, decodeFrame, encodeFields, encodeFrame } from './codec.ts';
import { explain } from './explain.ts';
import * as schema from './schema.ts';

const about = 'For a test.';

const all = {
  tiny: schema.int8(about),
  short: schema.int16(about),
  int: schema.int32(about),
  long: schema.int64(about),
  flag: schema.bool(about),
  text: schema.string(about),
  raw: schema.bytes(about),
  list: schema.array(
    schema.struct('Pair', { a: schema.int8(about), b: schema.string(about) }),
    about,
  ),
};

const versioned = schema.message({
  name: 'ThingRequest',
  api: 'Thing',
  apiKey: 7,
  direction: 'request',
  about,
  fields: {
    version: schema.int16(about),
    correlationId: schema.int32(about),
    name: schema.string(about),
    count: schema.int16(about, 1),
    more: schema.string(about, 1),
    list: schema.array(schema.string(about), about, 1),
  },
});
const answer = schema.message({
  name: 'ThingResponse',
  api: 'Thing',
  apiKey: 7,
  direction: 'response',
  about,
  fields: { correlationId: schema.int32(about), flag: schema.bool(about) },
});
const catalogue = schema.catalogueOf([versioned, answer]);

function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.replaceAll(/\s/g, '').match(/../g) ?? [], (pair) =>
    parseInt(pair, 16),
  );
}

const zero = {
  tiny: 0,
  short: 0,
  int: 0,
  long: 0,
  flag: false,
  text: '',
  raw: bytes(''),
  list: [],
};
const thing = { version: 1, correlationId: 5, name: 'n', count: 2, more: 'm', list: ['x', ''] };

describe('scalars', () => {
  test.each([
    [{ ...zero, tiny: -1, short: -2, int: -3 }, 'ff fffe fffffffd'],
    [{ ...zero, tiny: 127, short: 0x1234, int: 0x12345678 }, '7f 1234 12345678'],
  ])('big-endian, two’s complement', (value, hex) => {
    const encoded = encodeFields(all, value);
    expect(encoded.subarray(0, 7)).toEqual(bytes(hex));
  });

  test.each([
    [0, '0000000000000000'],
    [-1, 'ffffffffffffffff'],
    [2 ** 32, '0000000100000000'],
    [-(2 ** 32) - 5, 'fffffffefffffffb'],
    [Number.MAX_SAFE_INTEGER, '001fffffffffffff'],
    [Number.MIN_SAFE_INTEGER, 'ffe0000000000001'],
  ])('int64 %d', (value, hex) => {
    const long = { long: schema.int64(about) };
    expect(encodeFields(long, { long: value })).toEqual(bytes(hex));
    expect(decodeFields(long, bytes(hex))).toEqual({ long: value });
  });

  test('an int64 that a double cannot hold is refused', () => {
    expect(decodeFields({ long: schema.int64(about) }, bytes('0020000000000000'))).toBeNull();
    expect(decodeFields({ long: schema.int64(about) }, bytes('ffe0000000000000'))).toBeNull();
  });

  test('a bool is 0 or 1', () => {
    const flag = { flag: schema.bool(about) };
    expect(decodeFields(flag, bytes('01'))).toEqual({ flag: true });
    expect(decodeFields(flag, bytes('02'))).toBeNull();
  });

  test('a string is UTF-8, remembered by bytes and not by hash', () => {
    const one = { text: schema.string(about) };
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const encoded = encodeFields(one, { text });
        expect(decodeFields(one, encoded)).toEqual({ text });
        expect(decodeFields(one, encoded)).toEqual({ text });
      }),
      { numRuns: 2000 },
    );
    expect(decodeFields(one, bytes('0001 ff'))).toBeNull();
  });

  test('bytes read are a copy, also out of a Buffer', () => {
    const raw = { raw: schema.bytes(about) };
    const frame = Buffer.from(encodeFields(raw, { raw: bytes('010203') }));
    const value = decodeFields(raw, frame);
    frame.fill(9);
    expect(value?.raw).toEqual(bytes('010203'));
  });
});

describe('what a type cannot hold is a defect', () => {
  test.each([
    [{ tiny: 128 }, 'int8 cannot hold 128'],
    [{ short: 40_000 }, 'int16 cannot hold 40000'],
    [{ short: 1.5 }, 'int16 cannot hold 1.5'],
    [{ int: 2 ** 31 }, 'int32 cannot hold 2147483648'],
    [{ int: Number.NaN }, 'int32 cannot hold NaN'],
    [{ int: undefined as unknown as number }, 'int32 cannot hold undefined'],
    [{ long: 2 ** 53 }, 'int64 cannot hold 9007199254740992'],
    [{ flag: 1 as unknown as boolean }, 'bool cannot hold 1'],
    [{ text: 5 as unknown as string }, 'string cannot hold 5'],
    [{ text: 'x'.repeat(32_768) }, 'string cannot hold one of 32768 bytes'],
  ])('%j', (change, message) => {
    expect(() => encodeFields(all, { ...zero, ...change })).toThrow(message);
  });

  test('the longest string is not', () => {
    const text = 'x'.repeat(32_767);
    const encoded = encodeFields(all, { ...zero, text });
    expect(decodeFields(all, encoded)?.text).toBe(text);
  });
});

describe('versions', () => {
  test('what a version lacks is left out, and read as nothing', () => {
    const old = encodeFrame(versioned, { ...thing, version: 0 }, 0);
    expect(old).toEqual(bytes('0000000b 0007 0000 00000005 0001 6e'));
    const decoded = decodeFrame(old, catalogue);
    const value = { version: 0, correlationId: 5, name: 'n', count: 0, more: '', list: [] };
    expect(decoded).toEqual({ ok: true, schema: versioned, value });
  });

  test('a later version has it at the end', () => {
    const frame = encodeFrame(versioned, thing, 1);
    const tail = '0002 0001 6d 00000002 0001 78 0000';
    expect(frame).toEqual(bytes(`00000019 0007 0001 00000005 0001 6e ${tail}`));
    expect(decodeFrame(frame, catalogue)).toEqual({ ok: true, schema: versioned, value: thing });
  });

  test('a message written in another version than it names is a defect', () => {
    expect(() => encodeFrame(versioned, thing, 0)).toThrow('the version that it names');
  });

  test.each([
    ['0002', 2],
    ['ffff', -1],
  ])('an unknown version is refused: %s', (hex, version) => {
    const frame = encodeFrame(versioned, thing, 1);
    frame.set(bytes(hex), 6);
    const reason = `version ${version} is unknown`;
    const refused = { ok: false, reason, schema: versioned, correlationId: 5 };
    expect(decodeFrame(frame, catalogue)).toEqual(refused);
    expect(explain(frame, catalogue).problem).toEqual({ path: 'version', offset: 6, reason });
  });
});

describe('a frame that does not decode', () => {
  const frame = encodeFrame(versioned, thing, 1);

  test.each([
    ['', '4 bytes wanted at 0, 0 left'],
    ['00000002 00', 'the size says 2 bytes, 1 are there'],
    ['00000002 0008', 'no request has api key 8'],
    ['00000002 8008', 'no response has api key 8'],
    ['00000003 0008', 'the size says 3 bytes, 2 are there'],
  ])('whose head names no message: %s', (hex, reason) => {
    expect(decodeFrame(bytes(hex), catalogue)).toEqual({ ok: false, reason });
  });

  test('trailing bytes', () => {
    const long = bytes('00000008 8007 00000009 01 00');
    const refused = { ok: false, reason: '1 bytes too many', schema: answer, correlationId: 9 };
    expect(decodeFrame(long, catalogue)).toEqual(refused);
    const problem = { path: 'unread', offset: 11, reason: '1 bytes too many' };
    expect(explain(long, catalogue).problem).toEqual(problem);
  });

  test('a wrong size, with what can be said for the answer', () => {
    const cut = frame.slice(0, -1);
    const reason = 'the size says 25 bytes, 24 are there';
    expect(decodeFrame(cut, catalogue)).toEqual({
      ok: false,
      reason,
      schema: versioned,
      correlationId: 5,
    });
  });

  test('cut off before the correlation id', () => {
    const cut = bytes('00000006 0007 0001 0000');
    cut[3] = 6;
    expect(decodeFrame(cut, catalogue)).toEqual({
      ok: false,
      reason: '4 bytes wanted at 8, 2 left',
      schema: versioned,
    });
  });

  test.each([
    ['ffffffff', 'an array of -1 elements'],
    ['7fffffff', 'an array of 2147483647 elements'],
    ['00000003', 'an array of 3 elements in 5 bytes'],
  ])('an array count of %s is refused before it is believed', (count, reason) => {
    const changed = frame.slice();
    changed.set(bytes(count), 20);
    expect(decodeFrame(changed, catalogue)).toMatchObject({
      ok: false,
      reason: expect.stringContaining(reason) as string,
      correlationId: 5,
    });
  });

  test('a negative length', () => {
    const changed = frame.slice();
    changed.set(bytes('ffff'), 12);
    expect(decodeFrame(changed, catalogue)).toMatchObject({
      reason: '-1 bytes wanted at 14, 15 left',
    });
  });
});
