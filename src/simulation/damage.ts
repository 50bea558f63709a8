/**
 * Damages the bytes of a message so that they make no sense any more: what decodes to another value
 * would be a lie that no receiver could notice, and no checksum is simulated.
 */
import { nextInt } from '../lib/random.ts';
import type { RandomStream } from '../lib/random.ts';
import { catalogue } from '../protocol/register/catalogue.ts';
import { decodeFrame } from '../wire/codec.ts';

const tries = 64;

/** A changed copy; the frame's own size is what is changed where nothing else was seen to help. */
export function damaged(bytes: Uint8Array, stream: RandomStream): Uint8Array {
  for (let count = 0; count < tries; count++) {
    const changed = withByte(bytes, nextInt(stream, 0, bytes.length - 1), nextInt(stream, 1, 255));
    if (!decodeFrame(changed, catalogue).ok) return changed;
  }
  return withByte(bytes, 0, 0x80);
}

function withByte(bytes: Uint8Array, index: number, flipped: number): Uint8Array {
  const changed = bytes.slice();
  changed[index] = (changed[index] ?? 0) ^ flipped;
  return changed;
}
