import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Database, type DatabaseLocation, openDatabase } from '#db/open.ts';
import { countSearchMarks } from '#db/search/search-marks.repo.ts';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

const BOOKS_A_ROUND = 160;
const BOOKS_A_SERIES = 10;
/** Ends what never comes; how many it takes is chance. */
const MAX_ROUNDS = 24;

/** The database of a home, beside the server that runs on it. */
async function openBeside({ dataDir, databaseUrl }: Home): Promise<Database> {
  const location: DatabaseLocation =
    databaseUrl === undefined
      ? { kind: 'sqlite', path: join(dataDir, 'lectern.db') }
      : { kind: 'postgres', url: databaseUrl, poolSize: 1 };
  return (await openDatabase(location)).db;
}

async function addComics(folder: BookFolder, round: number): Promise<void> {
  for (let index = 0; index < BOOKS_A_ROUND; index += 1) {
    const series = `Amber ${String(round)} ${String(Math.floor(index / BOOKS_A_SERIES))}`;
    await folder.addComic(`${series}/${series} ${String(index)}.cbz`, {
      pages: 1,
      tint: round * BOOKS_A_ROUND + index,
      info: `<Writer>Ann Writer ${String(index % 7)}</Writer>`,
    });
  }
}

/** Everything that the index holds, without the numbers of its rows. */
async function readIndex(db: Database) {
  const docs = await db.read.selectFrom('searchDoc').selectAll().execute();
  const names = await db.read.selectFrom('searchName').selectAll().execute();
  const byId = new Map(docs.map(({ id, ...doc }) => [id, doc]));
  const docTexts = docs.map(({ id: _id, ...doc }) => JSON.stringify(Object.entries(doc).toSorted()));
  const nameTexts = names.map(({ docId, line }) => `${byId.get(docId)?.entityId ?? 'stray'} ${line}`);
  return { docs: docTexts.toSorted(), names: nameTexts.toSorted() };
}

async function totals(client: Client, q: string) {
  const { series, books, people } = await client.call('search', { query: { q } });
  return { series: series.total, books: books.total, people: people.total };
}

/** Waits until every task is done and the index is up to date without a search. */
async function whole(client: Client, db: Database): Promise<void> {
  await waitForTasks(client);
  await until(
    async () => countSearchMarks(db.read),
    (count) => count === 0,
  );
}

describe.each(databases)('the index of search of a server that is killed, on %s', (kind) => {
  it('is whole after the next start, and nothing in it is doubled', async () => {
    using folder = newBookFolder();
    await using home = await openHome(kind);
    let libraryId: string | undefined;
    let rounds = 0;
    let killedBefore = false;
    let killedAmid = false;
    // Killed when books are there that the index does not know, and when it knows some of them.
    while (!(killedBefore && killedAmid)) {
      expect((rounds += 1)).toBeLessThanOrEqual(MAX_ROUNDS);
      await using server = await startServerProcess(home);
      await using db = await openBeside(home);
      const client = libraryId === undefined ? await setupAdmin(server) : await signIn(server);
      libraryId ??= (await addLibrary(client, folder.path)).id;
      await whole(client, db);
      await addComics(folder, rounds);
      const before = await db.read.selectFrom('searchDoc').select('id').execute();
      await client.call('startScan', { params: { id: libraryId } });
      const marks = async (): Promise<number> => countSearchMarks(db.read);
      await until(marks, (count) => count > 0);
      if (killedBefore) {
        await until(
          async () => db.read.selectFrom('searchDoc').select('id').execute(),
          (docs) => docs.length > before.length,
        );
      }
      await server.kill();
      const after = await db.read.selectFrom('searchDoc').select('id').execute();
      const isLeft = (await marks()) > 0;
      killedBefore ||= isLeft && after.length === before.length;
      killedAmid ||= isLeft && after.length > before.length;
    }
    await using server = await startServerProcess(home);
    await using db = await openBeside(home);
    const client = await signIn(server);
    await whole(client, db);
    const count = rounds * BOOKS_A_ROUND;
    expect(await totals(client, 'amber')).toEqual({ series: count / BOOKS_A_SERIES, books: count, people: 0 });
    expect(await totals(client, 'writer 3')).toMatchObject({ people: 1 });
    const index = await readIndex(db);
    expect(new Set(index.docs).size).toBe(index.docs.length);
    expect(new Set(index.names).size).toBe(index.names.length);
    expect(index.names.filter((name) => name.startsWith('stray'))).toEqual([]);
    await client.call('createTask', { body: { taskType: { type: 'rebuild_search' } } });
    await waitForTasks(client);
    expect(await readIndex(db)).toEqual(index);
    expect(server.output()).not.toMatch(/error/i);
  });
});
