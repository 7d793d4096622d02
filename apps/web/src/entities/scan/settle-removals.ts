import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hasStatus, request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Missing books leave Lectern, or stay as they are. */
export type RemovalAnswer = 'remove' | 'keep';

interface HeldBackBooks {
  readonly count: number;
  /** Whose books, with a blank before it; may be empty. */
  readonly of: string;
}

/** Answers what is to become of the missing books of a library, once for everybody. */
export function useSettleRemovals(libraryId: string, { count, of }: HeldBackBooks) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (answer: RemovalAnswer) =>
      request(answer === 'remove' ? 'confirmRemovals' : 'dismissRemovals', { params: { id: libraryId } }),
    onSuccess: (_, answer) => {
      showToast(`${formatCount(count, 'book')}${of} ${answer === 'remove' ? 'removed' : 'kept'}`);
    },
    onError: (error) =>
      showToast(hasStatus(error, 409) ? 'Somebody else has answered meanwhile.' : problemSentence(error)),
    onSettled: async () => queryClient.invalidateQueries(),
  });
}
