import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { scopeOf, useWishes, type Wishes } from '#lib/use-wishes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { Undoable } from './use-undoable.ts';

interface UndoableWishing<Wish> {
  readonly owner: string;
  readonly store: (wish: Wish) => Promise<Undoable>;
  readonly replaces?: (later: Wish, earlier: Wish) => boolean;
}

/** Queues changes and toasts each with undo; an undo queues like any change. */
export function useUndoableWishes<Wish>({ owner, ...wishing }: UndoableWishing<Wish>): Wishes<Wish> {
  const queryClient = useQueryClient();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  // an item appears in many queries: active ones refetch now, all others when they mount
  const refresh = async () => queryClient.invalidateQueries();
  const takeBack = useMutation({
    scope: scopeOf(owner),
    mutationFn: async (undo: () => Promise<void>) => undo(),
    onError: onProblem,
    onSettled: refresh,
  });
  return useWishes({
    ...wishing,
    owner,
    onStored: ({ text, undo }) =>
      showToast(text, undo === undefined ? undefined : { label: 'Undo', run: () => takeBack.mutate(undo) }),
    onProblem,
    refresh,
  });
}
