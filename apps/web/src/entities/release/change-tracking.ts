import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReleaseTracking, ReleaseTrackingUpdate, Series } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { toMutationScope, useQueuedChanges } from '#lib/use-queued-changes.ts';
import { showToast } from '#ui/feedback/toast.tsx';
import { useRefreshReleases } from './change-releases.ts';
import { trackingQuery } from './queries.ts';

interface TrackingChange {
  readonly body: ReleaseTrackingUpdate;
  /** Toast text on success. */
  readonly say: string;
}

/** Old values of the changed fields, for undo. */
function before(tracking: ReleaseTracking, body: ReleaseTrackingUpdate): ReleaseTrackingUpdate {
  const { tracked, trackChapters, trackVolumes, fromVolume, fromChapter, languages, groups } = tracking;
  const { confidenceThresholdOverride } = tracking;
  const all = { tracked, trackChapters, trackVolumes, fromVolume, fromChapter, languages, groups };
  const known: ReleaseTrackingUpdate = { ...all, confidenceThresholdOverride };
  return Object.fromEntries(Object.entries(known).filter(([key]) => key in body));
}

function getTrackingScope(seriesId: string): string {
  return `tracking of ${seriesId}`;
}

/** Saves a change and toasts it with undo. */
function useTracking(seriesId: string) {
  const queryClient = useQueryClient();
  const refresh = useRefreshReleases();
  const send = async (body: ReleaseTrackingUpdate) =>
    request('updateSeriesTracking', { params: { id: seriesId }, body });
  const hold = (tracking: ReleaseTracking) => queryClient.setQueryData(trackingQuery(seriesId).queryKey, tracking);
  const undo = useMutation({
    scope: toMutationScope(getTrackingScope(seriesId)),
    mutationFn: send,
    onSuccess: hold,
    onError: (error) => showToast(problemSentence(error)),
    onSettled: refresh,
  });
  const change = async ({ body, say }: TrackingChange): Promise<void> => {
    const held = queryClient.getQueryData(trackingQuery(seriesId).queryKey);
    hold(await send(body));
    const back = held === undefined ? undefined : { label: t`Undo`, run: () => undo.mutate(before(held, body)) };
    showToast(say, back);
  };
  return { change, refresh };
}

export function useChangeTracking(seriesId: string, onDone: () => void) {
  const { change, refresh } = useTracking(seriesId);
  const scope = toMutationScope(getTrackingScope(seriesId));
  return useMutation({ scope, mutationFn: change, onSuccess: onDone, onSettled: refresh });
}

export function useSwitchTracking({ id, title }: Pick<Series, 'id' | 'title'>) {
  const { change, refresh } = useTracking(id);
  return useQueuedChanges({
    owner: getTrackingScope(id),
    store: async (tracked: boolean) => {
      const say = tracked ? t`Tracking releases of “${title}”` : t`No longer tracking releases of “${title}”`;
      await change({ body: { tracked }, say });
    },
    replaces: () => true,
    onProblem: (error) => showToast(problemSentence(error)),
    refresh,
  });
}

export function useChangeAliases(seriesId: string) {
  const refresh = useRefreshReleases();
  const params = { id: seriesId };
  const handlers = { onError: (error: Error) => showToast(problemSentence(error)), onSettled: refresh };
  const add = useMutation({
    mutationFn: async (alias: string) => request('addSeriesAlias', { params, body: { alias } }),
    onSuccess: ({ id, alias }) =>
      showToast(t`Added alias “${alias}”`, {
        label: t`Undo`,
        run: () => remove.mutate({ id, alias, isUndone: true }),
      }),
    ...handlers,
  });
  const remove = useMutation({
    mutationFn: async ({ id: aliasId }: { readonly id: string; readonly alias: string; readonly isUndone?: true }) =>
      request('deleteSeriesAlias', { params: { ...params, aliasId } }),
    onSuccess: (_, { alias, isUndone }) => {
      if (isUndone === true) return;
      showToast(t`Removed alias “${alias}”`, { label: t`Undo`, run: () => add.mutate(alias) });
    },
    ...handlers,
  });
  return { add, remove };
}
