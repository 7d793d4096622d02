import { plural, t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { fetchSeriesBooks, keepBooks, removeKept, setRule } from '#entities/offline/kept-books.ts';
import { canKeep } from '#entities/offline/kept-cache.ts';
import type { KeptBook } from '#entities/offline/kept.ts';
import { keptStore } from '#entities/offline/kept-store.ts';
import { sayPlainHttp } from '#entities/offline/plain-http-note.tsx';
import { fetchReaders } from '#entities/offline/start-worker.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { formatNumber } from '#lib/format.ts';
import { fetchIds, inChunks, type Picked } from './picked.ts';

/** A device fetches one book after the other: more at once would take days. */
const MOST_BOOKS = 500;
/** Requests at once. */
const AT_ONCE = 4;

/** Undefined for more books than a device takes at once. */
async function fetchBooks(picked: Picked): Promise<readonly Book[] | undefined> {
  if (picked.count > MOST_BOOKS) return undefined;
  const fetchOne = async (id: string): Promise<readonly Book[]> =>
    picked.kind === 'series' ? await fetchSeriesBooks(id) : [(await request('getBook', { params: { id } })).book];
  const books: Book[] = [];
  for (const ids of inChunks(await fetchIds(picked), AT_ONCE)) {
    books.push(...(await Promise.all(ids.map(fetchOne))).flat());
    if (books.length > MOST_BOOKS) return undefined;
  }
  return books;
}

/** Keeps selected books, or all books that selected series have now. Undo removes those that were not kept before. */
export async function keepPicked(picked: Picked): Promise<Undoable> {
  if (!canKeep()) return { text: sayPlainHttp() };
  const books = await fetchBooks(picked);
  const most = formatNumber(MOST_BOOKS);
  if (books === undefined) return { text: t`This device takes at most ${most} books at once. Select fewer.` };
  const before = keptStore.get()?.books;
  const added = books.filter(({ id }) => before?.has(id) !== true);
  await keepBooks(books, 'hand');
  await fetchReaders();
  const count = books.length;
  return {
    text: plural(count, { one: 'This device keeps # book', other: 'This device keeps # books' }),
    undo: async () => removeKept(added.map(({ id }) => id)),
  };
}

/** Removes selected books, or everything of selected series, from this device. Undo fetches it again. */
export async function removePicked(picked: Picked): Promise<Undoable> {
  const ids = new Set(await fetchIds(picked));
  const isOfSeries = picked.kind === 'series';
  const { books, rules: allRules } = keptStore.get() ?? { books: new Map<string, KeptBook>(), rules: [] };
  const kept = [...books.values()].filter(({ bookId, seriesId }) => ids.has(isOfSeries ? seriesId : bookId));
  const rules = isOfSeries ? allRules.filter(({ seriesId }) => ids.has(seriesId)) : [];
  for (const rule of rules) await setRule(rule, 0);
  await removeKept(kept.map(({ bookId }) => bookId));
  const count = kept.length;
  return {
    text: plural(count, { one: '# book removed from this device', other: '# books removed from this device' }),
    undo: async () => {
      for (const rule of rules) await setRule(rule, rule.count);
      for (const by of ['hand', 'rule'] as const) {
        const wanted = kept.filter((book) => book.by === by).map(({ bookId }) => bookId);
        await keepBooks((await fetchBooks(toPicked(wanted))) ?? [], by);
      }
    },
  };
}

function toPicked(ids: readonly string[]): Picked {
  return { kind: 'book', count: ids.length, of: { ids } };
}
