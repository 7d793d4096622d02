import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import {
  type BookToMark,
  deleteProgress,
  findLatestOf,
  keepBooks,
  listBooksToMark,
  writeCompleted,
} from '#db/repos/reading/progress.repo.ts';
import { holdReading, insertSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent, seriesProgressEvent } from '#events/entity-events.ts';
import { getSeries } from '../browse/list-series.ts';
import { getBookPlace, type ProgressWriteContext, type Reader } from './save-progress.ts';

/** How many books changed, in figures and in words. */
interface Marked {
  readonly count: number;
  readonly message: string;
}

/** Books that are meant: by their own ids, or all of some series. */
interface BooksMeant {
  readonly by: 'id' | 'seriesId';
  readonly ids: readonly string[];
}

function inWords(count: number, state: 'read' | 'unread'): Marked {
  return { count, message: `${count === 1 ? '1 book' : `${count} books`} marked ${state}` };
}

async function now(tx: Tx, userId: string, bookIds: readonly string[]): Promise<number> {
  return Math.max(Date.now(), await findLatestOf(tx.read, userId, bookIds));
}

/** The live books that are meant and seen, without those that are removed at this very moment; the others stay meanwhile. */
async function listBooksThere(tx: Tx, viewer: Viewer, { by, ids }: BooksMeant): Promise<BookToMark[]> {
  const books = await listBooksToMark(tx.read, viewer, by, ids);
  const kept = await keepBooks(
    tx,
    books.map(({ id }) => id),
  );
  return books.filter(({ id }) => kept.has(id));
}

/** Tells of each book, or of each series where all of its books were meant. */
function tell(
  events: EventBus,
  type: 'progress_updated' | 'progress_deleted',
  userId: string,
  marked: { readonly meant: BooksMeant; readonly books: readonly BookToMark[]; readonly changed: readonly string[] },
): void {
  const changed = new Set(marked.changed);
  const books = marked.books.filter(({ id }) => changed.has(id));
  if (marked.meant.by === 'id') {
    for (const book of books) events.emitPersonal(bookProgressEvent(type, userId, book));
    return;
  }
  const libraries = new Map(books.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  for (const [id, libraryId] of libraries) events.emitPersonal(seriesProgressEvent(type, userId, { id, libraryId }));
}

/**
 * Marks books read, in one transaction: those that are live and that the viewer may see. Unknown ones are passed over.
 * @returns the books that were not read before
 */
export async function markBooksRead(
  { db, events }: ProgressWriteContext,
  reader: Reader,
  meant: BooksMeant,
): Promise<Marked> {
  const { viewer, device } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const books = await listBooksThere(tx, viewer, meant);
    const ids = books.map(({ id }) => id);
    const at = await now(tx, userId, ids);
    const how = { completedAt: at, deviceId: device.deviceId, deviceName: device.name };
    const marked = new Map(
      books.map(({ id, pageCount }) => [id, { id: newId(), bookId: id, currentPage: Math.max(1, pageCount) }]),
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
    tx.afterCommit(() => tell(events, 'progress_updated', userId, { meant, books, changed: written }));
    return written;
  });
  return inWords(changed.length, 'read');
}

/**
 * Forgets the viewer's place in books, in one transaction. Unknown ones are passed over.
 * @returns the books that had one
 */
export async function markBooksUnread(
  { db, events }: ProgressWriteContext,
  reader: Reader,
  meant: BooksMeant,
): Promise<Marked> {
  const { viewer } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const books = await listBooksToMark(tx.read, viewer, meant.by, meant.ids);
    const ids = books.map(({ id }) => id);
    const at = await now(tx, userId, ids);
    const forgotten = await deleteProgress(tx, userId, ids);
    await writeResets(tx, reader, forgotten, at);
    tx.afterCommit(() => tell(events, 'progress_deleted', userId, { meant, books, changed: forgotten }));
    return forgotten;
  });
  return inWords(changed.length, 'unread');
}

/** Ends the pass through books, inside the transaction that forgets the places. */
async function writeResets(tx: Tx, { viewer, device }: Reader, bookIds: readonly string[], at: number): Promise<void> {
  const { userId } = viewer;
  await insertSessions(
    tx,
    bookIds.map((bookId) => ({
      ...{ id: newId(), clientId: null, userId, bookId, kind: 'reset', completedAt: null, activeMs: null },
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
  ctx: ProgressWriteContext,
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
  ctx: ProgressWriteContext,
  reader: Reader,
  seriesIds: readonly string[],
  state: 'read' | 'unread',
): Promise<Marked> {
  const ids = await pickVisible(ctx.db.read, reader.viewer, 'series', seriesIds);
  const mark = state === 'read' ? markBooksRead : markBooksUnread;
  return await mark(ctx, reader, { by: 'seriesId', ids });
}

/**
 * Forgets the viewer's place in a book, which begins a new pass; how often it was finished stays known.
 * @throws {AppError} `NotFound`
 */
export async function forgetProgress(ctx: ProgressWriteContext, reader: Reader, bookId: string): Promise<void> {
  const { userId } = reader.viewer;
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  await ctx.db.transaction(async (tx) => {
    await holdReading(tx, userId);
    const at = Math.max(Date.now(), await findLatestOf(tx.read, userId, [bookId]));
    const forgotten = await deleteProgress(tx, userId, [bookId]);
    await writeResets(tx, reader, forgotten, at);
    if (forgotten.length === 0) return;
    tx.afterCommit(() => ctx.events.emitPersonal(bookProgressEvent('progress_deleted', userId, book)));
  });
}
