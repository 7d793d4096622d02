import { resetSetting, updateSetting, updateSettings } from '#core/settings/change-settings.ts';
import { getSetting, listSettingHistory, listSettings } from '#core/settings/list-settings.ts';
import { getBranding, getPublicSettings } from '#core/settings/settings.ts';
import type { Handlers } from '../requests/handler.ts';

export const settingHandlers = {
  listSettings: async (ctx, { query }) => listSettings(ctx, query.category),
  getSetting: async (ctx, { params }) => getSetting(ctx, params.key),
  updateSetting: async (ctx, { viewer, client, params, body }) => {
    const by = { viewer, ip: client.ip, reason: body.changeReason ?? null };
    return updateSetting(ctx, by, params.key, body.value);
  },
  updateSettings: async (ctx, { viewer, client, body }) => {
    const by = { viewer, ip: client.ip, reason: body.changeReason ?? null };
    return updateSettings(ctx, by, body.updates);
  },
  resetSetting: async (ctx, { viewer, client, params, body }) => {
    const by = { viewer, ip: client.ip, reason: body?.changeReason ?? null };
    return resetSetting(ctx, by, params.key);
  },
  listSettingHistory: async (ctx, { params, query }) => listSettingHistory(ctx, params.key, query.limit),
  getPublicSettings: async (ctx) => getPublicSettings(ctx),
  getBranding: async (ctx) => getBranding(ctx),
} satisfies Partial<Handlers>;
