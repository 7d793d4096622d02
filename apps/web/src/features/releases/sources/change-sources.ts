import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReleaseSource, ReleaseSourceUpdate } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { useQueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { toUndoUpdate } from './source-draft.ts';

const SOURCE_QUERIES = new Set(['listReleaseSources', 'getApplicability', 'listReleases', 'getReleaseFacets']);

interface SourceChange<Input, Answer> {
  readonly change: (input: Input) => Promise<Answer>;
  readonly say: (answer: Answer) => string;
  /** Undo action; undefined without one. */
  readonly undo?: (answer: Answer, input: Input) => (() => void) | undefined;
  readonly onDone?: (answer: Answer) => void;
  /** The form shows errors itself. */
  readonly showsProblem?: boolean;
}

/** Changes a source and refetches sources and releases. */
export function useSourceChange<Input, Answer>(wanted: SourceChange<Input, Answer>) {
  const { change, say, undo, onDone, showsProblem = false } = wanted;
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, input) => {
      const run = undo?.(answer, input);
      showToast(say(answer), run === undefined ? undefined : { label: t`Undo`, run });
      onDone?.(answer);
    },
    onError: (error) => {
      if (!showsProblem) showToast(problemSentence(error));
    },
    onSettled: refresh,
  });
}

function useRefreshSources(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => SOURCE_QUERIES.has(String(name)) });
}

interface Restore {
  readonly id: string;
  readonly body: ReleaseSourceUpdate;
}

function useRestoreSource() {
  return useSourceChange({
    change: async ({ id, body }: Restore) => request('updateReleaseSource', { params: { id }, body }),
    say: ({ displayName: name }) => t`Restored “${name}”`,
  });
}

export function useUpdateSource(onDone: () => void) {
  const back = useRestoreSource();
  return useSourceChange({
    change: async ({ source, body }: { readonly source: ReleaseSource; readonly body: ReleaseSourceUpdate }) =>
      request('updateReleaseSource', { params: { id: source.id }, body }),
    say: ({ displayName: name }) => t`Saved “${name}”`,
    undo: (after, { source, body }) => {
      const before = toUndoUpdate(body, source, after);
      return before === undefined ? undefined : () => back.mutate({ id: source.id, body: before });
    },
    onDone,
    showsProblem: true,
  });
}

export function useSwitchSource({ id }: ReleaseSource) {
  const refresh = useRefreshSources();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  const { waiting, enqueue } = useQueuedChanges({
    owner: `switch of ${id}`,
    store: async (enabled: boolean) => request('updateReleaseSource', { params: { id }, body: { enabled } }),
    replaces: () => true,
    onStored: ({ displayName: name, enabled }) =>
      showToast(enabled ? t`Turned on “${name}”` : t`Turned off “${name}”`, {
        label: t`Undo`,
        run: () => enqueue(!enabled),
      }),
    onProblem,
    refresh,
  });
  return { waiting, enqueue };
}

export function usePollSource({ id, displayName: name }: ReleaseSource) {
  return useSourceChange({
    change: async () => request('pollReleaseSource', { params: { id } }),
    say: ({ status }) => (status === 'enqueued' ? t`Checking “${name}”` : t`“${name}” is being checked already`),
  });
}

export function usePollAll() {
  return useSourceChange({
    change: async () => request('pollAllReleaseSources', {}),
    say: ({ considered: count }) => plural(count, { one: 'Checking # feed', other: 'Checking # feeds' }),
  });
}
