import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createDerivedFiles } from '#files/data/derived-files.ts';
import { createCodingSlots } from './coding-slots.ts';
import { createCovers } from './covers.ts';
import { drawCover } from './cover-pictures.ts';
import { createPageImages } from './page-images.ts';
import { createPictureDecoder } from './picture-decoder.ts';
import { resizeImage } from './resize.ts';

const newImage = (width: number, height: number, background = '#3366cc') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A folder with a cache of derived files, which are written after their caller has them. */
function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-images-'));
  const derived = createDerivedFiles(path, 1e6);
  return {
    path,
    derived,
    [Symbol.asyncDispose]: async () => {
      await derived.settled();
      rmSync(path, { recursive: true });
    },
  };
}

describe('resizeImage', () => {
  it('fits into the box, keeps the shape and the format', async () => {
    const png = await newImage(600, 900).png().toBuffer();
    const made = await resizeImage(png, { width: 300, height: 300 });
    expect(made.contentType).toBe('image/png');
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 200, height: 300, format: 'png' });
  });

  it('never enlarges: a picture that fits is returned as it is', async () => {
    const jpeg = await newImage(60, 90).jpeg().toBuffer();
    expect((await resizeImage(jpeg, { width: 4000 })).bytes.equals(jpeg)).toBe(true);
    const webp = await resizeImage(jpeg, { width: 4000, format: 'webp' });
    expect(await sharp(webp.bytes).metadata()).toMatchObject({ width: 60, height: 90, format: 'webp' });
  });

  it('applies the EXIF turn', async () => {
    const turned = await newImage(90, 60).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const made = await resizeImage(turned, { width: 30 });
    expect(await sharp(made.bytes).metadata()).toMatchObject({ width: 30, height: 45 });
    expect((await sharp(made.bytes).metadata()).orientation).toBeUndefined();
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('converts to %s', async (format) => {
    const made = await resizeImage(await newImage(64, 64).png().toBuffer(), { format });
    expect(made.contentType).toBe(`image/${format}`);
    expect((await sharp(made.bytes).metadata()).format).toBe(format === 'avif' ? 'heif' : format);
  });

  it('refuses what is no picture, and one with too many pixels', async () => {
    await expect(resizeImage(Buffer.from('hello'), {})).rejects.toMatchObject({ code: 'image.unknown' });
    const huge = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>');
    await expect(resizeImage(huge, { format: 'png' })).rejects.toMatchObject({ code: 'image.too-large' });
  });
});

describe('the cover of a drawing', () => {
  const drawing = (attributes: string) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect width="100%" height="100%" fill="red"/></svg>`,
    );

  it.each([
    ['viewBox="0 0 46296.26 40689.13"', 480, 422],
    ['width="20000" height="30000"', 480, 720],
    ['viewBox="0 0 10 15"', 333, 500],
    ['viewBox="0 0 100 1000"', 480, 960],
  ])('with %s is drawn at the size of a cover', async (attributes, width, height) => {
    const { files, color } = await drawCover(drawing(attributes));
    expect(await sharp(files[1]).metadata()).toMatchObject({ width, height });
    expect(color).toMatch(/^#fe|^#ff/);
  });

  it('is refused where even the smallest picture of it has too many pixels', async () => {
    await expect(drawCover(drawing('viewBox="0 0 100000000 100000000"'))).rejects.toMatchObject({
      code: 'image.too-large',
    });
  });
});

describe('covers', () => {
  it('are kept in two widths under a name made of their content, with their colour', async () => {
    await using folder = newFolder();
    const slots = createCodingSlots();
    const covers = createCovers(join(folder.path, 'covers'), folder.derived, slots, createPictureDecoder());
    const picture = await newImage(1000, 1500).jpeg({ quality: 100 }).toBuffer();
    const { key, color } = await covers.put(picture, 'background');
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(color).toMatch(/^#3[2-4]6[5-7]c[b-d]$/);
    expect(readdirSync(join(folder.path, 'covers', key.slice(0, 2))).sort()).toEqual([
      `${key}-240.webp`,
      `${key}-480.webp`,
    ]);
    const small = await covers.find(key, { width: 200 });
    expect(await sharp(small?.bytes).metadata()).toMatchObject({ format: 'webp', width: 240, height: 360 });
    const jpeg = await covers.find(key, { width: 4000, format: 'jpeg' });
    expect(await sharp(jpeg?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 720 });
    expect(await covers.find('0'.repeat(32), {})).toBeUndefined();
    expect(await covers.find('../../etc/passwd', {})).toBeUndefined();
  });

  it('show the top of a webtoon strip', async () => {
    await using folder = newFolder();
    const covers = createCovers(folder.path, folder.derived, createCodingSlots(), createPictureDecoder());
    const { key } = await covers.put(await newImage(720, 9000).png().toBuffer(), 'background');
    expect(await sharp((await covers.find(key, {}))?.bytes).metadata()).toMatchObject({ width: 480, height: 960 });
  });

  it('come from the pixels of a PDF page too', async () => {
    await using folder = newFolder();
    const covers = createCovers(folder.path, folder.derived, createCodingSlots(), createPictureDecoder());
    const { key, color } = await covers.put(
      { samples: Buffer.alloc(400 * 600 * 3, 255), channels: 3, width: 400, height: 600 },
      'viewer',
    );
    expect(color).toBe('#ffffff');
    expect(await sharp((await covers.find(key, {}))?.bytes).metadata()).toMatchObject({ width: 400, height: 600 });
  });

  it('have a stand-in, always the same for the same book', async () => {
    await using folder = newFolder();
    const covers = createCovers(folder.path, folder.derived, createCodingSlots(), createPictureDecoder());
    const one = await covers.placeholder('book 1', { width: 100 });
    const again = await covers.placeholder('book 1', { width: 100 });
    const jpeg = await covers.placeholder('book 2', { format: 'jpeg' });
    expect(one.bytes.equals(again.bytes)).toBe(true);
    expect(await sharp(one.bytes).metadata()).toMatchObject({ format: 'webp', width: 240, height: 360 });
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 720 });
  });
});

describe('page images', () => {
  it('are made once and cached for all viewers', async () => {
    await using folder = newFolder();
    const derived = folder.derived;
    const pages = createPageImages({ derived, slots: createCodingSlots(), decoder: createPictureDecoder() });
    const picture = await newImage(600, 900).jpeg().toBuffer();
    let loaded = 0;
    const load = async () => {
      loaded += 1;
      return { picture };
    };
    const [one, two] = await Promise.all([
      pages.get('file 1 page 1', { width: 300, format: 'webp' }, { load }),
      pages.get('file 1 page 1', { width: 300, format: 'webp' }, { load }),
    ]);
    await derived.settled();
    const later = await pages.get('file 1 page 1', { width: 300, format: 'webp' }, { load });
    expect(loaded).toBe(1);
    expect(one.contentType).toBe('image/webp');
    expect(one.bytes.equals(two.bytes) && one.bytes.equals(later.bytes)).toBe(true);
    expect(await sharp(later.bytes).metadata()).toMatchObject({ width: 300, height: 450 });
  });

  it('give a picture back once it has been drawn, unless it goes out itself or could not be drawn', async () => {
    await using folder = newFolder();
    const derived = folder.derived;
    const pages = createPageImages({ derived, slots: createCodingSlots(), decoder: createPictureDecoder() });
    const picture = await newImage(600, 900).jpeg().toBuffer();
    const given: string[] = [];
    const lend = (name: string, bytes: Buffer) => async () => ({
      picture: bytes,
      giveBack: () => void given.push(name),
    });
    await pages.get('smaller', { width: 300 }, { load: lend('smaller', picture) });
    const same = await pages.get('same', { width: 600 }, { load: lend('same', picture) });
    expect(same.bytes.equals(picture)).toBe(true);
    const broken = pages.get('broken', { width: 300 }, { load: lend('broken', Buffer.from('no picture')) });
    await expect(broken).rejects.toMatchObject({ code: 'image.unknown' });
    await derived.settled();
    expect(given).toEqual(['smaller']);
  });
});
