import { plural } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import {
  keepBooks,
  MOST_AT_ONCE,
  readKept,
  removeByHand,
  removeKept,
  restoreKept,
  sayTooMany,
  setRule,
} from '#entities/offline/kept-books.ts';
import { canKeep } from '#entities/offline/kept-cache.ts';
import { sayPlainHttp } from '#entities/offline/plain-http-note.tsx';
import { fetchReaders } from '#entities/offline/start-worker.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { fetchIds, inChunks, type Picked } from './picked.ts';

/** Requests at once. */
const AT_ONCE = 4;

/** Undefined for more books than a device takes at once. */
async function fetchBooks(picked: Picked): Promise<readonly Book[] | undefined> {
  if (picked.count > MOST_AT_ONCE) return undefined;
  const fetchOne = async (id: string): Promise<readonly Book[]> =>
    picked.kind === 'series' ? await listAllBooks(request, id) : [(await request('getBook', { params: { id } })).book];
  const books: Book[] = [];
  for (const ids of inChunks(await fetchIds(picked), AT_ONCE)) {
    books.push(...(await Promise.all(ids.map(fetchOne))).flat());
    if (books.length > MOST_AT_ONCE) return undefined;
  }
  return books;
}

/** Keeps selected books, or all books that selected series have now. Undo removes those that were not kept before. */
export async function keepPicked(picked: Picked): Promise<Undoable> {
  if (!canKeep()) return { text: sayPlainHttp() };
  const books = await fetchBooks(picked);
  if (books === undefined) return { text: sayTooMany() };
  const before = new Set((await readKept()).books.map(({ bookId }) => bookId));
  const added = books.filter(({ id }) => !before.has(id));
  await keepBooks(books, 'hand');
  await fetchReaders();
  const count = books.length;
  return {
    text: plural(count, {
      one: '# book will be kept on this device',
      other: '# books will be kept on this device',
    }),
    undo: async () => removeKept(added.map(({ id }) => id)),
  };
}

/** Removes selected books, or everything of selected series, from this device. Undo fetches it again. */
export async function removePicked(picked: Picked): Promise<Undoable> {
  const ids = new Set(await fetchIds(picked));
  const { books, rules } = await readKept();
  const isOfSeries = picked.kind === 'series';
  const removed = books.filter(({ bookId, seriesId }) => ids.has(isOfSeries ? seriesId : bookId));
  const seriesIds = isOfSeries ? ids : new Set(removed.map(({ seriesId }) => seriesId));
  const before = { books: removed, rules: rules.filter(({ seriesId }) => seriesIds.has(seriesId)) };
  if (isOfSeries) for (const rule of before.rules) await setRule(rule, 0);
  await removeByHand(removed.map(({ bookId }) => bookId));
  const count = removed.length;
  return {
    text: plural(count, { one: '# book removed from this device', other: '# books removed from this device' }),
    undo: async () => restoreKept(before),
  };
}
