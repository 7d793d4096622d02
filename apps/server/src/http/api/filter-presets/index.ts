import { later } from '../../later.ts';

export const filterPresetHandlers = {
  listFilterPresets: later(async () => (await import('./list-filter-presets.ts')).handleListFilterPresets),
  createFilterPreset: later(async () => (await import('./create-filter-preset.ts')).handleCreateFilterPreset),
  getFilterPreset: later(async () => (await import('./get-filter-preset.ts')).handleGetFilterPreset),
  updateFilterPreset: later(async () => (await import('./update-filter-preset.ts')).handleUpdateFilterPreset),
  patchFilterPreset: later(async () => (await import('./update-filter-preset.ts')).handleUpdateFilterPreset),
  deleteFilterPreset: later(async () => (await import('./delete-filter-preset.ts')).handleDeleteFilterPreset),
};
