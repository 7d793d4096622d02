import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ditherTo16, encodeGreyPng } from './dither.ts';

function plain(grey: number, width: number, height: number) {
  return { samples: new Uint8Array(width * height).fill(grey), width, height };
}

async function readPng(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { info, greys: Array.from(data).filter((_, at) => at % info.channels === 0) };
}

describe('ditherTo16', () => {
  it.each([0, 17, 136, 255])('leaves an area of grey %i, one of the 16, without dots', (grey) => {
    expect(new Set(ditherTo16(plain(grey, 31, 17)))).toEqual(new Set([grey / 17]));
  });

  it.each([5, 60, 128, 201, 250])('keeps the mean of grey %i within one level of 256', (grey) => {
    const levels = ditherTo16(plain(grey, 120, 120));
    const mean = (levels.reduce((sum, level) => sum + level, 0) * 17) / levels.length;
    expect(Math.abs(mean - grey)).toBeLessThan(1);
    expect(new Set(levels)).toEqual(new Set([Math.floor(grey / 17), Math.ceil(grey / 17)]));
  });

  it('keeps the edge of a line where it is', () => {
    const samples = Uint8Array.from({ length: 40 * 10 }, (_, at) => (at % 40 < 20 ? 0 : 255));
    const levels = ditherTo16({ samples, width: 40, height: 10 });
    expect(Array.from(levels.subarray(0, 40))).toEqual([...Array<number>(20).fill(0), ...Array<number>(20).fill(15)]);
  });

  it('takes empty and single pictures', () => {
    expect(ditherTo16(plain(200, 0, 0))).toHaveLength(0);
    expect(Array.from(ditherTo16(plain(255, 1, 1)))).toEqual([15]);
  });
});

describe('encodeGreyPng', () => {
  it.each([
    [1, 1],
    [7, 3],
    [64, 2],
  ])('writes %i by %i pixels that a decoder reads back', async (width, height) => {
    const levels = Uint8Array.from({ length: width * height }, (_, at) => at % 16);
    const png = encodeGreyPng(levels, width, height);
    expect(png.readUInt8(24)).toBe(4);
    const { info, greys } = await readPng(png);
    expect(info).toMatchObject({ width, height });
    expect(greys).toEqual(Array.from(levels, (level) => level * 17));
  });
});
