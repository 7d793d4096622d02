import { rename, utimes } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scanLibrary } from '#core/activities/scan/scan-library.ts';
import type { Database } from '#db/open.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** More than one transaction of a scan takes. */
const BOOKS = 60;
/** Transactions of such a scan are fewer, also on a machine so slow that each takes but a few books. */
const MOST = 150;

function makeName(number: number): string {
  return `${String(number).padStart(2, '0')}.cbz`;
}

/** What is done to the files, and where a book is afterwards that was at a place before. */
const rearrangements: readonly {
  readonly what: string;
  readonly act: (folder: BookFolder) => Promise<void>;
  readonly moved: (place: string) => string;
}[] = [
  {
    what: 'two folders that changed names',
    act: async (folder) => {
      await rename(folder.at('Saga'), folder.at('aside'));
      await rename(folder.at('Bone'), folder.at('Saga'));
      await rename(folder.at('aside'), folder.at('Bone'));
    },
    moved: (place) => place.replaceAll(/Saga|Bone/g, (name) => (name === 'Saga' ? 'Bone' : 'Saga')),
  },
  {
    what: 'sixty files in a ring',
    act: async (folder) => {
      await rename(folder.at(`Saga/${makeName(BOOKS)}`), folder.at('Saga/aside'));
      for (let number = BOOKS - 1; number > 0; number -= 1) {
        await rename(folder.at(`Saga/${makeName(number)}`), folder.at(`Saga/${makeName(number + 1)}`));
      }
      await rename(folder.at('Saga/aside'), folder.at(`Saga/${makeName(1)}`));
    },
    moved: (place) =>
      place.replace(/^Saga\/(\d+)\.cbz/, (_, number: string) => `Saga/${makeName((Number(number) % BOOKS) + 1)}`),
  },
];

/** A database whose transactions end for good after some, as they do when the process is killed. */
function cutOff(db: Database, after: number): Database {
  let left = after;
  return {
    ...db,
    read: db.read,
    transaction: async (work) => {
      if (left === 0) throw new Error('Cut off');
      left -= 1;
      return db.transaction(work);
    },
  };
}

async function scanUntil({ context }: TestServer, libraryId: string, transactions: number): Promise<boolean> {
  const { signal } = new AbortController();
  const run = { taskId: '', signal, earlier: null, report: () => undefined, shouldYield: async () => false };
  try {
    await scanLibrary({ ...context, db: cutOff(context.db, transactions) }, { libraryId, mode: 'normal' }, run);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message === 'Cut off') return false;
    throw error;
  }
}

async function readPlaces({ context }: TestServer): Promise<Map<string, string>> {
  const rows = await context.db.read
    .selectFrom('book')
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select(['book.id', 'book.path', 'book.deletedAt', 'series.path as group', 'series.id as seriesId'])
    .execute();
  expect(rows.filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
  return new Map(rows.map(({ id, path, group, seriesId }) => [id, `${path} of ${seriesId} in ${group}`]));
}

describe.each(databases)('a scan that is cut off on %s', (kind) => {
  it.each(rearrangements)('between any two transactions loses nothing: $what', async (one) => {
    using folder = newBookFolder();
    for (const [series, hour] of [
      ['Saga', 1],
      ['Bone', 2],
    ] as const) {
      for (let number = 1; number <= BOOKS; number += 1) {
        const path = `${series}/${makeName(number)}`;
        await folder.addComic(path, { pages: 1, info: `<Title>${series} ${makeName(number)}</Title>` });
        const at = new Date(Date.UTC(2020, 1, 1, hour, number));
        await utimes(folder.at(path), at, at);
      }
    }
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const library = await addLibrary(client, folder.path);
    await scan(client, library.id);
    await waitForTasks(client);
    let known = await readPlaces(server);
    let isDone = false;
    for (let transactions = 0; !isDone && transactions < MOST; transactions += 1) {
      await one.act(folder);
      isDone = await scanUntil(server, library.id, transactions);
      expect([...(await readPlaces(server)).keys()].toSorted()).toEqual([...known.keys()].toSorted());
      expect(await scan(client, library.id)).toMatchObject({ booksAdded: 0, booksDeleted: 0, pendingRemovals: 0 });
      const after = await readPlaces(server);
      expect(after).toEqual(new Map([...known].map(([id, place]) => [id, one.moved(place)])));
      known = after;
    }
    expect(isDone).toBe(true);
  });
});
