import { join } from 'node:path';
import type { Book, BookMetadata, BookPage } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { type CorpusFile, findCorpus } from '../_harness/corpus.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { checkAtomBooks } from '../_harness/atom-feeds.ts';
import { checkFeedBooks } from '../_harness/opds-feeds.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

const MEGABYTE = 1024 * 1024;

/** Where the server tells something else than the manifest, and why that is right or fair. */
const EXPLAINED: Readonly<Record<string, { readonly differs: readonly string[]; readonly because: string }>> = {
  'cbz/comicinfo/number-empty.cbz': {
    differs: ['title', 'number'],
    because: 'the title is trimmed, and an empty number is none',
  },
  'cbz/comicinfo/number-spaces.cbz': {
    differs: ['number'],
    because: 'the number is trimmed',
  },
  'cbz/made/bomb-overlapping-entries.cbz': {
    differs: ['an error'],
    because: 'hostile: 500 entries that share one block are refused, as unzip does',
  },
  'cbz/made/jpeg-kinds.cbz': {
    differs: ['size of 04-exif6.jpg'],
    because: 'the manifest has the size before the turn that the picture asks for; pages have the one they are seen in',
  },
  'cbz/made/method-deflate64.cbz': {
    differs: ['an error'],
    because: 'Deflate64 is not supported, and every page uses it',
  },
  'cbz/made/method-lzma.cbz': {
    differs: ['size of 10.jpg', 'size of page.bmp'],
    because: 'LZMA is not supported: these two pages are listed as unreadable',
  },
  'cbz/made/method-xz.cbz': {
    differs: ['size of 16.jpg', 'size of 18.jpg', 'size of page.bmp'],
    because: 'xz is not supported: these three pages are listed as unreadable',
  },
  'cbz/made/names-shift-jis.cbz': {
    differs: ['size of æµ1ÿb/âyü[âW01.jpg', 'size of æµ2ÿb/âyü[âW02.jpg', 'size of æµ3ÿb/âyü[âW03.jpg'],
    because: 'the manifest has the names as code page 437; here they are decoded from Shift-JIS',
  },
  'cbz/made/names-special.cbz': {
    differs: ['size of back\\slash\\002.jpg'],
    because: 'a backslash separates folders',
  },
  'cbz/made/names-utf8-unflagged.cbz': {
    differs: ['size of µùÑµ£¼Φ¬₧/001.jpg', 'size of µùÑµ£¼Φ¬₧/002.jpg', 'size of µùÑµ£¼Φ¬₧/003.jpg'],
    because: 'the manifest has the names as code page 437; here they are the UTF-8 they are',
  },
  'cbz/made/path-traversal.cbz': {
    differs: ['size of ..\\..\\windows.jpg', 'size of C:\\drive.jpg'],
    because: 'a backslash separates folders',
  },
  'cbz/made/pdf-named-cbz.cbz': {
    differs: ['no error'],
    because: 'the bytes decide: it opens as the PDF it is',
  },
  'cbz/sharpcompress/Infozip.nocomp.multi.cbz': {
    differs: ['an error'],
    because: 'the last disk of a split archive: nearly all of it is elsewhere',
  },
  'epub/idpf/kusamakura-japanese-vertical-writing.epub': {
    differs: ['an error'],
    because: 'this copy lacks every document of its spine',
  },
  'epub/komga/zip-as-epub.epub': {
    differs: ['no error'],
    because: 'the bytes decide: a ZIP with a picture is a comic',
  },
  'epub/made/adept-drm.epub': {
    differs: ['an error'],
    because: 'the manifest only lists the package; the text is encrypted and cannot be read',
  },
  'epub/made/container-missing.epub': {
    differs: ['no error'],
    because: 'its only package is found without container.xml',
  },
  'epub/made/container-names-missing-opf.epub': {
    differs: ['no error'],
    because: 'its only package is found though container.xml names another',
  },
  'epub/made/opf-xxe.epub': {
    differs: ['no error'],
    because: 'entities are not expanded, and the rest of the package is sound',
  },
  'epub/made/spine-empty.epub': {
    differs: ['an error'],
    because: 'a book without anything to read is an error',
  },
  'epub/made/truncated.epub': {
    differs: ['no error'],
    because: 'its entries are found by their own headers; only the cover is lost',
  },
  'other/Captain Science #001-cix.cbt': {
    differs: ['an error'],
    because: 'a tar archive inside an xz stream: only plain tar archives are read',
  },
  'pdf/made/zip-named-pdf.pdf': {
    differs: ['no error'],
    because: 'the bytes decide: it opens as the comic it is',
  },
  'pdf/pdfjs/bug1606566.pdf': {
    differs: ['an error'],
    because: 'it has no PDF header; MuPDF and qpdf refuse it too',
  },
  'pdf/pdfjs/issue9418.pdf': {
    differs: ['no error'],
    because: 'PDFium repairs it, as MuPDF does',
  },
  'pdf/pdfjs/poppler-67295-0.pdf': {
    differs: ['no error'],
    because: 'PDFium ignores the impossible page count and finds its page; the tools disagree',
  },
  'pdf/pdfjs/poppler-85140-0.pdf': {
    differs: ['no error'],
    because: 'PDFium repairs its cross-references',
  },
  'pdf/pdfjs/poppler-91414-0-53.pdf': {
    differs: ['no error'],
    because: 'PDFium repairs it, as MuPDF does',
  },
};

interface ToldBook {
  readonly book: Book;
  readonly metadata: BookMetadata | undefined;
  readonly pages: readonly BookPage[];
}

const corpus = findCorpus();

function compareFile({ bytes, sha256, path }: CorpusFile, { book }: ToldBook): string[] {
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['file size', book.fileSize, bytes],
    ['file hash', book.fileHash, sha256],
    ['title of the book', book.title, path.slice(path.lastIndexOf('/') + 1).replace(/[.][^.]*$/, '')],
  ];
  return facts.filter(([, found, wanted]) => found !== wanted).map(([name]) => name);
}

function comparePages({ expect: expected, kind }: CorpusFile, { book, pages }: ToldBook): string[] {
  const differences: string[] = [];
  if (kind !== 'epub' && expected.pages !== book.pageCount) differences.push(`pages: ${String(book.pageCount)}`);
  for (const { name, width, height } of expected.page_info ?? []) {
    if (width === undefined) continue;
    const page = pages.find(({ fileName }) => fileName === name);
    if (page?.width !== width || page.height !== height) differences.push(`size of ${name}`);
  }
  return differences;
}

function compareMetadata({ expect: expected }: CorpusFile, { metadata }: ToldBook): string[] {
  const facts = { title: metadata?.title, series: metadata?.series, number: metadata?.number };
  return (['title', 'series', 'number'] as const).filter((name) => {
    const wanted = expected[name];
    return wanted !== undefined && wanted !== null && (facts[name] ?? null) !== wanted;
  });
}

function compare(file: CorpusFile, told: ToldBook): readonly string[] {
  const { analyzed, analysisError } = told.book;
  const isError = file.expect.error !== undefined;
  const ofFile = compareFile(file, told);
  if (!analyzed)
    return isError ? ofFile : [...ofFile, analysisError === null ? 'neither read nor in error' : 'an error'];
  if (isError) return [...ofFile, 'no error'];
  return [...ofFile, ...comparePages(file, told), ...compareMetadata(file, told)];
}

async function listToldBooks(client: Client): Promise<ToldBook[]> {
  const told: ToldBook[] = [];
  for (let page = 1; ; page += 1) {
    const { data, totalPages } = await client.call('listBooks', { query: { page, pageSize: 500 } });
    for (const book of data) {
      const params = { id: book.id };
      const { metadata } = await client.call('getBook', { params });
      told.push({ book, metadata, pages: await client.call('listBookPages', { params }) });
    }
    if (page >= totalPages) return told;
  }
}

describe.runIf(corpus !== undefined).each(databases)('the corpus on %s', (kind) => {
  it('is told as other tools read it, but for explained differences', async () => {
    const { folder, books } = corpus ?? { folder: '', books: [] };
    expect(books.length).toBeGreaterThan(700);
    await using home = await openHome(kind);
    await using server = await startServerProcess(home);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder, { bookStrategy: 'filename' });
    expect(await scan(client, library.id)).toMatchObject({ status: 'completed', booksAdded: books.length, errors: [] });
    const tasks = await waitForTasks(client);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
    const told = new Map((await listToldBooks(client)).map((item) => [item.book.path, item]));
    expect(told.size).toBe(books.length);
    const differing = books.flatMap((file) => {
      const item = told.get(join(library.path, file.path));
      const differences = item === undefined ? ['not found'] : compare(file, item);
      return differences.length === 0 ? [] : [[file.path, differences] as const];
    });
    const explained = Object.entries(EXPLAINED).map(([path, { differs }]) => [path, differs] as const);
    expect(Object.fromEntries(differing)).toEqual(Object.fromEntries(explained));
    // Reader apps hear of all of them, in documents that are valid.
    expect(await checkAtomBooks(client)).toBe(books.length);
    const readable = [...told.values()].filter(({ book }) => book.layout !== null).length;
    expect(await checkFeedBooks(client)).toEqual({ books: books.length, manifests: readable });
    const usage = server.usage();
    if (usage !== undefined) {
      expect(usage.peakBytes).toBeLessThan(512 * MEGABYTE);
      expect(usage.openFiles).toBeLessThan(100);
    }
    expect(server.output()).not.toMatch(/error/i);
  });
});
