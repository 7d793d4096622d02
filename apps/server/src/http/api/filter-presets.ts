import type { api } from '@lectern/contract';
import {
  createFilterPreset,
  deleteFilterPreset,
  getFilterPreset,
  listFilterPresets,
  updateFilterPreset,
} from '#core/catalog/search/filter-presets.ts';
import type { Handler, Handlers } from '../requests/handler.ts';

/** PUT and PATCH. */
const handleUpdateFilterPreset: Handler<typeof api.updateFilterPreset> = async (ctx, { viewer, params, body }) =>
  updateFilterPreset(ctx, viewer, { ...body, id: params.id });

export const filterPresetHandlers = {
  listFilterPresets: async (ctx, { viewer, query }) => listFilterPresets(ctx, viewer, query),
  createFilterPreset: async (ctx, { viewer, body }) => createFilterPreset(ctx, viewer, body),
  getFilterPreset: async (ctx, { viewer, params }) => getFilterPreset(ctx, viewer, params.id),
  updateFilterPreset: handleUpdateFilterPreset,
  patchFilterPreset: handleUpdateFilterPreset,
  deleteFilterPreset: async (ctx, { viewer, params }) => deleteFilterPreset(ctx, viewer, params.id),
} satisfies Partial<Handlers>;
