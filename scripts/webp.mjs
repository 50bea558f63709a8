// Puts pictures together into an animated WebP. The browser encodes each frame, cut down to what has
// changed; what is left to do here is the container.
// https://developers.google.com/speed/webp/docs/riff_container

/**
 * Draws a picture, compares it with the last one block by block, and encodes what differs; the rest
 * is clear. Runs in the page; null where nothing differs.
 */
async function encodeChange([url, quality, block]) {
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

  function differs(x, y) {
    const right = Math.min(width, x + block);
    for (let row = y; row < Math.min(height, y + block); row++) {
      for (let at = row * width + x; at < row * width + right; at++) {
        if (pixels[at] !== before[at]) return true;
      }
    }
    return false;
  }

  const changed = [];
  for (let y = 0; y < height; y += block) {
    for (let x = 0; x < width; x += block) {
      if (!before || differs(x, y)) changed.push({ x, y });
      else context.clearRect(x, y, block, block);
    }
  }
  if (changed.length === 0) return null;
  const left = Math.min(...changed.map(({ x }) => x));
  const top = Math.min(...changed.map(({ y }) => y));
  const right = Math.min(width, Math.max(...changed.map(({ x }) => x)) + block);
  const bottom = Math.min(height, Math.max(...changed.map(({ y }) => y)) + block);
  const cut = new OffscreenCanvas(right - left, bottom - top);
  cut.getContext('2d').drawImage(canvas, -left, -top);
  const blob = await cut.convertToBlob({ type: 'image/webp', quality });
  const url64 = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsDataURL(blob);
  });
  return { x: left, y: top, width: cut.width, height: cut.height, data: url64.split(',')[1] };
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

/** The chunks of a still WebP that hold the picture itself. */
function pictureChunks(file) {
  const chunks = [];
  for (let at = 12; at + 8 <= file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) chunks.push(file.subarray(at, end));
    at = end;
  }
  if (chunks.length === 0) throw new Error('the browser has encoded no WebP');
  return chunks;
}

/** Laid over what is there, and left there. */
const blend = 0;
/** A side of the blocks that are compared: that of the encoder's own. */
const block = 16;

function frameChunk({ x, y, width, height, data, durationMs }) {
  const head = uint24(x / 2, y / 2, width - 1, height - 1, durationMs);
  const pictures = pictureChunks(Buffer.from(data, 'base64'));
  return chunk('ANMF', Buffer.concat([head, Buffer.from([blend]), ...pictures]));
}

/**
 * An animated WebP that repeats for ever. `shots` are PNGs of one size, each shown for `durationMs`;
 * those that differ in nothing from the one before only lengthen it. `page` is any page.
 */
export async function animatedWebp(page, shots, quality) {
  const frames = [];
  for (const { png, durationMs } of shots) {
    const url = `data:image/png;base64,${png.toString('base64')}`;
    const change = await page.evaluate(encodeChange, [url, quality, block]);
    if (change) frames.push({ ...change, durationMs });
    else frames.at(-1).durationMs += durationMs;
  }
  const [{ width, height }] = frames;
  const hasAlphaAndFrames = Buffer.from([0b10010, 0, 0, 0]);
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', Buffer.concat([hasAlphaAndFrames, uint24(width - 1, height - 1)])),
    // Background, then how often: 0 is for ever.
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map(frameChunk),
  ]);
  return chunk('RIFF', body);
}
