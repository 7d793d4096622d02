import { randomUUIDv7 } from 'node:crypto';
import { pickVisible } from '#db/repos/cover-targets.repo.ts';
import type { Tx } from '#db/open.ts';
import { deleteProgress, findLatestOf, listBooksToMark, writeCompleted } from '#db/repos/progress.repo.ts';
import { holdReading, insertSessions } from '#db/repos/reading-sessions.repo.ts';
import { getSeries } from '../catalog/get-series.ts';
import type { ProgressContext, Reader } from './save-progress.ts';

/** How many books changed, in figures and in words. */
export interface Marked {
  readonly count: number;
  readonly message: string;
}

/** Books that are meant: by their own ids, or all of some series. */
export interface BooksMeant {
  readonly by: 'id' | 'seriesId';
  readonly ids: readonly string[];
}

function inWords(count: number, state: 'read' | 'unread'): Marked {
  return { count, message: `${count === 1 ? '1 book' : `${count} books`} marked ${state}` };
}

async function now(tx: Tx, userId: string, bookIds: readonly string[]): Promise<number> {
  return Math.max(Date.now(), await findLatestOf(tx.read, userId, bookIds));
}

/**
 * Marks books read, in one transaction: those that are live and that the viewer may see. Unknown ones are passed over.
 * @returns the books that were not read before
 */
export async function markBooksRead({ db }: ProgressContext, reader: Reader, meant: BooksMeant): Promise<Marked> {
  const { viewer, device } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const books = await listBooksToMark(tx.read, viewer, meant.by, meant.ids);
    const ids = books.map(({ id }) => id);
    const at = await now(tx, userId, ids);
    const how = { completedAt: at, deviceId: device.deviceId, deviceName: device.name };
    const marked = new Map(
      books.map(({ id, pageCount }) => [id, { id: randomUUIDv7(), bookId: id, currentPage: Math.max(1, pageCount) }]),
    );
    const written = await writeCompleted(tx, userId, [...marked.values()], how);
    const sessions = written.flatMap((bookId) => {
      const book = marked.get(bookId);
      return book === undefined ? [] : [{ ...book, userId }];
    });
    await insertSessions(
      tx,
      sessions.map(({ currentPage: page, ...session }) => ({
        ...{ ...session, page, kind: 'completed', percentage: 1, locator: null, completed: 1, clientId: null },
        ...{ ...how, startedAt: at, endedAt: at, receivedAt: at, activeMs: null },
      })),
    );
    return written;
  });
  return inWords(changed.length, 'read');
}

/**
 * Forgets the viewer's place in books, in one transaction. Unknown ones are passed over.
 * @returns the books that had one
 */
export async function markBooksUnread({ db }: ProgressContext, reader: Reader, meant: BooksMeant): Promise<Marked> {
  const { viewer } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const books = await listBooksToMark(tx.read, viewer, meant.by, meant.ids);
    const ids = books.map(({ id }) => id);
    const at = await now(tx, userId, ids);
    const forgotten = await deleteProgress(tx, userId, ids);
    await writeResets(tx, reader, forgotten, at);
    return forgotten;
  });
  return inWords(changed.length, 'unread');
}

/** Ends the pass through books, inside the transaction that forgets the places. */
export async function writeResets(
  tx: Tx,
  { viewer, device }: Reader,
  bookIds: readonly string[],
  at: number,
): Promise<void> {
  const { userId } = viewer;
  await insertSessions(
    tx,
    bookIds.map((bookId) => ({
      ...{ id: randomUUIDv7(), clientId: null, userId, bookId, kind: 'reset', completedAt: null, activeMs: null },
      ...{ deviceId: device.deviceId, deviceName: device.name, page: null, percentage: null, locator: null },
      ...{ startedAt: at, endedAt: at, receivedAt: at },
    })),
  );
}

/**
 * Marks all live books of a series read or unread.
 * @throws {AppError} `NotFound`
 */
export async function markSeries(
  ctx: ProgressContext,
  reader: Reader,
  seriesId: string,
  state: 'read' | 'unread',
): Promise<Marked> {
  await getSeries(ctx, reader.viewer, seriesId);
  const mark = state === 'read' ? markBooksRead : markBooksUnread;
  return await mark(ctx, reader, { by: 'seriesId', ids: [seriesId] });
}

/** The same for several series; unknown ones are passed over. */
export async function markManySeries(
  ctx: ProgressContext,
  reader: Reader,
  seriesIds: readonly string[],
  state: 'read' | 'unread',
): Promise<Marked> {
  const ids = await pickVisible(ctx.db.read, reader.viewer, 'series', seriesIds);
  const mark = state === 'read' ? markBooksRead : markBooksUnread;
  return await mark(ctx, reader, { by: 'seriesId', ids });
}
