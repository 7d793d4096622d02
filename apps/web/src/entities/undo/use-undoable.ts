import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { toMutationScope } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';

export interface Undoable {
  readonly text: string;
  readonly undo?: (() => Promise<void>) | undefined;
}

/**
 * Runs an action, toasts it with undo, and refetches visible queries. An error is toasted too.
 * @param onDone called on success, not on undo
 * @param owner mutation scope to queue in
 */
export function useUndoable(onDone?: () => void, owner?: string) {
  const queryClient = useQueryClient();
  const fail = (error: unknown) => showToast(problemSentence(error));
  // a list appears in many queries: active ones refetch now, all others when they mount
  const refresh = async () => queryClient.invalidateQueries();
  return useMutation({
    ...(owner === undefined ? {} : { scope: toMutationScope(owner) }),
    mutationFn: async (work: () => Promise<Undoable>) => work(),
    onSuccess: ({ text, undo }) => {
      void refresh();
      onDone?.();
      const takeBack = () => undo?.().then(refresh, fail);
      showToast(text, undo === undefined ? undefined : { label: t`Undo`, run: () => void takeBack() });
    },
    onError: fail,
  });
}
