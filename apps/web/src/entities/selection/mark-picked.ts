import { plural } from '@lingui/core/macro';
import type { ReadProgress } from '@lectern/contract';
import { MOST_ROWS } from '#entities/book/list-all-books.ts';
import { orKeep } from '#entities/offline/or-keep.ts';
import { addManyToWantToRead } from '#entities/want/change-wanted.ts';
import { request } from '#lib/api.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { fetchIds, inChunks, type Picked } from './picked.ts';

/** Larger selections keep no snapshot of progress, so marking them has no undo. */
const MOST_BOOKS = 5_000;
const MOST_SERIES = 100;

type Before = ReadonlyMap<string, ReadProgress | undefined>;

/** Returns the number of changed books. */
async function mark(kind: Picked['kind'], ids: readonly string[], read: boolean): Promise<number> {
  let marked = 0;
  for (const some of inChunks(ids, MOST_ROWS)) {
    const { count } =
      kind === 'book'
        ? await request(read ? 'markBooksRead' : 'markBooksUnread', { body: { bookIds: [...some] } })
        : await request(read ? 'markManySeriesRead' : 'markManySeriesUnread', { body: { seriesIds: [...some] } });
    marked += count;
  }
  return marked;
}

async function booksOfSeries(seriesIds: readonly string[]): Promise<readonly string[] | undefined> {
  if (seriesIds.length > MOST_SERIES) return undefined;
  const bookIds: string[] = [];
  for (const id of seriesIds) {
    const { data, total } = await request('listSeriesBooks', { params: { id }, query: { pageSize: MOST_ROWS } });
    if (total > data.length || bookIds.length + total > MOST_BOOKS) return undefined;
    bookIds.push(...data.map((book) => book.id));
  }
  return bookIds;
}

/** Progress per book for undo; undefined beyond the limit. */
async function fetchProgress(kind: Picked['kind'], ids: readonly string[]): Promise<Before | undefined> {
  const bookIds = kind === 'book' ? ids : await booksOfSeries(ids);
  if (bookIds === undefined || bookIds.length > MOST_BOOKS) return undefined;
  const before = new Map<string, ReadProgress | undefined>(bookIds.map((id) => [id, undefined]));
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, total, totalPages } = await request('listProgress', { query: { page, pageSize: MOST_ROWS } });
    if (total > MOST_BOOKS) return undefined;
    for (const progress of data) if (before.has(progress.bookId)) before.set(progress.bookId, progress);
    pages = totalPages;
  }
  return before;
}

async function restore(before: Before): Promise<void> {
  const begun = [...before.values()].filter((progress) => progress !== undefined);
  const untouched = [...before].flatMap(([id, progress]) => (progress === undefined ? [id] : []));
  await mark('book', untouched, false);
  for (let from = 0; from < begun.length; from += MOST_ROWS) {
    const progress = begun
      .slice(from, from + MOST_ROWS)
      .map(({ bookId, currentPage, completed }) => ({ bookId, currentPage, completed }));
    await request('saveManyProgress', { body: { progress } });
  }
}

/** Marks books, or all books of series. While the server is away, this device keeps the mark with its time. */
export async function markPicked(picked: Picked, read: boolean): Promise<Undoable> {
  const { title = '', ...rest } = picked;
  return await orKeep(async () => markNow(picked, read), { kind: 'marks', read, picked: rest }, { title });
}

/** Adds books or series to Want to read, in the same way. */
export async function wantPicked(picked: Picked): Promise<Undoable> {
  const { title = '', ...rest } = picked;
  const wantNow = async () => addManyToWantToRead(picked.kind, await fetchIds(picked));
  return await orKeep(wantNow, { kind: 'wants', picked: rest }, { title });
}

async function markNow(picked: Picked, read: boolean): Promise<Undoable> {
  const ids = await fetchIds(picked);
  const before = await fetchProgress(picked.kind, ids);
  const count = await mark(picked.kind, ids, read);
  return {
    text: read
      ? plural(count, { one: '# book marked read', other: '# books marked read' })
      : plural(count, { one: '# book marked unread', other: '# books marked unread' }),
    undo: before === undefined ? undefined : async () => restore(before),
  };
}
