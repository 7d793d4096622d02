import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodePixels, resizeImage } from './resize.ts';

const plain = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } });

async function firstPixel(bytes: Uint8Array): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

async function movingGif(frames: number, side: number): Promise<Buffer> {
  const pictures = Array.from({ length: frames }, (_, frame) =>
    plain(side, side, `#${String(frame % 10)}0f0c0`)
      .png()
      .toBuffer(),
  );
  return await sharp(await Promise.all(pictures), { join: { animated: true } })
    .gif({ delay: Array.from({ length: frames }, () => 80), loop: 2 })
    .toBuffer();
}

/** A large frame, and others of one pixel each that are drawn onto it: every decoded frame is the whole screen. */
function sparseGif(frames: number, side: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\u{80}\0\0\0\0\0\u{ff}\u{ff}\u{ff}', 'latin1');
  screen.writeUInt16LE(side, 6);
  screen.writeUInt16LE(side, 8);
  const frame = Buffer.from(',\0\0\0\0\u{1}\0\u{1}\0\0\u{2}\u{2}\u{44}\u{1}\0', 'latin1');
  const first = Buffer.from(frame);
  first.writeUInt16LE(side, 5);
  first.writeUInt16LE(side, 7);
  return Buffer.concat([screen, first, ...Array.from({ length: frames - 1 }, () => frame), Buffer.from(';')]);
}

/** Each corner another grey, so that every turn and mirror differs. */
const CORNERS = [0, 85, 170, 255] as const;

function cornered(): Sharp {
  const side = 16;
  const data = Uint8Array.from({ length: side * side }, (_, at) => {
    const right = at % side >= side / 2 ? 1 : 0;
    const below = Math.floor(at / side) >= side / 2 ? 2 : 0;
    return CORNERS[right + below] ?? 0;
  });
  return sharp(data, { raw: { width: side, height: side, channels: 1 } });
}

/** Which of the four corners is where: top left, top right, bottom left, bottom right. */
async function readCorners(bytes: Uint8Array): Promise<readonly number[]> {
  const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const near = (value: number): number => CORNERS.findIndex((corner) => Math.abs(corner - value) < 30);
  const last = info.width - 1;
  const at = (x: number, y: number): number => near(data[(y * info.width + x) * info.channels] ?? -1);
  return [at(0, 0), at(last, 0), at(0, last), at(last, last)];
}

describe('colours of a resized picture', () => {
  it('are converted out of a wide gamut, and the profile goes', async () => {
    const red = { r: 255, g: 0, b: 0 };
    // The red of sRGB in the numbers of Display P3 is less than full.
    const p3 = await plain(40, 40)
      .png()
      .withIccProfile('p3')
      .composite([
        {
          input: await sharp({ create: { width: 40, height: 40, channels: 3, background: red } })
            .png()
            .toBuffer(),
        },
      ])
      .toBuffer();
    const stored = await sharp(p3).metadata();
    expect(stored.icc).toBeDefined();
    const [raw] = await firstPixel(await sharp(p3, { ignoreIcc: true }).png().toBuffer());
    expect(raw).toBeLessThan(240);
    for (const format of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const made = await resizeImage(p3, { width: 20, format });
      expect((await sharp(made.bytes).metadata()).icc).toBeUndefined();
      const [r = 0, g = 255, b = 255] = await firstPixel(made.bytes);
      expect(r).toBeGreaterThan(248);
      expect(Math.max(g, b)).toBeLessThan(20);
    }
  });

  it('come out of CMYK', async () => {
    const cmyk = await plain(40, 40, '#d02020').toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer();
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk');
    const made = await resizeImage(cmyk, { width: 20 });
    expect((await sharp(made.bytes).metadata()).space).toBe('srgb');
    const [r = 0, g = 255, b = 255] = await firstPixel(made.bytes);
    expect(r).toBeGreaterThan(170);
    expect(Math.max(g, b)).toBeLessThan(90);
  });

  it.each(['jpeg', 'png'] as const)('stay one channel when the picture is a grey %s', async (format) => {
    const grey = await plain(40, 40, '#808080').toColourspace('b-w').toFormat(format).toBuffer();
    const made = await resizeImage(grey, { width: 20 });
    expect(await sharp(made.bytes).metadata()).toMatchObject({ space: 'b-w', channels: 1 });
    const [value = 0] = await firstPixel(made.bytes);
    expect(Math.abs(value - 128)).toBeLessThan(3);
  });

  it('keep their transparency where the format has one, and lie on white where it has none', async () => {
    const glass = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await firstPixel((await resizeImage(glass, { width: 20, format: 'webp' })).bytes))[3]).toBe(0);
    expect((await firstPixel((await resizeImage(glass, { width: 20, format: 'jpeg' })).bytes))[0]).toBe(255);
  });

  it('are right for 16 bits a channel', async () => {
    const deep = await plain(40, 40, '#3366cc').toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    for (const format of ['png', 'webp', 'jpeg'] as const) {
      const made = await resizeImage(deep, { width: 20, format });
      const { dominant } = await sharp(made.bytes).stats();
      expect(Math.abs(dominant.b - 0xcc)).toBeLessThan(17);
    }
  });
});

describe('the turn of a picture', () => {
  // Where each corner of the stored picture ends up, by EXIF 2.32 table 6.
  it.each([
    [1, [0, 1, 2, 3]],
    [2, [1, 0, 3, 2]],
    [3, [3, 2, 1, 0]],
    [4, [2, 3, 0, 1]],
    [5, [0, 2, 1, 3]],
    [6, [2, 0, 3, 1]],
    [7, [3, 1, 2, 0]],
    [8, [1, 3, 0, 2]],
  ] as const)('is done for EXIF orientation %i', async (orientation, expected) => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const stored = await cornered().toFormat(format, { quality: 100 }).withMetadata({ orientation }).toBuffer();
      const made = await resizeImage(stored, { width: 8, format: 'png' });
      expect(await readCorners(made.bytes)).toEqual(expected);
    }
  });
});

describe('animations', () => {
  it('keep moving in WebP, with their times, and show their first frame elsewhere', async () => {
    const gif = await movingGif(3, 40);
    const webp = await resizeImage(gif, { width: 20, format: 'webp' });
    expect(await sharp(webp.bytes).metadata()).toMatchObject({ pages: 3, width: 20, delay: [80, 80, 80] });
    for (const format of ['jpeg', 'png', 'avif'] as const) {
      const made = await resizeImage(gif, { width: 20, format });
      const found = await sharp(made.bytes).metadata();
      expect(found).toMatchObject({ width: 20, height: 20 });
      expect(found.pages ?? 1).toBe(1);
    }
  });

  it('of too many pixels in all frames together show their first one', async () => {
    const made = await resizeImage(sparseGif(40, 2_000), { width: 20, format: 'webp' });
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 20, height: 20 });
    expect((await sharp(made.bytes).metadata()).pages ?? 1).toBe(1);
  });
});

it('makes a strip smaller that is longer than its format allows', async () => {
  const strip = await plain(40, 20_000).jpeg().toBuffer();
  expect(await sharp((await resizeImage(strip, { width: 40, format: 'webp' })).bytes).metadata()).toMatchObject({
    width: 33,
    height: 16_383,
  });
  expect((await resizeImage(strip, { width: 40 })).isStored).toBe(true);
});

describe('a picture that is too much', () => {
  /** A PNG that says how large it is, and has next to nothing in it. */
  const bombPng = (side: number): Buffer => {
    const bytes = Buffer.from(
      '89504e470d0a1a0a0000000d4948445200000000000000000800000000000000000000000a49444154789c636000000002000148afa4710000000049454e44ae426082',
      'hex',
    );
    bytes.writeUInt32BE(side, 16);
    bytes.writeUInt32BE(side, 20);
    return bytes;
  };

  it('is refused by its header', async () => {
    for (const bytes of [bombPng(40_000), sparseGif(1, 65_535)]) {
      const before = process.cpuUsage();
      await expect(resizeImage(bytes, { width: 100, format: 'webp' })).rejects.toMatchObject({
        code: 'image.too-large',
      });
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(5);
    }
  });

  it('is refused as pixels too', async () => {
    const huge = { samples: new Uint8Array(0), channels: 4, width: 20_000, height: 20_000 } as const;
    await expect(encodePixels(huge, { width: 100 })).rejects.toMatchObject({
      code: expect.stringMatching(/^image/) as string,
    });
  });
});

it('names the format that cannot be drawn', async () => {
  const heif = Buffer.concat([
    Buffer.from([0, 0, 0, 20]),
    Buffer.from('ftypmif1\0\0\0\0mif1', 'latin1'),
    Buffer.alloc(200),
  ]);
  await expect(resizeImage(heif, { format: 'webp' })).rejects.toMatchObject({
    code: expect.stringMatching(/^image[.]un/) as string,
  });
});
