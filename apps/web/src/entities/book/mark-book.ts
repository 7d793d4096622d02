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
  const params = { id: book.id };
  const undo = useMutation({
    mutationFn: async (before: Book['readProgress']) => {
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
  return useMutation({
    mutationFn: async (read: boolean) => {
      // what to go back to: the book is another one as soon as it is refreshed
      const before = book.readProgress;
      if (read) await request('markBookRead', { params });
      else await request('markBookUnread', { params });
      return before;
    },
    onSuccess: (before, read) => {
      refresh();
      const words = read ? `Marked “${book.title}” read` : `Marked “${book.title}” unread`;
      showToast(words, { label: 'Undo', run: () => undo.mutate(before) });
    },
    onError: (error) => showToast(problemSentence(error)),
  });
}
