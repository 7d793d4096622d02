import { later } from '../../later.ts';

export const settingHandlers = {
  listSettings: later(async () => (await import('./list-settings.ts')).handleListSettings),
  getSetting: later(async () => (await import('./get-setting.ts')).handleGetSetting),
  updateSetting: later(async () => (await import('./update-setting.ts')).handleUpdateSetting),
  updateSettings: later(async () => (await import('./update-settings.ts')).handleUpdateSettings),
  resetSetting: later(async () => (await import('./reset-setting.ts')).handleResetSetting),
  listSettingHistory: later(async () => (await import('./list-setting-history.ts')).handleListSettingHistory),
  getPublicSettings: later(async () => (await import('./get-public-settings.ts')).handleGetPublicSettings),
  getBranding: later(async () => (await import('./get-branding.ts')).handleGetBranding),
};
