import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FilterPreset } from '@lectern/contract';
import type { ListQuery, ListTarget } from '#entities/condition/list-query.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Saved filters of the user, by name. */
export const presetsQuery = (target: ListTarget) =>
  queryOptions({
    queryKey: ['listFilterPresets', { target }],
    queryFn: async ({ signal }) => (await request('listFilterPresets', { query: { target }, signal })).presets,
  });

/** Presets of this library; presets with a full-text query only on the search page. */
export function presetsFor({ libraryId }: ListQuery, presets: readonly FilterPreset[]): readonly FilterPreset[] {
  if (libraryId === undefined) return presets.filter((preset) => preset.libraryId === null);
  return presets.filter((preset) => preset.query === null && (preset.libraryId ?? libraryId) === libraryId);
}

type NewPreset = Pick<FilterPreset, 'name' | 'scope' | 'target' | 'condition' | 'query' | 'sort' | 'libraryId'>;
type Changed = Partial<Pick<NewPreset, 'name' | 'condition' | 'query' | 'sort'>>;

/** Saves, edits and deletes presets; the toast offers undo. */
export function usePresets(target: ListTarget) {
  const queryClient = useQueryClient();
  const shared = {
    onSettled: async () => queryClient.invalidateQueries({ queryKey: presetsQuery(target).queryKey }),
    onError: (error: Error) => showToast(problemSentence(error)),
  };
  const forgetSilently = useMutation({
    ...shared,
    mutationFn: async (id: string) => request('deleteFilterPreset', { params: { id } }),
  });
  const putBack = useMutation({
    ...shared,
    mutationFn: async (preset: NewPreset) => request('createFilterPreset', { body: preset }),
  });
  const changeBack = useMutation({
    ...shared,
    mutationFn: async ({ id, body }: { readonly id: string; readonly body: Changed }) =>
      request('updateFilterPreset', { params: { id }, body }),
  });
  const keep = useMutation({
    ...shared,
    mutationFn: async (preset: NewPreset) => request('createFilterPreset', { body: preset }),
    onSuccess: ({ id, name }) =>
      showToast(t`Saved the filter “${name}”`, { label: t`Undo`, run: () => forgetSilently.mutate(id) }),
  });
  const change = useMutation({
    ...shared,
    mutationFn: async ({ preset, body }: { readonly preset: FilterPreset; readonly body: Changed }) =>
      request('updateFilterPreset', { params: { id: preset.id }, body }),
    onSuccess: (_, { preset, body }) => {
      const { id, name, condition, query, sort } = preset;
      const newName = body.name;
      const words = newName === undefined ? t`Changed the filter “${name}”` : t`Renamed “${name}” to “${newName}”`;
      const run = () => changeBack.mutate({ id, body: { name, condition, query, sort } });
      showToast(words, { label: t`Undo`, run });
    },
  });
  const forget = useMutation({
    ...shared,
    mutationFn: async ({ id }: FilterPreset) => request('deleteFilterPreset', { params: { id } }),
    onSuccess: (_, { id: _id, createdAt: _created, updatedAt: _updated, ...preset }) => {
      const { name } = preset;
      showToast(t`Deleted the filter “${name}”`, { label: t`Undo`, run: () => putBack.mutate(preset) });
    },
  });
  return { keep, change, forget };
}
