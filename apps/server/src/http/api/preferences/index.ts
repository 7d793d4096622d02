import { later } from '../../later.ts';

export const preferenceHandlers = {
  listPreferences: later(async () => (await import('./list-preferences.ts')).handleListPreferences),
  getPreference: later(async () => (await import('./get-preference.ts')).handleGetPreference),
  updatePreference: later(async () => (await import('./update-preference.ts')).handleUpdatePreference),
  updatePreferences: later(async () => (await import('./update-preferences.ts')).handleUpdatePreferences),
  deletePreference: later(async () => (await import('./delete-preference.ts')).handleDeletePreference),
};
