import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

const SERIES = 60;
const BOOKS_A_SERIES = 15;
const COUNT = SERIES * BOOKS_A_SERIES;

/** Small comics, each with pages of its own. */
async function addManyComics(folder: BookFolder): Promise<void> {
  for (let index = 0; index < COUNT; index += 1) {
    const series = `Series ${String(index % SERIES)}`;
    await folder.addComic(`${series}/${series} ${String(Math.floor(index / SERIES))}.cbz`, {
      pages: 1 + (index % 3),
      tint: index,
      info: `<Title>Book ${String(index)}</Title>`,
    });
  }
}

async function countBooks(client: Client): Promise<number> {
  return (await client.call('listBooks', { query: { pageSize: 1 } })).total;
}

async function listEveryBook(client: Client) {
  const books = [];
  for (let page = 1; page <= Math.ceil(COUNT / 500); page += 1) {
    books.push(...(await client.call('listBooks', { query: { page, pageSize: 500, sort: 'created_at,asc' } })).data);
  }
  return books;
}

describe.each(databases)('a scan of 900 books that is killed, on %s', (kind) => {
  it('goes on by itself and finishes, no book doubled or lost', async () => {
    using folder = newBookFolder();
    await addManyComics(folder);
    await using home = await openHome(kind);
    {
      // In the middle of adding books …
      await using server = await startServerProcess(home);
      const client = await setupAdmin(server);
      const library = await addLibrary(client, folder.path);
      await client.call('startScan', { params: { id: library.id } });
      await until(
        async () => countBooks(client),
        (count) => count > 0,
      );
      await server.kill();
    }
    {
      // … and in the middle of reading them.
      await using server = await startServerProcess(home);
      const client = await signIn(server);
      await until(
        async () => client.call('listTasks', { query: { taskType: 'analyze_library', status: 'running' } }),
        ({ data }) => (data[0]?.progress?.current ?? 0) > 50,
      );
      await server.kill();
    }
    await using server = await startServerProcess(home);
    const client = await signIn(server);
    const { data: libraries } = await client.call('listLibraries', {});
    const libraryId = libraries[0]?.id ?? '';
    await until(
      async () => client.call('getScanStatus', { params: { id: libraryId } }),
      ({ status, booksToAnalyze }) => status === 'completed' && booksToAnalyze === 0,
    );
    const tasks = await waitForTasks(client);
    expect(tasks.map(({ status }) => status).filter((status) => status !== 'completed')).toEqual([]);
    const books = await listEveryBook(client);
    expect(books).toHaveLength(COUNT);
    expect(new Set(books.map(({ path }) => path)).size).toBe(COUNT);
    expect(new Set(books.map(({ id }) => id)).size).toBe(COUNT);
    expect(books.filter(({ analyzed, pageCount }) => !analyzed || pageCount === 0)).toEqual([]);
    expect((await client.call('listSeries', { query: { pageSize: 1 } })).total).toBe(SERIES);
    const numbers = books.filter(({ seriesName }) => seriesName === 'Series 7').map(({ number }) => number ?? 0);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: BOOKS_A_SERIES }, (_, index) => index + 1),
    );
    expect(await scan(client, libraryId)).toMatchObject({ booksAdded: 0, booksUpdated: 0, booksDeleted: 0 });
    expect(server.output()).not.toMatch(/error/i);
  });
});
