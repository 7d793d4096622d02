import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Task } from '@lectern/contract';
import { useDeferredValue, useState } from 'react';
import type { Picked } from '#entities/selection/picked.ts';
import { isActive, taskQuery } from '#entities/task/queries.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { editPicked, type ManyAnswer, type ManyEdits, previewPicked } from '../edit-picked.ts';
import { useUndoAction } from '../save.ts';

/** Previews an edit; refetched when the edit changes. */
export function usePreview(picked: Picked, edits: ManyEdits | undefined) {
  const asked = useDeferredValue(edits === undefined ? undefined : JSON.stringify(edits));
  return useQuery({
    queryKey: ['previewEdits', picked.kind, picked.of, asked],
    queryFn:
      asked === undefined
        ? skipToken
        : async ({ signal }) => previewPicked(picked, JSON.parse(asked) as ManyEdits, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

function useManyDone(picked: Picked) {
  const queryClient = useQueryClient();
  const undo = useUndoAction();
  return ({ actionIds }: ManyAnswer, count: number) => {
    void queryClient.invalidateQueries();
    if (actionIds.length === 0) showToast(t`Nothing to change`);
    else showToast(changedWords(picked.kind, count), { label: t`Undo`, run: () => undo.mutate(actionIds) });
  };
}

function changedWords(kind: Picked['kind'], count: number): string {
  return kind === 'series'
    ? plural(count, { one: 'Changed # series', other: 'Changed # series' })
    : plural(count, { one: 'Changed # book', other: 'Changed # books' });
}

function changingWords(kind: Picked['kind'], count: number): string {
  return kind === 'series'
    ? plural(count, {
        one: 'Changing # series. This continues when you close the dialog.',
        other: 'Changing # series. This continues when you close the dialog.',
      })
    : plural(count, {
        one: 'Changing # book. This continues when you close the dialog.',
        other: 'Changing # books. This continues when you close the dialog.',
      });
}

/** Starts the edit. A large selection becomes a task, whose progress is polled until it ends or the dialog closes. */
export function useEditMany(picked: Picked, onClose: (isDone: boolean) => void) {
  const [queued, setQueued] = useState<ManyAnswer>();
  const done = useManyDone(picked);
  const task = useQuery(taskQuery(queued?.taskIds[0])).data;
  const edit = useMutation({
    mutationFn: async (edits: ManyEdits) => editPicked(picked, edits),
    onSuccess: (answer) => {
      if (answer.taskIds.length > 0) {
        setQueued(answer);
        return;
      }
      done(answer, answer.updated);
      onClose(true);
    },
  });
  const hasEnded = task !== undefined && !isActive(task);
  return {
    run: edit.mutate,
    isBusy: edit.isPending,
    problem: edit.error === null ? undefined : problemSentence(edit.error),
    /** Undefined unless a task runs. */
    progress:
      queued === undefined
        ? undefined
        : {
            share: hasEnded ? 1 : getShare(task?.progress),
            words: hasEnded ? t`Done` : changingWords(picked.kind, queued.matched),
            hasEnded,
            hasFailed: hasEnded && task.status !== 'completed',
            close: () => {
              done(queued, queued.matched);
              onClose(true);
            },
          },
  };
}

function getShare(progress: Task['progress'] | undefined): number {
  return progress === null || progress === undefined || progress.total === 0 ? 0 : progress.current / progress.total;
}
