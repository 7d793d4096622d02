import { handleGetBranding } from './get-branding.ts';
import { handleGetPublicSettings } from './get-public-settings.ts';
import { handleGetSetting } from './get-setting.ts';
import { handleListSettingHistory } from './list-setting-history.ts';
import { handleListSettings } from './list-settings.ts';
import { handleResetSetting } from './reset-setting.ts';
import { handleUpdateSetting } from './update-setting.ts';
import { handleUpdateSettings } from './update-settings.ts';

export const settingHandlers = {
  listSettings: handleListSettings,
  getSetting: handleGetSetting,
  updateSetting: handleUpdateSetting,
  updateSettings: handleUpdateSettings,
  resetSetting: handleResetSetting,
  listSettingHistory: handleListSettingHistory,
  getPublicSettings: handleGetPublicSettings,
  getBranding: handleGetBranding,
};
