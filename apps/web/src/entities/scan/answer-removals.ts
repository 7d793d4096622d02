import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasStatus, request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Removes missing books from Lectern or keeps them. */
export type RemovalAnswer = 'remove' | 'keep';

interface HeldBackBooks {
  readonly count: number;
  /** " of …" with a leading blank, or empty. */
  readonly of: string;
}

/** Answers the held-back removals of a library, for all users. */
export function useAnswerRemovals(libraryId: string, { count, of }: HeldBackBooks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (answer: RemovalAnswer) =>
      request(answer === 'remove' ? 'confirmRemovals' : 'dismissRemovals', { params: { id: libraryId } }),
    onSuccess: (_, answer) => {
      showToast(
        t`${plural(count, { one: '# book', other: '# books' })}${of} ${answer === 'remove' ? 'removed' : 'kept'}`,
      );
    },
    onError: (error) =>
      showToast(hasStatus(error, 409) ? t`Somebody else has answered meanwhile.` : problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}
