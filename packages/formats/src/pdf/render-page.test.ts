import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type PdfParts, writePdf } from '../../../../fixtures/pdf-writer.ts';
import { type DrawRequest, planDrawing } from './page-size.ts';
import { openPdf, type RenderedPage } from './render-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
function save(parts: PdfParts): string {
  count += 1;
  const path = join(folder, `${count}.pdf`);
  writeFileSync(path, writePdf(parts));
  return path;
}

const LIMIT = { maxPixels: 1_000_000 };

async function draw(path: string, index: number, request: DrawRequest): Promise<RenderedPage> {
  using document = await openPdf(path);
  return document.renderPage(index, request);
}

async function pixels(path: string, request: DrawRequest): Promise<RenderedPage> {
  return draw(path, 0, request);
}

function at(
  { data, width }: { readonly data: Uint8Array; readonly width: number },
  x: number,
  y: number,
): readonly number[] {
  return [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)];
}

describe('renderPage', () => {
  // The left half is red, in a page of 100 by 50 points.
  const halves: PdfParts = { pages: [{ mediaBox: '0 0 100 50', content: '1 0 0 rg 0 0 50 50 re f' }] };

  it('draws red, green and blue on white', async () => {
    const page = await pixels(save(halves), { ...LIMIT, width: 40 });
    expect([page.width, page.height, page.data.length]).toEqual([40, 20, 2400]);
    expect(at(page, 5, 5)).toEqual([255, 0, 0]);
    expect(at(page, 35, 5)).toEqual([255, 255, 255]);
  });

  it('has rows without gaps, whatever the width', async () => {
    for (const width of [37, 38, 39, 40]) {
      const page = await pixels(save(halves), { ...LIMIT, width });
      expect(page.data.length).toBe(page.width * page.height * 3);
      for (let y = 0; y < page.height; y++) {
        expect([at(page, 2, y), at(page, width - 2, y)]).toEqual([
          [255, 0, 0],
          [255, 255, 255],
        ]);
      }
    }
  });

  it('draws two pixels a point unless a size is asked', async () => {
    expect(await pixels(save(halves), LIMIT)).toMatchObject({ width: 200, height: 100 });
    expect(await pixels(save(halves), { ...LIMIT, height: 10 })).toMatchObject({ width: 20, height: 10 });
  });

  it('turns the page as it says', async () => {
    const turned = await pixels(save({ pages: [{ ...halves.pages[0], keys: '/Rotate 90' }] }), { ...LIMIT, width: 20 });
    expect([turned.width, turned.height]).toEqual([20, 40]);
    expect(at(turned, 5, 5)).toEqual([255, 0, 0]);
    expect(at(turned, 5, 35)).toEqual([255, 255, 255]);
  });

  it('draws form fields', async () => {
    const field = (appearance: string): PdfParts => ({
      pages: [{ mediaBox: '0 0 100 50', keys: '/Annots[3 0 R]' }],
      catalog: '/AcroForm<</Fields[3 0 R]>>',
      extra: [
        `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 100 50]/F 4${appearance}>>`,
        { dictionary: '/Type/XObject/Subtype/Form/BBox[0 0 100 50]', bytes: Buffer.from('0 0 1 rg 0 0 100 50 re f') },
      ],
    });
    expect(at(await pixels(save(field('/AP<</N 4 0 R>>')), LIMIT), 50, 50)).not.toEqual([255, 255, 255]);
  });

  it('refuses pages that are not there', async () => {
    const path = save(halves);
    for (const index of [-1, 1, 0.5, NaN]) {
      await expect(draw(path, index, LIMIT)).rejects.toMatchObject({ code: 'entry.missing' });
    }
  });

  it('fails as the disk does when there is no file', async () => {
    await expect(draw(join(folder, 'gone.pdf'), 0, LIMIT)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('openPdf', () => {
  it('draws page after page and can be disposed twice', async () => {
    const path = save({ pages: [{}, { content: '0 0 100 150 re f' }] });
    const document = await openPdf(path);
    expect(document.pageCount).toBe(2);
    const [white, black] = [0, 1].map((index) => document.renderPage(index, { ...LIMIT, width: 10 }));
    expect(white === undefined ? [] : at(white, 2, 2)).toEqual([255, 255, 255]);
    expect(black === undefined ? [] : at(black, 2, 2)).toEqual([0, 0, 0]);
    expect(document.bytesRead()).toBeGreaterThan(0);
    document[Symbol.dispose]();
    document[Symbol.dispose]();
  });
});

describe('planDrawing', () => {
  const natural = { width: 200, height: 100 };
  it.each([
    [{ ...LIMIT }, { width: 200, height: 100 }],
    [
      { ...LIMIT, width: 400 },
      { width: 400, height: 200 },
    ],
    [
      { ...LIMIT, width: 400, height: 50 },
      { width: 100, height: 50 },
    ],
    [{ maxPixels: 5000 }, { width: 100, height: 50 }],
    [{ maxPixels: 1 }, { width: 1, height: 1 }],
    [
      { ...LIMIT, width: 0 },
      { width: 200, height: 100 },
    ],
  ])('answers %j with %j', (request, size) => {
    expect(planDrawing(natural, request)).toEqual(size);
  });

  it('keeps the limit for extreme shapes', () => {
    for (const size of [
      { width: 1, height: 3_800_000 },
      { width: 28_800, height: 28_800 },
      { width: 1e9, height: 1 },
    ]) {
      const planned = planDrawing(size, { maxPixels: 10_000 });
      expect(planned.width * planned.height).toBeLessThanOrEqual(10_000);
      expect(Math.max(planned.width, planned.height)).toBeLessThanOrEqual(16_384);
    }
  });
});
