import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCorpus } from '../_harness/corpus.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { koreaderHeaders, type SyncDevice, syncDevice } from '../_harness/koreader.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

const corpus = findCorpus();

/** Texts of all sorts, a comic in an EPUB, and paged books. */
const FILES = [
  'epub/alice-in-wonderland.epub',
  'epub/idpf/childrens-literature.epub',
  'epub/idpf/wasteland.epub',
  'epub/crosspoint/test_tables.epub',
  'epub/made/300-chapters.epub',
  'epub/made/hrefs-encoded.epub',
  'epub/made/Pepper & Carrot 05 fixed layout.epub',
  'cbr/A Apple Pie.cbr',
  'pdf/lanraragi-doc.pdf',
];

/** Chapters of a book that are tried, spread over it. */
const SAMPLES = 4;

interface Trial {
  readonly client: Client;
  readonly device: SyncDevice;
  readonly book: Awaited<ReturnType<typeof listAllBooks>>[number];
  /** Digest of its content. */
  readonly document: string;
}

function sample(count: number): readonly number[] {
  const last = Math.max(1, Math.min(SAMPLES, count) - 1);
  return [
    ...new Set(Array.from({ length: SAMPLES }, (_, index) => Math.round((Math.min(index, last) / last) * (count - 1)))),
  ];
}

/** What KOReader opens by is the place of the same chapter here, and the other way round. */
async function tryText({ client, device, book, document }: Trial): Promise<void> {
  const params = { id: book.id };
  const { readingOrder } = await client.call('getBookManifest', { params });
  const { positions } = await client.call('getBookPositions', { params });
  for (const index of sample(readingOrder.length)) {
    const start = positions.find(({ href }) => href === readingOrder[index]?.href);
    if (start === undefined) throw new Error(`${book.path}: expected a position in document ${String(index + 1)}`);
    const { position, totalProgression } = start.locations;
    const progress = `/body/DocFragment[${String(index + 1)}]/body/p[2]/text().7`;
    await device.put(document, { progress, percentage: totalProgression });
    const place = await client.call('getProgress', { params });
    expect({ path: book.path, ...place }).toMatchObject({
      ...{ path: book.path, currentPage: position, locator: { href: start.href } },
    });
    expect(await device.get(document)).toMatchObject({ progress, percentage: totalProgression });
    const locator = { href: start.href, type: start.type, locations: { position, totalProgression } };
    const body = { currentPage: position, progressPercentage: totalProgression, completed: false, locator };
    await client.call('saveProgress', { params, body });
    const told = await device.get(document);
    const expected = `/body/DocFragment[${String(index + 1)}].0`;
    // The place that was told is the same, so its own words may come back when both came at one moment.
    expect([book.path, [progress, expected].includes(told?.progress ?? '')]).toEqual([book.path, true]);
    expect(told?.percentage).toBeCloseTo(totalProgression);
  }
}

async function tryPages({ client, device, book, document }: Trial): Promise<void> {
  const params = { id: book.id };
  const isEpub = book.fileFormat === 'epub';
  const told = (page: number) => (isEpub ? `/body/DocFragment[${String(page)}]/body` : String(page));
  for (const index of sample(book.pageCount)) {
    const page = index + 1;
    const percentage = page / book.pageCount;
    await device.put(document, { progress: told(page), percentage });
    expect(await client.call('getProgress', { params })).toMatchObject({ currentPage: page });
    const other = page === 1 ? 2 : page - 1;
    await client.call('saveProgress', { params, body: { currentPage: other } });
    const expected = isEpub ? `/body/DocFragment[${String(other)}].0` : String(other);
    const place = await device.get(document);
    expect([book.path, place?.progress]).toEqual([book.path, expected]);
    expect(place?.percentage).toBeCloseTo(other / book.pageCount);
  }
}

describe.runIf(corpus !== undefined).each(databases)('KOReader sync of real books on %s', (kind) => {
  it('finds every book by its content, and converts places in it both ways', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addFile('A/.keep', '');
    for (const file of FILES) await copyFile(join(corpus?.folder ?? '', file), folder.at(`A/${basename(file)}`));
    const { id } = await addLibrary(client, folder.path);
    await scan(client, id);
    await waitForTasks(client);
    const { key } = await client.call('createApiKey', { body: { name: 'KOReader' } });
    const device = syncDevice(server, koreaderHeaders('admin', key));
    const books = await listAllBooks(client);
    expect(books).toHaveLength(FILES.length);
    for (const book of books) {
      const document = book.extReaderHash ?? '';
      expect([book.path, document]).toEqual([book.path, expect.stringMatching(/^[0-9a-f]{32}$/) as string]);
      const attempt = book.layout === 'reflowable' ? tryText : tryPages;
      await attempt({ client, device, book, document });
    }
  });
});
