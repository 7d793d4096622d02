import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReleaseTracking, ReleaseTrackingUpdate } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/toast.tsx';
import { useRefreshReleases } from './change-releases.ts';
import { trackingQuery } from './queries.ts';

interface TrackingChange {
  readonly body: ReleaseTrackingUpdate;
  /** What is told when it went well. */
  readonly say: string;
}

/** The part of what was before that a change is about. */
function before(tracking: ReleaseTracking, body: ReleaseTrackingUpdate): ReleaseTrackingUpdate {
  const { tracked, trackChapters, trackVolumes, fromVolume, fromChapter, languages, groups } = tracking;
  const { confidenceThresholdOverride } = tracking;
  const all = { tracked, trackChapters, trackVolumes, fromVolume, fromChapter, languages, groups };
  const known: ReleaseTrackingUpdate = { ...all, confidenceThresholdOverride };
  return Object.fromEntries(Object.entries(known).filter(([key]) => key in body));
}

/** Changes how releases of a series are looked for, with the way back in the toast. */
export function useChangeTracking(seriesId: string, onDone: () => void = () => undefined) {
  const queryClient = useQueryClient();
  const refresh = useRefreshReleases();
  const send = async (body: ReleaseTrackingUpdate) =>
    request('updateSeriesTracking', { params: { id: seriesId }, body });
  const hold = (tracking: ReleaseTracking) => queryClient.setQueryData(trackingQuery(seriesId).queryKey, tracking);
  const undo = useMutation({
    mutationFn: send,
    onSuccess: hold,
    onError: (error) => showToast(problemSentence(error)),
    onSettled: refresh,
  });
  return useMutation({
    mutationFn: async ({ body }: TrackingChange) => {
      const held = queryClient.getQueryData(trackingQuery(seriesId).queryKey);
      return { tracking: await send(body), held };
    },
    onSuccess: ({ tracking, held }, { body, say }) => {
      hold(tracking);
      const back = held === undefined ? undefined : { label: 'Undo', run: () => undo.mutate(before(held, body)) };
      showToast(say, back);
      onDone();
    },
    onSettled: refresh,
  });
}

/** Adds and removes names that releases of a series go by; each can be taken back. */
export function useChangeAliases(seriesId: string) {
  const refresh = useRefreshReleases();
  const params = { id: seriesId };
  const settled = { onError: (error: Error) => showToast(problemSentence(error)), onSettled: refresh };
  const add = useMutation({
    mutationFn: async (alias: string) => request('addSeriesAlias', { params, body: { alias } }),
    onSuccess: ({ id, alias }) =>
      showToast(`Releases called “${alias}” are of this series`, {
        label: 'Undo',
        run: () => remove.mutate({ id, alias, isUndone: true }),
      }),
    ...settled,
  });
  const remove = useMutation({
    mutationFn: async ({ id: aliasId }: { readonly id: string; readonly alias: string; readonly isUndone?: true }) =>
      request('deleteSeriesAlias', { params: { ...params, aliasId } }),
    onSuccess: (_, { alias, isUndone }) => {
      if (isUndone === true) return;
      showToast(`“${alias}” no longer tells of this series`, { label: 'Undo', run: () => add.mutate(alias) });
    },
    ...settled,
  });
  return { add, remove };
}
