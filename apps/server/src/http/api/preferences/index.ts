import { handleDeletePreference } from './delete-preference.ts';
import { handleGetPreference } from './get-preference.ts';
import { handleListPreferences } from './list-preferences.ts';
import { handleUpdatePreference } from './update-preference.ts';
import { handleUpdatePreferences } from './update-preferences.ts';

export const preferenceHandlers = {
  listPreferences: handleListPreferences,
  getPreference: handleGetPreference,
  updatePreference: handleUpdatePreference,
  updatePreferences: handleUpdatePreferences,
  deletePreference: handleDeletePreference,
};
