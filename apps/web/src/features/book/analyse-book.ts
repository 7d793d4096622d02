import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { Book } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Analyses the file of a book again; the result arrives as a live update. */
export function useAnalyseBook({ id, title }: Book) {
  return useMutation({
    mutationFn: async () => request('analyzeBook', { params: { id } }),
    onSuccess: () => showToast(t`Analyzing “${title}” again`),
    onError: (error) => showToast(problemSentence(error)),
  });
}
