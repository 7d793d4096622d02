import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Book } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, waitForTasks } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

const HANG_FOLDER = new URL('../_harness/hang-folder.mjs', import.meta.url).href;
const STOP_SECONDS = 1;
/** What the server adds for closing before it ends by force. */
const CLOSING_MS = 5_000;
const HUNG_BOOKS = 12;
/** A page that waits for nothing takes milliseconds, but on a busy machine; one that waits for its turn waits longer. */
const QUICK_MS = 7_000;

/** A server with a library that can be made to hang, and one that always answers. */
async function startWithTwoLibraries(home: Home) {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(newBookFolder());
  const pipe = join(home.dataDir, '..', `pipe-${String(process.pid)}-${String(Date.now())}`);
  const hungWhen = `${pipe}-hung`;
  execFileSync('mkfifo', [pipe]);
  opened.defer(() => {
    for (const path of [pipe, hungWhen]) rmSync(path, { force: true });
  });
  for (let number = 1; number <= HUNG_BOOKS; number += 1) {
    await folder.addComic(`Hung/Saga/Saga ${String(number)}.cbz`, { tint: number, pages: 3 });
  }
  await folder.addComic('Well/Tale/Tale 1.cbz', { tint: 1, pages: 3 });
  const server = opened.use(
    await startServerProcess(home, {
      env: {
        NODE_OPTIONS: `--import=${HANG_FOLDER}`,
        HUNG_FOLDER: folder.at('Hung'),
        HUNG_PIPE: pipe,
        HUNG_SWITCH: hungWhen,
        LECTERN_SERVER_STOP_TIMEOUT_SECONDS: String(STOP_SECONDS),
      },
    }),
  );
  await setupAdmin(server);
  const admin = await signIn(server);
  const hungLibrary = await addLibrary(admin, folder.at('Hung'), { name: 'Hung', scanImmediately: true });
  await addLibrary(admin, folder.at('Well'), { name: 'Well', scanImmediately: true });
  await waitForTasks(admin);
  const books = await listAllBooks(admin);
  const [well] = books.filter(({ libraryId }) => libraryId !== hungLibrary.id);
  if (well === undefined) throw new Error('Expected a book in the library that answers');
  const hung = books.filter(({ libraryId }) => libraryId === hungLibrary.id);
  const owned = opened.move();
  return {
    server,
    admin,
    hung,
    well,
    hang: () => writeFileSync(hungWhen, ''),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

async function fetchPage(admin: Client, { id }: Book, page: number) {
  const startedAt = performance.now();
  const answer = await admin.fetch(`/api/v1/books/${id}/pages/${String(page)}`);
  return { answer, tookMs: performance.now() - startedAt };
}

describe.each(databases)('a server on %s with a library on a hung disk', (kind) => {
  it('serves other libraries, says that this one does not answer, and ends by force', async () => {
    await using home = await openHome(kind);
    await using scene = await startWithTwoLibraries(home);
    const { server, admin, hung, well } = scene;
    scene.hang();
    const waiting = hung.map(async (book) => fetchPage(admin, book, 1));
    const downloads = hung.map(async ({ id }) => admin.fetch(`/api/v1/books/${id}/file`));
    for (const page of [1, 2, 3]) {
      const { answer, tookMs } = await fetchPage(admin, well, page);
      expect(answer.status).toBe(200);
      expect(tookMs).toBeLessThan(QUICK_MS);
    }
    for (const answer of [
      ...(await Promise.all(waiting)).map((one) => one.answer),
      ...(await Promise.all(downloads)),
    ]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await answer.text()).toContain('its disk does not answer');
    }
    const [book] = hung;
    if (book === undefined) throw new Error('Expected a book');
    expect((await fetchPage(admin, book, 2)).tookMs).toBeLessThan(QUICK_MS);
    const startedAt = performance.now();
    await server.stop();
    expect(performance.now() - startedAt).toBeLessThan(STOP_SECONDS * 1_000 + CLOSING_MS + QUICK_MS);
  });
});
