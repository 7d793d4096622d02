import { MAX_MEMBERS } from '@lectern/contract';
import type { Viewer } from '#core/viewer.ts';
import { listNumberedBooks } from '#db/repos/catalog/komga-traits.repo.ts';
import { listMembersRead } from '#db/repos/lists/list-members.repo.ts';
import { getSeries } from '../browse/get-series.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';
import { getList } from '../lists/get-list.ts';
import { markBooksRead } from '../reading/mark-books.ts';
import type { Reader } from '../reading/save-progress.ts';

interface Begun {
  /** 1 for a finished book, null for one that was never opened. */
  readonly completed: number | null;
}

function countBooks(books: readonly Begun[]) {
  const read = books.filter(({ completed }) => completed === 1).length;
  const begun = books.filter(({ completed }) => completed === 0).length;
  return {
    booksCount: books.length,
    booksReadCount: read,
    booksUnreadCount: books.length - read - begun,
    booksInProgressCount: begun,
  };
}

/** Number of finished books before the first unfinished one. */
function countUnbroken(books: readonly Begun[]): number {
  const index = books.findIndex(({ completed }) => completed !== 1);
  return index === -1 ? books.length : index;
}

/**
 * Progress of the viewer in a series. A book without a number counts by its position in reading order.
 * @throws {AppError} `NotFound`
 */
export async function getSeriesTracked(ctx: ReadContext, viewer: Viewer, seriesId: string) {
  await getSeries(ctx, viewer, seriesId);
  const books = await listNumberedBooks(ctx.db.read, viewer, seriesId);
  const numbers = books.map(({ numberSort }, index) => numberSort ?? index + 1);
  return {
    ...countBooks(books),
    lastReadContinuousNumberSort: numbers[countUnbroken(books) - 1] ?? 0,
    maxNumberSort: numbers.reduce((most, number) => Math.max(most, number), 0),
  };
}

/** Marks the books of a series as read up to a number. It marks none as unread. @throws {AppError} `NotFound` */
export async function trackSeries(ctx: ChangeContext, reader: Reader, seriesId: string, upTo: number): Promise<void> {
  await getSeries(ctx, reader.viewer, seriesId);
  const books = await listNumberedBooks(ctx.db.read, reader.viewer, seriesId);
  const ids = books
    .filter(({ numberSort, completed }, index) => completed !== 1 && (numberSort ?? index + 1) <= upTo)
    .map(({ id }) => id);
  if (ids.length > 0) await markBooksRead(ctx, reader, { by: 'id', ids });
}

async function listMembers(ctx: ReadContext, viewer: Viewer, id: string) {
  const { ordered } = await getList(ctx, viewer, { kind: 'readList', id });
  const sort = ordered === 1 ? 'manual' : 'released';
  return await listMembersRead(ctx.db.read, viewer, id, { sort, direction: 'asc', limit: MAX_MEMBERS, offset: 0 });
}

/** Progress of the viewer in a read list. @throws {AppError} `NotFound` */
export async function getReadListTracked(ctx: ReadContext, viewer: Viewer, id: string) {
  const books = await listMembers(ctx, viewer, id);
  return { ...countBooks(books), lastReadContinuousIndex: countUnbroken(books) };
}

/** Marks the first books of a read list as read. @throws {AppError} `NotFound` */
export async function trackReadList(ctx: ChangeContext, reader: Reader, id: string, count: number): Promise<void> {
  const books = await listMembers(ctx, reader.viewer, id);
  const unread = books.slice(0, Math.max(0, count)).filter(({ completed }) => completed !== 1);
  if (unread.length > 0) await markBooksRead(ctx, reader, { by: 'id', ids: unread.map((book) => book.id) });
}

/** Id of the book before or after one in a read list; undefined at its ends. @throws {AppError} `NotFound` */
export async function findReadListNeighbour(
  ctx: ReadContext,
  viewer: Viewer,
  { id, bookId }: { readonly id: string; readonly bookId: string },
  step: -1 | 1,
): Promise<string | undefined> {
  const books = await listMembers(ctx, viewer, id);
  const index = books.findIndex((book) => book.id === bookId);
  return index === -1 ? undefined : books[index + step]?.id;
}

/** Ids of the visible books of a read list, in reading order. */
export async function listReadListBookIds(ctx: ReadContext, viewer: Viewer, id: string): Promise<string[]> {
  return (await listMembers(ctx, viewer, id)).map((book) => book.id);
}
