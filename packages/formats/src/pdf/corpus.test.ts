import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type PageRecord, type ReaderResult } from '../reading.ts';
import { openSource } from '../source.ts';
import { readPdf } from './read-pdf.ts';
import { openPdf } from './render-page.ts';

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpus');
const MANIFEST = join(CORPUS, 'MANIFEST.json');

interface CorpusFile {
  readonly path: string;
  readonly kind: string;
  readonly expect: {
    readonly error?: string;
    readonly pages?: number;
    readonly author?: string;
    readonly first_page_pt?: readonly number[];
    readonly rotations?: readonly number[];
  };
}

function isManifest(value: unknown): value is readonly CorpusFile[] {
  const isFile = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && 'path' in item && 'kind' in item && 'expect' in item;
  return Array.isArray(value) && value.every(isFile);
}

function listBooks(): readonly CorpusFile[] {
  if (!existsSync(MANIFEST)) return [];
  const manifest: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  if (!isManifest(manifest)) throw new Error('The manifest of the corpus has another shape');
  return manifest.filter(({ kind }) => kind === 'pdf');
}

/** Where we do otherwise than the manifest's tool, and why. */
const EXPLAINED: Readonly<Record<string, string>> = {
  'pdf/pdfjs/bug1606566.pdf': 'the header "%PDF-" is missing altogether: PDFium takes it for no PDF, as qpdf does',
  'pdf/pdfjs/issue9418.pdf': 'PDFium rebuilds the cross-reference that poppler gives up on, as MuPDF does',
  'pdf/pdfjs/poppler-67295-0.pdf': 'the stated page count is negative: PDFium counts the one page that is there',
  'pdf/pdfjs/poppler-85140-0.pdf': 'PDFium rebuilds the cross-reference that poppler gives up on',
  'pdf/pdfjs/poppler-91414-0-53.pdf': 'an object refers to itself: PDFium reads the page all the same',
};

async function read(path: string): Promise<ReaderResult | string> {
  using source = openSource(join(CORPUS, path));
  try {
    return await readPdf(source, DEFAULT_LIMITS);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

function differences({ expect: expected }: CorpusFile, book: ReaderResult | string): readonly string[] {
  if (typeof book === 'string') return expected.error === undefined ? [book] : [];
  if (expected.error !== undefined) return ['opens'];
  const found: string[] = [];
  if (book.pageCount !== expected.pages) found.push('pages');
  const authors = book.metadata.contributors?.map(({ name }) => name).join(', ');
  if (expected.author !== undefined && authors !== expected.author) found.push('author');
  if (!hasSize(expected, book)) found.push('size');
  return found;
}

/** A page that is exactly one JPEG has the size of that, and the shape of the page. */
function hasShape(page: PageRecord, width: number, height: number): boolean {
  return Math.abs(((page.width ?? 0) / (page.height ?? 1)) * (height / width) - 1) < 0.02;
}

function hasSize({ first_page_pt: points = [], rotations }: CorpusFile['expect'], book: ReaderResult): boolean {
  const [width, height] = points;
  if (width === undefined || height === undefined) return true;
  const isTurned = (rotations?.[0] ?? 0) % 180 !== 0;
  const [shownWidth, shownHeight] = isTurned ? [height, width] : [width, height];
  const first = book.pages[0];
  if (first?.source.kind === 'stored') return hasShape(first, shownWidth, shownHeight);
  const isNear = (ours: number | null | undefined, inPoints: number): boolean =>
    Math.abs((ours ?? -9) - inPoints * 2) <= 1;
  return isNear(first?.width, shownWidth) && isNear(first?.height, shownHeight);
}

const books = listBooks();

describe.skipIf(books.length === 0)('the PDF corpus', () => {
  it('is read as other tools do, but for what is explained', async () => {
    expect(books.length).toBeGreaterThan(120);
    const found: string[] = [];
    for (const file of books) if (differences(file, await read(file.path)).length > 0) found.push(file.path);
    expect(found).toEqual(Object.keys(EXPLAINED));
  }, 60_000);

  it('is drawn: the first page of every book that opens', async () => {
    let drawn = 0;
    for (const { path } of books) {
      if (typeof (await read(path)) === 'string') continue;
      using document = await openPdf(join(CORPUS, path));
      const page = document.renderPage(0, { maxPixels: 1_000_000 });
      expect(page.width * page.height, path).toBeGreaterThan(0);
      drawn += 1;
    }
    expect(drawn).toBeGreaterThan(85);
  }, 120_000);
});
