import { MAX_MEMBERS } from '@lectern/contract';
import { listNumberedBooks } from '#db/repos/catalog/komga-traits.repo.ts';
import { listMembersRead } from '#db/repos/lists/list-members.repo.ts';
import { getSeries } from '../browse/list-series.ts';
import { getList } from '../lists/get-list.ts';
import { markBooksRead } from '../reading/mark-books.ts';
import type { Reader } from '../reading/save-progress.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ChangeContext, ReadContext } from '../contexts.ts';

/** How far a user is in a series or read list. */
interface Counts {
  readonly booksCount: number;
  readonly booksReadCount: number;
  readonly booksUnreadCount: number;
  readonly booksInProgressCount: number;
}

interface Begun {
  readonly completed: number | null;
}

function countsOf(books: readonly Begun[]): Counts {
  const read = books.filter(({ completed }) => completed === 1).length;
  const begun = books.filter(({ completed }) => completed === 0).length;
  return {
    booksCount: books.length,
    booksReadCount: read,
    booksUnreadCount: books.length - read - begun,
    booksInProgressCount: begun,
  };
}

/** How many books at the beginning are read without a gap. */
function unbroken(books: readonly Begun[]): number {
  const index = books.findIndex(({ completed }) => completed !== 1);
  return index === -1 ? books.length : index;
}

/** How far a user is in a series, by the numbers of its books. */
export interface SeriesTracked extends Counts {
  /** Number of the last book before the first that is not finished; 0 when that is the first. */
  readonly lastReadContinuousNumberSort: number;
  readonly maxNumberSort: number;
}

/**
 * How far the viewer is in a series. A book without a number has the place that it is read in.
 * @throws {AppError} `NotFound`
 */
export async function getSeriesTracked(ctx: ReadContext, viewer: Viewer, seriesId: string): Promise<SeriesTracked> {
  await getSeries(ctx, viewer, seriesId);
  const books = await listNumberedBooks(ctx.db.read, viewer, seriesId);
  const numbers = books.map(({ numberSort }, index) => numberSort ?? index + 1);
  return {
    ...countsOf(books),
    lastReadContinuousNumberSort: numbers[unbroken(books) - 1] ?? 0,
    maxNumberSort: numbers.reduce((most, number) => Math.max(most, number), 0),
  };
}

/**
 * Marks the books of a series read up to a number; none is marked unread.
 * @throws {AppError} `NotFound`
 */
export async function trackSeries(ctx: ChangeContext, reader: Reader, seriesId: string, upTo: number): Promise<void> {
  await getSeries(ctx, reader.viewer, seriesId);
  const books = await listNumberedBooks(ctx.db.read, reader.viewer, seriesId);
  const ids = books
    .filter(({ numberSort, completed }, index) => completed !== 1 && (numberSort ?? index + 1) <= upTo)
    .map(({ id }) => id);
  if (ids.length > 0) await markBooksRead(ctx, reader, { by: 'id', ids });
}

async function membersOf(ctx: ReadContext, viewer: Viewer, id: string) {
  const { ordered } = await getList(ctx, viewer, { kind: 'readList', id });
  const sort = ordered === 1 ? 'manual' : 'released';
  return await listMembersRead(ctx.db.read, viewer, id, { sort, direction: 'asc', limit: MAX_MEMBERS, offset: 0 });
}

/** How far a user is in a read list, by place. */
export interface ReadListTracked extends Counts {
  /** How many books at its beginning are finished. */
  readonly lastReadContinuousIndex: number;
}

/**
 * How far the viewer is in a read list.
 * @throws {AppError} `NotFound`
 */
export async function getReadListTracked(ctx: ReadContext, viewer: Viewer, id: string): Promise<ReadListTracked> {
  const books = await membersOf(ctx, viewer, id);
  return { ...countsOf(books), lastReadContinuousIndex: unbroken(books) };
}

/**
 * Marks the first books of a read list read.
 * @throws {AppError} `NotFound`
 */
export async function trackReadList(ctx: ChangeContext, reader: Reader, id: string, count: number): Promise<void> {
  const books = await membersOf(ctx, reader.viewer, id);
  const ids = books.slice(0, Math.max(0, count)).filter(({ completed }) => completed !== 1);
  if (ids.length > 0) {
    await markBooksRead(ctx, reader, { by: 'id', ids: ids.map((book) => book.id) });
  }
}

/**
 * The book before or after one in a read list, by id; undefined at its ends.
 * @throws {AppError} `NotFound`
 */
export async function findReadListNeighbour(
  ctx: ReadContext,
  viewer: Viewer,
  { id, bookId }: { readonly id: string; readonly bookId: string },
  step: -1 | 1,
): Promise<string | undefined> {
  const books = await membersOf(ctx, viewer, id);
  const index = books.findIndex((book) => book.id === bookId);
  return index === -1 ? undefined : books[index + step]?.id;
}

/** Ids of the books of a read list that the viewer may see, in the order in which they are read. */
export async function listReadListBookIds(ctx: ReadContext, viewer: Viewer, id: string): Promise<string[]> {
  return (await membersOf(ctx, viewer, id)).map((book) => book.id);
}
