import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { listAllBooks } from '#entities/book/list-all-books.ts';
import { markPicked } from '#entities/selection/mark-picked.ts';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';

/** Unread books of the series up to and including this one, in reading order. */
async function unreadUpTo(book: Book): Promise<readonly string[]> {
  const books = await listAllBooks(request, book.seriesId);
  const end = books.findIndex(({ id }) => id === book.id);
  const some = end === -1 ? books : books.slice(0, end + 1);
  return some.filter(({ readProgress }) => readProgress?.completed !== true).map(({ id }) => id);
}

export async function markUpTo(book: Book): Promise<Undoable> {
  const ids = await unreadUpTo(book);
  const { title } = book;
  if (ids.length === 0) return { text: t`Everything up to “${title}” is already read` };
  return await markPicked({ kind: 'book', count: ids.length, of: { ids } }, true);
}
