import { handleCreateFilterPreset } from './create-filter-preset.ts';
import { handleDeleteFilterPreset } from './delete-filter-preset.ts';
import { handleGetFilterPreset } from './get-filter-preset.ts';
import { handleListFilterPresets } from './list-filter-presets.ts';
import { handleUpdateFilterPreset } from './update-filter-preset.ts';

export const filterPresetHandlers = {
  listFilterPresets: handleListFilterPresets,
  createFilterPreset: handleCreateFilterPreset,
  getFilterPreset: handleGetFilterPreset,
  updateFilterPreset: handleUpdateFilterPreset,
  deleteFilterPreset: handleDeleteFilterPreset,
};
