/** UTF-8 without the platform's TextEncoder, which the core does not know. */

/** The bytes of `text`; a lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let at = 0;
  for (const character of text) {
    let code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) {
      bytes[at++] = code;
    } else if (code < 0x800) {
      bytes[at++] = 0xc0 | (code >> 6);
      bytes[at++] = 0x80 | (code & 63);
    } else if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      bytes[at++] = 0x80 | (code & 63);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 63);
      bytes[at++] = 0x80 | ((code >> 6) & 63);
      bytes[at++] = 0x80 | (code & 63);
    }
  }
  return bytes.slice(0, at);
}

/** Smallest code point that needs 1, 2, 3 bytes after the first: shorter forms are not allowed. */
const smallest = [0, 0x80, 0x800, 0x10000];

/** The text of `bytes[start..end)`, or null where that is not well-formed UTF-8. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string | null {
  let text = '';
  for (let at = start; at < end;) {
    const first = bytes[at++] ?? 0;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || at + more > end) return null;
    let code = first & (0x3f >> more);
    for (let i = 0; i < more; i++) {
      const next = bytes[at++] ?? 0;
      if ((next & 0xc0) !== 0x80) return null;
      code = (code << 6) | (next & 63);
    }
    if (code < (smallest[more] ?? 0) || code > 0x10ffff) return null;
    if (code >= 0xd800 && code <= 0xdfff) return null;
    text += String.fromCodePoint(code);
  }
  return text;
}
