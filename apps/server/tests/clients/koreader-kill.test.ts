import { describe, expect, it } from 'vitest';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { koreaderHeaders, md5, type SyncDevice, syncDevice } from '../_harness/koreader.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';

const PAGES = 90;
/** Pages that were told and answered when the server is killed. */
const ANSWERED = 12;
const DOCUMENTS = [md5('Saga 1.cbz'), md5('of no book')] as const;

/** Tells page after page until the server is gone; pages of both documents are on their way at the same time. */
async function tellUntilGone(device: SyncDevice, kill: () => Promise<void>): Promise<readonly number[]> {
  const answered = [0, 0];
  let killing: Promise<void> | undefined;
  const tell = async (document: string, index: number): Promise<void> => {
    for (let page = 1; page < PAGES; page += 1) {
      await device.put(document, { progress: String(page), percentage: page / PAGES });
      answered[index] = page;
      if (page >= ANSWERED) killing ??= kill();
    }
  };
  const told = await Promise.allSettled(DOCUMENTS.map(tell));
  await killing;
  expect(told.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  return answered;
}

/** What a device is told of a document. @returns the page */
async function checkPlace(device: SyncDevice, document: string, answered: number): Promise<number> {
  const known = await device.get(document);
  const page = Number(known?.progress);
  // One more may have been stored whose answer was lost.
  expect([answered, answered + 1]).toContain(page);
  expect(known?.percentage).toBeCloseTo(page / PAGES, 5);
  return page;
}

/** What devices and people are told after it has started again. */
async function checkAgreement(server: ServerProcess, device: SyncDevice, answered: readonly number[]): Promise<void> {
  const [page] = await Promise.all(
    DOCUMENTS.map(async (document, index) => checkPlace(device, document, answered[index] ?? 0)),
  );
  const client = await signIn(server);
  const [book] = await listAllBooks(client);
  if (book === undefined || page === undefined) throw new Error('Expected a book with a place');
  expect(await client.call('getProgress', { params: { id: book.id } })).toMatchObject({ currentPage: page });
  const { data } = await client.call('listReadingSessions', { query: { bookId: book.id } });
  expect(data.map((session) => session.page)).toContain(page);
  expect(server.output()).not.toMatch(/error/i);
}

describe.each(databases)('a server that is killed while KOReader tells places, on %s', (kind) => {
  it('knows what it answered, and says the same to devices and people', async () => {
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz', { pages: PAGES });
    await using home = await openHome(kind);
    let server = await startServerProcess(home);
    try {
      const admin = await setupAdmin(server);
      const { id } = await addLibrary(admin, folder.path);
      await scan(admin, id);
      await waitForTasks(admin);
      const { key } = await admin.call('createApiKey', { body: { name: 'KOReader' } });
      const openDevice = ({ url }: ServerProcess) => syncDevice({ url }, koreaderHeaders('admin', key));
      const answered = await tellUntilGone(openDevice(server), server.kill);
      server = await startServerProcess(home);
      await checkAgreement(server, openDevice(server), answered);
    } finally {
      await server[Symbol.asyncDispose]();
    }
  });
});
