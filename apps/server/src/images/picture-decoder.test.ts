import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bmp, png } from '../../../../fixtures/pictures.ts';
import { startBounded } from './bounded-wasm.ts';
import { createPictureDecoder } from './picture-decoder.ts';
import type { RawPixels } from './resize.ts';

const HEIC = join(import.meta.dirname, '../../../../fixtures/pictures/page.heic');
const VIEWER = { background: false };

async function open(bytes: Uint8Array): Promise<RawPixels> {
  await using decoder = createPictureDecoder();
  const opened = await decoder.open(bytes, VIEWER);
  if (!('samples' in opened)) throw new Error('Nothing was decoded');
  return opened;
}

async function getMean({ samples, ...raw }: RawPixels): Promise<number[]> {
  const { channels } = await sharp(samples, { raw }).stats();
  return channels.map(({ mean }) => Math.round(mean));
}

/** 40 by 60 pixels of one colour as JPEG XL: red 200, green 40, blue 10. */
const JXL = Buffer.from('/wrYAU6AlQgIEAB8AEsSpUIFUmDDxhjM2hhj3LgHAHAEwQpitPIwC6FSyAc=', 'base64');

/** The header of a JPEG XL picture: small 0, both sides with 30 bits, ratio 0. */
function hugeJxl(side: number): Buffer {
  const lowFirst = (value: number, bits: number) =>
    Array.from(value.toString(2).padStart(bits, '0')).toReversed().join('');
  const bits = ['0', '11', lowFirst(side - 1, 30), '000', '11', lowFirst(side - 1, 30), '1'].join('');
  const bytes = Buffer.alloc(64);
  bytes.set([0xff, 0x0a]);
  for (const [index, bit] of Array.from(bits).entries()) {
    const at = 2 + (index >> 3);
    bytes.writeUInt8(bytes.readUInt8(at) | (Number(bit) << (index & 7)), at);
  }
  return bytes;
}

describe('the picture decoder', () => {
  it('opens JPEG XL', async () => {
    const opened = await open(JXL);
    expect(opened).toMatchObject({ width: 40, height: 60 });
    expect(await getMean(opened)).toEqual([200, 40, 10, 255]);
  });

  it('opens HEIC', async () => {
    const opened = await open(readFileSync(HEIC));
    expect(opened).toMatchObject({ width: 400, height: 565 });
    const [red = 0, green = 0, blue = 0, alpha] = await getMean(opened);
    expect(alpha).toBe(255);
    for (const mean of [red, green, blue]) expect(mean).toBeGreaterThan(40);
  });

  it('opens bitmaps', async () => {
    expect(await getMean(await open(bmp(7, 5).bytes))).toEqual([0, 0, 0, 255]);
  });

  it('leaves formats that the library reads, and unknown ones', async () => {
    await using decoder = createPictureDecoder();
    for (const bytes of [png(3, 3).bytes, Buffer.from('hello'), Buffer.alloc(0)]) {
      expect(await decoder.open(bytes, VIEWER)).toBe(bytes);
    }
  });

  it('refuses by its header what would take too much memory', async () => {
    await expect(open(hugeJxl(30_000))).rejects.toMatchObject({
      code: 'image.too-large',
      message: 'The JPEG XL picture has 30000 by 30000 pixels: expected at most 16 million pixels',
    });
  });

  it('names the format of what is damaged, and opens the next one', async () => {
    await using decoder = createPictureDecoder();
    await expect(decoder.open(JXL.subarray(0, 20), VIEWER)).rejects.toMatchObject({
      code: 'image.unknown',
      message: expect.stringContaining('JPEG XL') as string,
    });
    const torn = Buffer.from(readFileSync(HEIC)).fill(0, 2_000);
    await expect(decoder.open(torn, VIEWER)).rejects.toMatchObject({
      code: 'image.unknown',
      message: expect.stringContaining('HEIC') as string,
    });
    await expect(decoder.open(bmp(9, 9).bytes.subarray(0, 40), VIEWER)).rejects.toMatchObject({
      code: 'image.unknown',
    });
    expect(await decoder.open(JXL, VIEWER)).toMatchObject({ width: 40, height: 60 });
  });
});

describe('a bounded WebAssembly module', () => {
  it('gets memory up to its limit and none beyond', async () => {
    // A module with one memory of one page, exported as "m".
    const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 1, 7, 5, 1, 1, 109, 2, 0]);
    const { exports } = startBounded(await WebAssembly.compile(bytes), {}, 3 * 65_536);
    const memory = exports['m'] as { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
    expect(memory.grow(2)).toBe(1);
    expect(() => memory.grow(1)).toThrow(RangeError);
    expect(memory.buffer.byteLength).toBe(3 * 65_536);
  });
});
