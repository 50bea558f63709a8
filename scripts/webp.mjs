// Puts pictures together into an animated WebP. The browser encodes each frame, cut down to what has
// changed; what is left to do here is the container.
// https://developers.google.com/speed/webp/docs/riff_container

/** Draws a picture, compares it with the last one, and encodes the rectangle that differs. Runs in the page. */
async function encodeChange([url, quality]) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(picture, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const before = globalThis.lastPixels;
  globalThis.lastPixels = pixels;
  let [left, top, right, bottom] = before ? [width, height, -1, -1] : [0, 0, width - 1, height - 1];
  for (let at = 0; before && at < pixels.length; at++) {
    if (pixels[at] === before[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return null;
  // A frame stands at even coordinates.
  const x = left - (left % 2);
  const y = top - (top % 2);
  const cut = new OffscreenCanvas(right - x + 1, bottom - y + 1);
  cut.getContext('2d').drawImage(canvas, -x, -y);
  const blob = await cut.convertToBlob({ type: 'image/webp', quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { x, y, width: cut.width, height: cut.height, data: bytes.toBase64?.() ?? base64(bytes) };

  function base64(from) {
    let text = '';
    for (const byte of from) text += String.fromCharCode(byte);
    return btoa(text);
  }
}

function chunk(name, payload) {
  const head = Buffer.alloc(8);
  head.write(name, 0, 'latin1');
  head.writeUInt32LE(payload.length, 4);
  return Buffer.concat([head, payload, Buffer.alloc(payload.length % 2)]);
}

function uint24(...numbers) {
  const bytes = Buffer.alloc(3 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUIntLE(number, 3 * index, 3);
  return bytes;
}

/** The chunk of a still WebP that holds the picture itself. */
function pictureChunk(file) {
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    if (name === 'VP8 ' || name === 'VP8L') return file.subarray(at, at + 8 + size + (size % 2));
    at += 8 + size + (size % 2);
  }
  throw new Error('the browser has encoded no WebP');
}

const doNotBlend = 0b10;

function frameChunk({ x, y, width, height, data, durationMs }) {
  const head = uint24(x / 2, y / 2, width - 1, height - 1, durationMs);
  const picture = pictureChunk(Buffer.from(data, 'base64'));
  return chunk('ANMF', Buffer.concat([head, Buffer.from([doNotBlend]), picture]));
}

/**
 * An animated WebP that repeats for ever. `shots` are PNGs of one size, each shown for `durationMs`;
 * those that differ in nothing from the one before only lengthen it. `page` is any page.
 */
export async function animatedWebp(page, shots, quality) {
  const frames = [];
  for (const { png, durationMs } of shots) {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    const change = await page.evaluate(encodeChange, [url, quality]);
    if (change) frames.push({ ...change, durationMs });
    else frames.at(-1).durationMs += durationMs;
  }
  const [{ width, height }] = frames;
  const isAnimated = Buffer.from([0b10, 0, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', Buffer.concat([isAnimated, uint24(width - 1, height - 1)])),
    // Background, then how often: 0 is for ever.
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map(frameChunk),
  ]);
  return chunk('RIFF', body);
}
