import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Book } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/toast.tsx';

const TOUCHED = new Set([
  'getBook',
  'getSeries',
  'listSeries',
  'listSeriesBooks',
  'listBooks',
  'listBooksInProgress',
  'listOnDeck',
  'listRecentlyAddedBooks',
  'listRecentlyAddedSeries',
]);

/** Refreshes whatever shows how far somebody has read. */
export function useRefreshProgress(): () => void {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => TOUCHED.has(String(name)) });
  };
}

/** Marks a book read or unread, with the way back in the toast. */
export function useMarkBook(book: Book) {
  const refresh = useRefreshProgress();
  const mark = useMutation({
    mutationFn: async (read: boolean) =>
      read
        ? request('markBookRead', { params: { id: book.id } })
        : request('markBookUnread', { params: { id: book.id } }),
    onSuccess: (_, read) => {
      refresh();
      showToast(read ? `Marked “${book.title}” read` : `Marked “${book.title}” unread`, {
        label: 'Undo',
        run: () => undo.mutate(),
      });
    },
    onError: (error) => showToast(problemSentence(error)),
  });
  const before = book.readProgress;
  const undo = useMutation({
    mutationFn: async () => {
      const params = { id: book.id };
      if (before === undefined) {
        await request('markBookUnread', { params });
      } else {
        const { currentPage, completed } = before;
        await request('saveProgress', { params, body: { currentPage, completed } });
      }
    },
    onSuccess: refresh,
    onError: (error) => showToast(problemSentence(error)),
  });
  return mark;
}
