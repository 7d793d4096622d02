import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Removes missing books from Lectern or keeps them. */
export type RemovalAnswer = 'remove' | 'keep';

/** Missing books of a library. Its name is undefined where the page names it. */
export interface HeldBackBooks {
  readonly count: number;
  readonly libraryName: string | undefined;
}

function answerWords({ count, libraryName }: HeldBackBooks, answer: RemovalAnswer): string {
  if (libraryName === undefined) {
    return answer === 'remove'
      ? plural(count, { one: '# book removed', other: '# books removed' })
      : plural(count, { one: '# book kept', other: '# books kept' });
  }
  return answer === 'remove'
    ? plural(count, { one: `# book of ${libraryName} removed`, other: `# books of ${libraryName} removed` })
    : plural(count, { one: `# book of ${libraryName} kept`, other: `# books of ${libraryName} kept` });
}

/** Answers the held-back removals of a library, for all users. */
export function useAnswerRemovals(libraryId: string, books: HeldBackBooks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (answer: RemovalAnswer) =>
      request(answer === 'remove' ? 'confirmRemovals' : 'dismissRemovals', { params: { id: libraryId } }),
    onSuccess: (_, answer) => showToast(answerWords(books, answer)),
    onError: (error) =>
      showToast(hasStatus(error, 409) ? t`Another admin has already answered.` : problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}
