import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemSentence } from '#lib/problem.ts';
import { toMutationScope, useQueuedChanges, type QueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import type { Undoable } from './use-undoable.ts';

interface UndoableQueueOptions<Change> {
  readonly owner: string;
  readonly store: (change: Change) => Promise<Undoable>;
  readonly replaces?: (later: Change, earlier: Change) => boolean;
}

/** Queues changes and toasts each with undo; an undo queues like any change. */
export function useUndoableChanges<Change>({ owner, ...options }: UndoableQueueOptions<Change>): QueuedChanges<Change> {
  const queryClient = useQueryClient();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  // an item appears in many queries: active ones refetch now, all others when they mount
  const refresh = async () => queryClient.invalidateQueries();
  const takeBack = useMutation({
    scope: toMutationScope(owner),
    mutationFn: async (undo: () => Promise<void>) => undo(),
    onError: onProblem,
    onSettled: refresh,
  });
  return useQueuedChanges({
    ...options,
    owner,
    onStored: ({ text, undo }) =>
      showToast(text, undo === undefined ? undefined : { label: t`Undo`, run: () => takeBack.mutate(undo) }),
    onProblem,
    refresh,
  });
}
