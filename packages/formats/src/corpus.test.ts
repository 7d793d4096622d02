import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BookReading, FormatError } from './index.ts';
import { readBook } from './readers.ts';

const CORPUS = join(import.meta.dirname, '../../../../shared/corpus');
const MANIFEST = join(CORPUS, 'MANIFEST.json');
const present = existsSync(MANIFEST);

/** Where Lectern reads a file otherwise than the manifest says, and why that is right or fair. */
const EXPLAINED: Readonly<Record<string, { readonly differs: readonly string[]; readonly because: string }>> = {
  'cbz/comicinfo/date-invalid.cbz': {
    differs: ['comicinfo Month', 'comicinfo Day'],
    because: 'month 13 and day 40 are dropped with a problem each',
  },
  'cbz/comicinfo/number-empty.cbz': {
    differs: ['comicinfo Title'],
    because: 'the title is trimmed',
  },
  'cbz/comicinfo/number-spaces.cbz': {
    differs: ['comicinfo Number'],
    because: 'the number is trimmed',
  },
  'cbz/comicinfo/summary-html.cbz': {
    differs: ['comicinfo Summary'],
    because: 'markup in a summary becomes text, its script is left out',
  },
  'cbz/kavita/comicinfo in folder.cbz': {
    differs: ['comicinfo Summary'],
    because: 'the manifest keeps only the first 300 characters',
  },
  'cbz/made/bad-crc-page-2.cbz': {
    differs: ['unreadable 002.jpg'],
    because:
      'sizes come from the first bytes; the checksum is compared when the whole entry is read (tested below zip/)',
  },
  'cbz/made/bomb-overlapping-entries.cbz': {
    differs: ['fails with zip.overlap'],
    because: 'hostile: 500 entries that share one block are refused, as unzip does',
  },
  'cbz/made/broken-pages.cbz': {
    differs: ['unreadable 002.jpg', 'unreadable 005.png'],
    because: 'the headers of both pictures are whole: size is known, decoding fails later',
  },
  'cbz/made/junk-before.cbz': {
    differs: ['container'],
    because: 'the manifest calls it unknown by its first bytes; it is a ZIP behind them and opens',
  },
  'cbz/made/method-deflate64.cbz': {
    differs: ['fails with entry.unsupported'],
    because: 'Deflate64 is not supported, and every page uses it',
  },
  'cbz/made/method-lzma.cbz': {
    differs: ['page_info 10.jpg', 'page_info page.bmp'],
    because: 'LZMA is not supported: these two pages are listed as unreadable',
  },
  'cbz/made/method-xz.cbz': {
    differs: ['page_info 16.jpg', 'page_info 18.jpg', 'page_info page.bmp'],
    because: 'xz is not supported: these three pages are listed as unreadable',
  },
  'cbz/made/names-cp437.cbz': {
    differs: ['first_page', 'last_page'],
    because: 'the manifest has the raw bytes; here the names are decoded from code page 437',
  },
  'cbz/made/names-shift-jis.cbz': {
    differs: [
      'first_page',
      'last_page',
      'page_info æµ1ÿb/âyü[âW01.jpg',
      'page_info æµ2ÿb/âyü[âW02.jpg',
      'page_info æµ3ÿb/âyü[âW03.jpg',
    ],
    because: 'the manifest has them as raw bytes and as code page 437; here the names are decoded from Shift-JIS',
  },
  'cbz/made/names-special.cbz': {
    differs: ['page_info back\\slash\\002.jpg'],
    because: 'a backslash separates folders',
  },
  'cbz/made/names-utf8-unflagged.cbz': {
    differs: ['page_info µùÑµ£¼Φ¬₧/001.jpg', 'page_info µùÑµ£¼Φ¬₧/002.jpg', 'page_info µùÑµ£¼Φ¬₧/003.jpg'],
    because: 'in page_info the manifest has them as code page 437; here they are UTF-8, as in its own first_page',
  },
  'cbz/made/path-traversal.cbz': {
    differs: ['first_page', 'page_info ..\\..\\windows.jpg', 'page_info C:\\drive.jpg'],
    because: 'a backslash separates folders, and a folder separator sorts before every character, also at the start',
  },
  'cbz/made/pdf-named-cbz.cbz': {
    differs: ['error'],
    because: 'the bytes decide: it opens as the PDF it is',
  },
  'cbz/sharpcompress/Infozip.nocomp.multi.cbz': {
    differs: ['fails with zip.multi-disk'],
    because: 'the last disk of a split archive: nearly all of it is elsewhere',
  },
  'cbr/made/7z-named-cbr.cbr': {
    differs: ['container'],
    because: 'the bytes decide: it opens as the 7z it is',
  },
  'cbr/made/rar5-bad-crc-page-3.cbr': {
    differs: ['unreadable 003.jpg'],
    because: 'checksums of stored pages are compared when they are read whole, not while their sizes are',
  },
  'epub/idpf/kusamakura-japanese-vertical-writing.epub': {
    differs: ['fails with epub.empty-spine'],
    because: 'this copy lacks every document of its spine',
  },
  'epub/komga/zip-as-epub.epub': {
    differs: ['error'],
    because: 'the bytes decide: a ZIP with a picture is a comic',
  },
  'epub/made/adept-drm.epub': {
    differs: ['fails with epub.encrypted'],
    because: 'the manifest only lists the package; the text is encrypted and cannot be read',
  },
  'epub/made/container-missing.epub': {
    differs: ['error'],
    because: 'its only package is found without container.xml, said in a problem',
  },
  'epub/made/container-names-missing-opf.epub': {
    differs: ['error'],
    because: 'its only package is found though container.xml names another, said in a problem',
  },
  'epub/made/hrefs-escape-container.epub': {
    differs: ['spine_items'],
    because: 'a spine item outside the archive is left out',
  },
  'epub/made/opf-xxe.epub': {
    differs: ['error'],
    because: 'entities are not expanded, and the rest of the package is sound',
  },
  'epub/made/spine-empty.epub': {
    differs: ['fails with epub.empty-spine'],
    because: 'a book without anything to read is an error',
  },
  'epub/made/spine-missing-file.epub': {
    differs: ['spine_items'],
    because: 'a spine item without a file is left out',
  },
  'epub/made/truncated.epub': {
    differs: ['error'],
    because: 'its entries are found by their own headers; only the cover is lost, said in a problem',
  },
  'epub/w3c/fxl-layout-duplication.epub': {
    differs: ['layout'],
    because: 'the package states the layout twice, which is an error; the first statement counts here',
  },
  'pdf/made/zip-named-pdf.pdf': {
    differs: ['error'],
    because: 'the bytes decide: it opens as the comic it is',
  },
  'pdf/pdfjs/bug1606566.pdf': {
    differs: ['fails with file.unknown'],
    because: 'it has no PDF header; MuPDF and qpdf refuse it too',
  },
  'pdf/pdfjs/issue9418.pdf': {
    differs: ['error'],
    because: 'PDFium repairs it, as MuPDF does',
  },
  'pdf/pdfjs/poppler-67295-0.pdf': {
    differs: ['error'],
    because: 'PDFium ignores the impossible page count and finds its page; the tools disagree',
  },
  'pdf/pdfjs/poppler-85140-0.pdf': {
    differs: ['error'],
    because: 'PDFium repairs its cross-references',
  },
  'pdf/pdfjs/poppler-91414-0-53.pdf': {
    differs: ['error'],
    because: 'PDFium repairs it, as MuPDF does',
  },
};

interface PageInfo {
  readonly name: string;
  readonly width?: number;
  readonly height?: number;
}

/** What independent tools say of a file; see the README of the corpus. */
interface Expectation {
  readonly container?: string;
  readonly error?: string;
  readonly pages?: number;
  readonly first_page?: string;
  readonly last_page?: string;
  readonly page_info?: readonly PageInfo[];
  readonly unreadable_pages?: readonly string[];
  readonly comicinfo?: Readonly<Record<string, string>>;
  readonly title?: string | null;
  readonly creators?: readonly string[];
  readonly language?: string | null;
  readonly layout?: string;
  readonly page_progression_direction?: string;
  readonly spine_items?: number;
}

interface CorpusFile {
  readonly path: string;
  readonly kind: string;
  readonly expect: Expectation;
}

/** Text of a ComicInfo element and what it becomes. */
const COMIC_FIELDS: Readonly<Record<string, (metadata: BookReading['metadata']) => string | number | undefined>> = {
  Title: (metadata) => metadata.title,
  Series: (metadata) => metadata.series,
  Number: (metadata) => metadata.number,
  Count: (metadata) => metadata.count,
  Volume: (metadata) => metadata.volume,
  Summary: (metadata) => metadata.summary,
  Year: (metadata) => metadata.year,
  Month: (metadata) => metadata.month,
  Day: (metadata) => metadata.day,
  Publisher: (metadata) => metadata.publisher,
  Imprint: (metadata) => metadata.imprint,
  Format: (metadata) => metadata.formatDetail,
  LanguageISO: (metadata) => metadata.languageIso,
};

function compareComic(expected: Expectation, reading: BookReading): readonly string[] {
  const { pages, metadata, format } = reading;
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['container', format, expected.container === 'zip' ? 'cbz' : 'cbr'],
    ['pages', pages.length, expected.pages],
    ['first_page', pages[0]?.name, expected.first_page],
    ['last_page', pages.at(-1)?.name, expected.last_page],
  ];
  const comicInfo = Object.entries(expected.comicinfo ?? {})
    .filter(([element, value]) => element in COMIC_FIELDS && String(COMIC_FIELDS[element]?.(metadata) ?? '') !== value)
    .map(([element]) => `comicinfo ${element}`);
  const differing = facts
    .filter(([, found, wanted]) => wanted !== undefined && found !== wanted)
    .map(([field]) => field);
  return [...differing, ...comparePages(expected, pages), ...comicInfo];
}

function comparePages(expected: Expectation, pages: BookReading['pages']): readonly string[] {
  const named = (name: string) => pages.find((page) => page.name === name);
  const missized = (expected.page_info ?? [])
    .filter(({ name, width, height }) => {
      const page = named(name);
      return width !== undefined && (page?.width !== width || page.height !== height);
    })
    .map(({ name }) => `page_info ${name}`);
  const readable = (expected.unreadable_pages ?? []).filter((name) => named(name)?.width !== null);
  return [...missized, ...readable.map((name) => `unreadable ${name}`)];
}

function compareEpub(expected: Expectation, { epub, metadata }: BookReading): readonly string[] {
  const differences: string[] = [];
  const same = (field: string, found: unknown, wanted: unknown): void => {
    if (wanted !== undefined && wanted !== null && found !== wanted) differences.push(field);
  };
  same('spine_items', epub?.readingOrder.length, expected.spine_items);
  same('title', metadata.title, expected.title);
  same('language', metadata.languageIso?.toLowerCase(), expected.language?.toLowerCase());
  same('layout', epub?.layout === 'fixed' ? 'pre-paginated' : 'reflowable', expected.layout);
  same('page_progression_direction', epub?.direction, expected.page_progression_direction);
  for (const creator of expected.creators ?? []) {
    if (metadata.contributors?.some(({ name }) => name === creator) !== true) differences.push(`creator ${creator}`);
  }
  return differences;
}

function comparePdf(expected: Expectation, { pageCount, metadata }: BookReading): readonly string[] {
  const differences: string[] = [];
  if (expected.pages !== undefined && expected.pages !== pageCount) differences.push('pages');
  if (typeof expected.title === 'string' && expected.title !== metadata.title) differences.push('title');
  return differences;
}

function compare(kind: string, expected: Expectation, reading: BookReading): readonly string[] {
  if (expected.error !== undefined) return ['error'];
  if (kind === 'epub') return compareEpub(expected, reading);
  return kind === 'pdf' ? comparePdf(expected, reading) : compareComic(expected, reading);
}

async function listDifferences({ path, kind, expect: expected }: CorpusFile): Promise<readonly string[]> {
  try {
    return compare(kind, expected, await readBook(join(CORPUS, path)));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return expected.error === undefined ? [`fails with ${error.code}`] : [];
  }
}

function readManifest(): readonly CorpusFile[] {
  const parsed: unknown = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  if (isManifest(parsed)) return parsed;
  throw new TypeError('The manifest of the corpus is no list of files');
}

function isManifest(value: unknown): value is readonly CorpusFile[] {
  const isFile = (item: unknown): boolean =>
    typeof item === 'object' && item !== null && 'path' in item && 'kind' in item && 'expect' in item;
  return Array.isArray(value) && value.every(isFile);
}

describe(present ? 'the corpus' : 'the corpus (absent: only the fixtures of the repository are read)', () => {
  it.each(present ? ['cbz', 'cbr', 'epub', 'pdf'] : [])(
    'reads every %s as other tools do, but for explained differences',
    async (kind) => {
      const files = readManifest().filter((file) => file.kind === kind);
      expect(files.length).toBeGreaterThan(100);
      const found: Record<string, readonly string[]> = {};
      for (const file of files) {
        const differences = await listDifferences(file);
        if (differences.length > 0) found[file.path] = differences;
      }
      const explained = Object.entries(EXPLAINED).filter(([path]) => path.startsWith(`${kind}/`));
      expect(found).toEqual(Object.fromEntries(explained.map(([path, { differs }]) => [path, differs])));
    },
  );

  it('has a reason for every difference', () => {
    for (const { differs, because } of Object.values(EXPLAINED)) {
      expect(differs.length).toBeGreaterThan(0);
      expect(because.length).toBeGreaterThan(15);
    }
  });
});
