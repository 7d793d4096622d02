import type { Viewer } from '#core/viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { pickVisible } from '#db/repos/covers/cover-targets.repo.ts';
import {
  type BookToMark,
  deleteProgress,
  findLatestSessionEnd,
  keepBooks,
  listBooksToMark,
  writeCompleted,
} from '#db/repos/reading/progress.repo.ts';
import { lockReading, insertSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { bookProgressEvent, seriesProgressEvent } from '#events/entity-events.ts';
import { getSeries } from '#core/catalog/browse/get-series.ts';
import { say } from '#words/say.ts';
import { getBookPlace, type Reader } from './save-progress.ts';
import type { ChangeContext } from '../contexts.ts';

interface Marked {
  readonly count: number;
  readonly message: string;
}

/** Books by their own ids, or all books of some series. */
interface BooksMeant {
  readonly by: 'id' | 'seriesId';
  readonly ids: readonly string[];
}

function describeMarked(count: number, state: 'read' | 'unread'): Marked {
  const message =
    state === 'read'
      ? say('{count, plural, one {# book} other {# books}} marked as read', { count })
      : say('{count, plural, one {# book} other {# books}} marked as unread', { count });
  return { count, message };
}

async function pickMarkTime(tx: Tx, userId: string, bookIds: readonly string[]): Promise<number> {
  return Math.max(Date.now(), await findLatestSessionEnd(tx.read, userId, bookIds));
}

/** Live visible books, locked against deletion. */
async function listHeldBooks(tx: Tx, viewer: Viewer, { by, ids }: BooksMeant): Promise<BookToMark[]> {
  const books = await listBooksToMark(tx.read, viewer, by, ids);
  const bookIds = books.map(({ id }) => id);
  const kept = await keepBooks(tx, bookIds);
  return books.filter(({ id }) => kept.has(id));
}

/** Emits an event per book, or per series when whole series were marked. */
function emitMarked(
  events: EventBus,
  type: 'progress_updated' | 'progress_deleted',
  userId: string,
  marked: { readonly meant: BooksMeant; readonly books: readonly BookToMark[]; readonly changed: ReadonlySet<string> },
): void {
  const books = marked.books.filter(({ id }) => marked.changed.has(id));
  if (marked.meant.by === 'id') {
    for (const book of books) events.emitPersonal(bookProgressEvent(type, userId, book));
    return;
  }
  const libraries = new Map(books.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  for (const [id, libraryId] of libraries) events.emitPersonal(seriesProgressEvent(type, userId, { id, libraryId }));
}

/** Marks live visible books read. Ignores unknown ones. Returns how many were not read before. */
export async function markBooksRead({ db, events }: ChangeContext, reader: Reader, meant: BooksMeant): Promise<Marked> {
  const { viewer, device } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await lockReading(tx, userId);
    const books = await listHeldBooks(tx, viewer, meant);
    const ids = books.map(({ id }) => id);
    const at = await pickMarkTime(tx, userId, ids);
    const how = { completedAt: at, deviceId: device.deviceId, deviceName: device.name };
    const marked = books.map((book) => ({ id: newId(), bookId: book.id, currentPage: Math.max(1, book.pageCount) }));
    const written = new Set(await writeCompleted(tx, userId, marked, how));
    const sessions = marked.filter(({ bookId }) => written.has(bookId));
    await insertSessions(
      tx,
      sessions.map(({ id, bookId, currentPage: page }) => ({
        id,
        clientId: null,
        userId,
        bookId,
        kind: 'completed',
        page,
        percentage: 1,
        locator: null,
        completed: 1,
        ...how,
        startedAt: at,
        endedAt: at,
        receivedAt: at,
        activeMs: null,
      })),
    );
    tx.afterCommit(() => emitMarked(events, 'progress_updated', userId, { meant, books, changed: written }));
    return written;
  });
  return describeMarked(changed.size, 'read');
}

/** Deletes places and ends the passes through their books. Returns the books that had a place. */
async function forget(tx: Tx, { viewer, device }: Reader, bookIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { userId } = viewer;
  const at = await pickMarkTime(tx, userId, bookIds);
  const forgotten = await deleteProgress(tx, userId, bookIds);
  await insertSessions(
    tx,
    forgotten.map((bookId) => ({
      id: newId(),
      clientId: null,
      userId,
      bookId,
      kind: 'reset',
      completedAt: null,
      activeMs: null,
      deviceId: device.deviceId,
      deviceName: device.name,
      page: null,
      percentage: null,
      locator: null,
      startedAt: at,
      endedAt: at,
      receivedAt: at,
    })),
  );
  return new Set(forgotten);
}

/** Deletes the viewer's places in books. Ignores unknown ones. Returns how many there were. */
export async function markBooksUnread(
  { db, events }: ChangeContext,
  reader: Reader,
  meant: BooksMeant,
): Promise<Marked> {
  const { viewer } = reader;
  const { userId } = viewer;
  const changed = await db.transaction(async (tx) => {
    await lockReading(tx, userId);
    const books = await listBooksToMark(tx.read, viewer, meant.by, meant.ids);
    const ids = books.map(({ id }) => id);
    const forgotten = await forget(tx, reader, ids);
    tx.afterCommit(() => emitMarked(events, 'progress_deleted', userId, { meant, books, changed: forgotten }));
    return forgotten;
  });
  return describeMarked(changed.size, 'unread');
}

const MARK = { read: markBooksRead, unread: markBooksUnread };

/** Marks all live books of a series read or unread. Throws `NotFound`. */
export async function markSeries(
  ctx: ChangeContext,
  reader: Reader,
  seriesId: string,
  state: 'read' | 'unread',
): Promise<Marked> {
  await getSeries(ctx, reader.viewer, seriesId);
  return MARK[state](ctx, reader, { by: 'seriesId', ids: [seriesId] });
}

/** The same for several series, ignoring unknown ones. */
export async function markManySeries(
  ctx: ChangeContext,
  reader: Reader,
  seriesIds: readonly string[],
  state: 'read' | 'unread',
): Promise<Marked> {
  const ids = await pickVisible(ctx.db.read, reader.viewer, 'series', seriesIds);
  return MARK[state](ctx, reader, { by: 'seriesId', ids });
}

/** Deletes the viewer's place in a book and starts a new pass. The history stays. Throws `NotFound`. */
export async function forgetProgress(ctx: ChangeContext, reader: Reader, bookId: string): Promise<void> {
  const { userId } = reader.viewer;
  const book = await getBookPlace(ctx, reader.viewer, bookId);
  await ctx.db.transaction(async (tx) => {
    await lockReading(tx, userId);
    const forgotten = await forget(tx, reader, [bookId]);
    if (forgotten.size === 0) return;
    tx.afterCommit(() => ctx.events.emitPersonal(bookProgressEvent('progress_deleted', userId, book)));
  });
}
