import { t } from '@lingui/core/macro';
import type { Book, ReadHistory } from '@lectern/contract';
import type { Undoable } from '#entities/undo/use-undoable.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { orKeep } from '#entities/offline/or-keep.ts';
import { request } from '#lib/api.ts';

type Params = { readonly id: string };

async function timesFinished(params: Params): Promise<ReadHistory['entries']> {
  const { entries } = await request('getBookReadHistory', { params });
  return entries;
}

/** Restores the progress, and removes the history entries that marking added. */
async function restore(params: Params, before: Book['readProgress'], known: ReadHistory['entries']): Promise<void> {
  if (before === undefined) {
    await request('markBookUnread', { params });
  } else {
    const { currentPage, completed } = before;
    await request('saveProgress', { params, body: { currentPage, completed } });
  }
  const kept = new Set(known.map(({ id }) => id));
  const added = (await timesFinished(params)).filter(({ id }) => !kept.has(id));
  for (const { id } of added) {
    await request('deleteBookReading', { params: { ...params, completionId: id } });
  }
}

async function markBook(book: Book, read: boolean): Promise<Undoable> {
  const { id, title, readProgress: before } = book;
  const params = { id };
  const known = await timesFinished(params);
  if (read) await request('markBookRead', { params });
  else await request('markBookUnread', { params });
  return {
    text: read ? t`Marked “${title}” as read` : t`Marked “${title}” as unread`,
    undo: async () => restore(params, before, known),
  };
}

export function useMarkBook(book: Book) {
  const { waiting, enqueue } = useUndoableChanges({
    owner: `marks of ${book.id}`,
    store: async (read: boolean) =>
      orKeep(
        async () => markBook(book, read),
        { kind: 'reading', bookId: book.id, session: read ? 'completed' : 'reset' },
        book,
      ),
    replaces: () => true,
  });
  return {
    /** The last requested state, confirmed by the server or not. */
    isRead: waiting.at(-1) ?? book.readProgress?.completed === true,
    mark: enqueue,
  };
}
