import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { markPicked } from '#entities/selection/mark-picked.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

/** Unread books of the series up to and including this one, in reading order. */
async function unreadUpTo(book: Book): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, totalPages } = await request('listSeriesBooks', {
      params: { id: book.seriesId },
      query: { page, pageSize: 500 },
    });
    const end = data.findIndex(({ id }) => id === book.id);
    const some = end === -1 ? data : data.slice(0, end + 1);
    ids.push(...some.filter(({ readProgress }) => readProgress?.completed !== true).map(({ id }) => id));
    pages = end === -1 ? totalPages : page;
  }
  return ids;
}

export async function markUpTo(book: Book): Promise<Undoable> {
  const ids = await unreadUpTo(book);
  const { title } = book;
  if (ids.length === 0) return { text: t`Everything up to “${title}” is already read` };
  return await markPicked({ kind: 'book', count: ids.length, of: { ids } }, true);
}
