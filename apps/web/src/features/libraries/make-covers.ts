import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Library } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Generates the covers of all books and series of a library; returns the two task ids. */
export function useMakeCovers(library: Library) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (which: 'missing' | 'all') => {
      const input = { params: { id: library.id }, body: { force: which === 'all' } };
      const books = await request('generateLibraryBookThumbnails', input);
      const series = await request('generateLibrarySeriesThumbnails', input);
      return [books.taskId, series.taskId] as const;
    },
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['listTasks'] }),
    onError: (error) => showToast(problemSentence(error)),
  });
}
