import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReleaseSource, ReleaseSourceUpdate } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatCount } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { useWishes } from '#lib/use-wishes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { undoOf } from './source-draft.ts';

const SOURCE_QUERIES = new Set(['listReleaseSources', 'getApplicability', 'listReleases', 'getReleaseFacets']);

interface SourceChange<Input, Answer> {
  readonly change: (input: Input) => Promise<Answer>;
  readonly say: (answer: Answer) => string;
  /** What takes it back, where something does. */
  readonly undo?: (answer: Answer, input: Input) => (() => void) | undefined;
  readonly onDone?: (answer: Answer) => void;
  /** True where a form shows what was refused. */
  readonly showsProblem?: boolean;
}

/** Changes a source and asks anew for all that tells of sources and releases. */
export function useSourceChange<Input, Answer>(wanted: SourceChange<Input, Answer>) {
  const { change, say, undo, onDone, showsProblem = false } = wanted;
  const refresh = useRefreshSources();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer, input) => {
      const run = undo?.(answer, input);
      showToast(say(answer), run === undefined ? undefined : { label: 'Undo', run });
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

interface Retold {
  readonly id: string;
  readonly body: ReleaseSourceUpdate;
}

/** Gives a source back what it had. */
function useTakeBack() {
  return useSourceChange({
    change: async ({ id, body }: Retold) => request('updateReleaseSource', { params: { id }, body }),
    say: ({ displayName }) => `${displayName} is as it was`,
  });
}

/** Changes what is given about a source. */
export function useUpdateSource(onDone: () => void) {
  const back = useTakeBack();
  return useSourceChange({
    change: async ({ source, body }: { readonly source: ReleaseSource; readonly body: ReleaseSourceUpdate }) =>
      request('updateReleaseSource', { params: { id: source.id }, body }),
    say: ({ displayName }) => `${displayName} is changed`,
    undo: (after, { source, body }) => {
      const before = undoOf(body, source, after);
      return before === undefined ? undefined : () => back.mutate({ id: source.id, body: before });
    },
    onDone,
    showsProblem: true,
  });
}

/** Switches a source on or off. */
export function useSwitchSource({ id }: ReleaseSource) {
  const refresh = useRefreshSources();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  const { waiting, wish } = useWishes({
    owner: `switch of ${id}`,
    store: async (enabled: boolean) => request('updateReleaseSource', { params: { id }, body: { enabled } }),
    replaces: () => true,
    onStored: ({ displayName, enabled }) =>
      showToast(`${displayName} is switched ${enabled ? 'on' : 'off'}`, { label: 'Undo', run: () => wish(!enabled) }),
    onProblem,
    refresh,
  });
  return { waiting, wish };
}

/** Looks at a feed at once. */
export function usePollSource({ id, displayName }: ReleaseSource) {
  return useSourceChange({
    change: async () => request('pollReleaseSource', { params: { id } }),
    say: ({ status }) =>
      status === 'enqueued' ? `Looking at ${displayName}` : `${displayName} is being looked at already`,
  });
}

/** Looks at all feeds at once. */
export function usePollAll() {
  return useSourceChange({
    change: async () => request('pollAllReleaseSources', {}),
    say: ({ considered }) => `Looking at ${formatCount(considered, 'feed')}`,
  });
}
