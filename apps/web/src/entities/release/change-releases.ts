import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Release, ReleaseAction } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { groupBy } from '#lib/group-by.ts';
import { problemSentence } from '#lib/problem.ts';
import { toMutationScope, useQueuedChanges, type QueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';

const RELEASE_QUERIES = new Set(['listReleases', 'getReleaseFacets', 'getSeriesTracking', 'listSeriesAliases']);

export function useRefreshReleases(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => RELEASE_QUERIES.has(String(name)) });
}

export type Picked = Pick<Release, 'id' | 'state'>;

const DONE: Readonly<Record<ReleaseAction, (count: number) => string>> = {
  dismiss: (count) => plural(count, { one: '# release dismissed', other: '# releases dismissed' }),
  'mark-acquired': (count) => plural(count, { one: '# release marked as owned', other: '# releases marked as owned' }),
  ignore: (count) => plural(count, { one: '# release hidden', other: '# releases hidden' }),
  reset: (count) => plural(count, { one: '# release marked as new', other: '# releases marked as new' }),
  delete: (count) => plural(count, { one: '# release deleted', other: '# releases deleted' }),
};

/** Action that leads to each state. */
const ACTION_FOR: Readonly<Record<Release['state'], Exclude<ReleaseAction, 'delete'>>> = {
  announced: 'reset',
  dismissed: 'dismiss',
  marked_acquired: 'mark-acquired',
  hidden: 'ignore',
};

const STATE_AFTER: Readonly<Record<ReleaseAction, Release['state'] | undefined>> = {
  reset: 'announced',
  dismiss: 'dismissed',
  'mark-acquired': 'marked_acquired',
  ignore: 'hidden',
  delete: undefined,
};

/** Most release ids in one request. */
const AT_ONCE = 500;

async function change(picked: readonly Picked[], action: ReleaseAction): Promise<number> {
  let affected = 0;
  for (let from = 0; from < picked.length; from += AT_ONCE) {
    const ids = picked.slice(from, from + AT_ONCE).map(({ id }) => id);
    affected += (await request('changeReleases', { body: { ids, action } })).affected;
  }
  return affected;
}

async function putBack(picked: readonly Picked[]): Promise<void> {
  for (const [state, some] of groupBy(picked, (release) => release.state)) await change(some, ACTION_FOR[state]);
}

/** One shared mutation scope: bulk changes overlap. */
const OWNER = 'releases';

export interface ReleaseChange {
  readonly picked: readonly Picked[];
  readonly action: ReleaseAction;
}

/**
 * Changes releases with undo in the toast; deletion has no undo.
 * @param onDone gets the changed releases
 */
export function useChangeReleases(onDone?: (picked: readonly Picked[]) => void): QueuedChanges<ReleaseChange> {
  const refresh = useRefreshReleases();
  const onProblem = (error: Error) => showToast(problemSentence(error));
  const undo = useMutation({
    scope: toMutationScope(OWNER),
    mutationFn: putBack,
    onError: onProblem,
    onSettled: refresh,
  });
  return useQueuedChanges({
    owner: OWNER,
    store: async ({ picked, action }: ReleaseChange) => change(picked, action),
    onStored: (affected, { picked, action }) => {
      const back = action === 'delete' ? undefined : { label: t`Undo`, run: () => undo.mutate(picked) };
      showToast(DONE[action](affected), back);
      onDone?.(picked);
    },
    onProblem,
    refresh,
  });
}

/** State after pending changes; undefined for a deleted release. */
export function stateAfter({ id, state }: Picked, changes: readonly ReleaseChange[]): Release['state'] | undefined {
  const last = changes.findLast(({ picked }) => picked.some((one) => one.id === id));
  return last === undefined ? state : STATE_AFTER[last.action];
}
