import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { scopeOf } from '#lib/use-wishes.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** What was done, in words, with the way back where there is one. */
export interface Undoable {
  readonly text: string;
  readonly undo?: (() => Promise<void>) | undefined;
}

/**
 * Does something, says so in a toast with the way back, and has whatever is shown fetched anew. A failure is said too.
 * @param onDone called once it is done, and not when it was taken back
 * @param owner waits for the wishes of this owner, and they for it
 */
export function useUndoable(onDone?: () => void, owner?: string) {
  const queryClient = useQueryClient();
  const fail = (error: unknown) => showToast(problemSentence(error));
  // one list shows in many places: what is on the screen is asked for again, all else when it is looked at
  const refresh = async () => queryClient.invalidateQueries();
  return useMutation({
    ...(owner === undefined ? {} : { scope: scopeOf(owner) }),
    mutationFn: async (work: () => Promise<Undoable>) => work(),
    onSuccess: ({ text, undo }) => {
      void refresh();
      onDone?.();
      const takeBack = () => undo?.().then(refresh, fail);
      showToast(text, undo === undefined ? undefined : { label: 'Undo', run: () => void takeBack() });
    },
    onError: fail,
  });
}
