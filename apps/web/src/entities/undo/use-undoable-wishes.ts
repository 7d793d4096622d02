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

/** Stores what is chosen, each with the way back in a toast, which waits its turn like every other choice. */
export function useUndoableWishes<Wish>({ owner, ...wishing }: UndoableWishing<Wish>): Wishes<Wish> {
  const queryClient = useQueryClient();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  // one thing shows in many places: what is on the screen is asked for again, all else when it is looked at
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
