import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  FilterPreset,
  FilterPresetNew,
  FilterPresetUpdate,
  PresetScope,
  PresetTarget,
} from '../models/filter-preset.ts';
import { Id } from '../models/scalars.ts';
import { OWN_WRITE } from '../permissions.ts';

const params = z.object({ id: Id });
const preset = { tag: 'Filter presets', permission: 'user', answer: 'json', response: FilterPreset } as const;

export const filterPresets = {
  listFilterPresets: endpoint({
    ...preset,
    summary: 'Filters that the caller has kept, by name',
    query: z.object({ scope: PresetScope.optional(), target: PresetTarget.optional(), libraryId: Id.optional() }),
    response: z.object({ presets: z.array(FilterPreset) }),
  }),
  createFilterPreset: endpoint({
    ...preset,
    permission: OWN_WRITE,
    summary: 'Keeps a filter; its name is used once for a scope, target and library',
    body: FilterPresetNew,
    status: 201,
    errors: ['NotFound', 'Conflict'],
  }),
  getFilterPreset: endpoint({ ...preset, summary: 'One kept filter', params, errors: ['NotFound'] }),
  updateFilterPreset: endpoint({
    ...preset,
    permission: OWN_WRITE,
    summary: 'Changes a kept filter; what is left out stays',
    params,
    body: FilterPresetUpdate,
    errors: ['NotFound', 'Conflict'],
  }),
  patchFilterPreset: endpoint({
    ...preset,
    permission: OWN_WRITE,
    summary: 'Changes a kept filter; what is left out stays',
    params,
    body: FilterPresetUpdate,
    errors: ['NotFound', 'Conflict'],
  }),
  deleteFilterPreset: endpoint({
    tag: 'Filter presets',
    summary: 'Forgets a kept filter',
    permission: OWN_WRITE,
    params,
    answer: 'none',
    status: 204,
    errors: ['NotFound'],
  }),
} as const;
