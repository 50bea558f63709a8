/** Base64 (RFC 4648, padded) without the platform's, which the core does not know. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const digits = new Map(
  Array.from(alphabet).map((character, value) => [character.charCodeAt(0), value]),
);
const padding = '='.charCodeAt(0);

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const rest = bytes.length - at;
    const bits = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += `${alphabet[bits >> 18]}${alphabet[(bits >> 12) & 63]}`;
    text += rest > 1 ? alphabet[(bits >> 6) & 63] : '=';
    text += rest > 2 ? alphabet[bits & 63] : '=';
  }
  return text;
}

/** The bytes, or null where the text is not what {@link toBase64} writes. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0) return null;
  let pads = 0;
  while (pads < 2 && text.charCodeAt(text.length - 1 - pads) === padding) pads++;
  const bytes = new Uint8Array((text.length / 4) * 3);
  for (let at = 0; at < text.length; at += 4) {
    let bits = 0;
    for (let i = at; i < at + 4; i++) {
      const digit = i >= text.length - pads ? 0 : digits.get(text.charCodeAt(i));
      if (digit === undefined) return null;
      bits = (bits << 6) | digit;
    }
    const to = (at / 4) * 3;
    bytes[to] = bits >> 16;
    bytes[to + 1] = (bits >> 8) & 255;
    bytes[to + 2] = bits & 255;
  }
  const left = bytes.subarray(bytes.length - pads);
  return left.every((byte) => byte === 0) ? bytes.slice(0, bytes.length - pads) : null;
}
