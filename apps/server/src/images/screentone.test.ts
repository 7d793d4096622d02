import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { resizeImage } from './resize.ts';

const SIDE = 900;
/** Samples along each side of a pixel: the drawn screen must not have a moiré of its own. */
const SAMPLES = 6;

interface Screen {
  readonly shape: 'dots' | 'lines';
  /** Pixels from one dot or line to the next. */
  readonly pitch: number;
  /** Degrees. */
  readonly angle: number;
  /** Share of the area that is black. */
  readonly tone: number;
}

function isInk({ shape, tone }: Screen, u: number, v: number): boolean {
  const du = u - Math.floor(u) - 0.5;
  const dv = v - Math.floor(v) - 0.5;
  return shape === 'dots' ? du * du + dv * dv < tone / Math.PI : Math.abs(du) < tone / 2;
}

/** A halftone screen as a scanner sees it: each pixel is the mean over its area. */
function draw(screen: Screen): Uint8Array {
  const turn = (screen.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) / screen.pitch, Math.sin(turn) / screen.pitch];
  return Uint8Array.from({ length: SIDE * SIDE }, (_, at) => {
    let paper = 0;
    for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
      const x = (at % SIDE) + ((sample % SAMPLES) + 0.5) / SAMPLES;
      const y = Math.floor(at / SIDE) + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES;
      if (!isInk(screen, x * cos + y * sin, y * cos - x * sin)) paper += 1;
    }
    return Math.round((paper / (SAMPLES * SAMPLES)) * 255);
  });
}

/**
 * Moiré in grey levels: what is left of the differences when everything finer than the eye resolves is blurred away. An even
 * tone has none.
 */
async function measureMoire(picture: Uint8Array): Promise<number> {
  const { data, info } = await sharp(picture).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const margin = 14;
  const inner = { left: margin, top: margin, width: width - 2 * margin, height: height - 2 * margin };
  const blurred = sharp(data, { raw: { width, height, channels } }).blur(4).extract(inner);
  const { channels: found } = await sharp(await blurred.png().toBuffer()).stats();
  return found[0]?.stdev ?? Number.NaN;
}

/** Moiré as the eye sees it: the light of the pixels is blurred, not their numbers. */
async function measureSeenMoire(picture: Uint8Array): Promise<number> {
  const light = await sharp(picture).toColourspace('b-w').gamma(1, 2.2).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = light.info;
  return await measureMoire(await sharp(light.data, { raw: { width, height, channels } }).png().toBuffer());
}

const EVEN_SCREENS: readonly Screen[] = [
  { shape: 'lines', pitch: 5.7, angle: 0, tone: 0.5 },
  { shape: 'dots', pitch: 5.7, angle: 45, tone: 0.5 },
];
const SCREENS: readonly Screen[] = [
  { shape: 'dots', pitch: 4.2, angle: 45, tone: 0.5 },
  { shape: 'dots', pitch: 5.7, angle: 45, tone: 0.2 },
  { shape: 'dots', pitch: 5.1, angle: 30, tone: 0.4 },
  { shape: 'lines', pitch: 3.1, angle: 0, tone: 0.5 },
  { shape: 'lines', pitch: 4.3, angle: 45, tone: 0.5 },
];
/** Factors that no pitch divides; the last ones let the JPEG decoder shrink while it reads. */
const WIDTHS = [487, 314, 217, 128];
/** In grey levels. What the eye begins to see in an even tone is about this. */
const BOUND = 2;

describe('screentone', () => {
  it.each(SCREENS)('of $shape every $pitch pixels at $angle° stays an even tone, whatever the size', async (screen) => {
    const raw = sharp(draw(screen), { raw: { width: SIDE, height: SIDE, channels: 1 } });
    const stored = {
      png: await raw.clone().png().toBuffer(),
      jpeg: await raw.clone().jpeg({ quality: 92 }).toBuffer(),
    };
    for (const [name, picture] of Object.entries(stored)) {
      for (const width of WIDTHS) {
        const made = await resizeImage(picture, { width, format: 'png' });
        expect(await measureMoire(made.bytes), `${name} at ${width}`).toBeLessThan(BOUND);
      }
    }
  });

  it('keeps a more even tone with the even kernel, in the light that the eye adds', async () => {
    const found = { sharp: 0, even: 0 };
    for (const screen of EVEN_SCREENS) {
      const stored = await sharp(draw(screen), { raw: { width: SIDE, height: SIDE, channels: 1 } })
        .png()
        .toBuffer();
      for (const width of [333, 468]) {
        found.sharp += await measureSeenMoire((await resizeImage(stored, { width })).bytes);
        found.even += await measureSeenMoire((await resizeImage(stored, { width, resample: 'even' })).bytes);
      }
    }
    expect(found.even).toBeLessThan(0.75 * found.sharp);
  });

  it('turns into moiré where each pixel is taken from the nearest one, or from four: the measure sees it', async () => {
    const screen = { shape: 'dots', pitch: 5.7, angle: 45, tone: 0.2 } as const;
    const raw = sharp(draw(screen), { raw: { width: SIDE, height: SIDE, channels: 1 } });
    const width = 217;
    const nearest = await raw.clone().resize({ width, kernel: 'nearest' }).png().toBuffer();
    const scale = width / SIDE;
    const four = await raw.clone().affine([scale, 0, 0, scale], { interpolator: 'bilinear' }).png().toBuffer();
    expect(await measureMoire(nearest)).toBeGreaterThan(3 * BOUND);
    expect(await measureMoire(four)).toBeGreaterThan(3 * BOUND);
  });
});
