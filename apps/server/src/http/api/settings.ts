import { resetSetting, updateSetting, updateSettings } from '#core/settings/change-settings.ts';
import { getSetting, listSettingHistory, listSettings } from '#core/settings/list-settings.ts';
import { getBranding, getPublicSettings } from '#core/settings/settings.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Handlers } from '../requests/handler.ts';

interface ChangeRequest {
  readonly viewer: Viewer;
  readonly client: { readonly ip: string };
  readonly body: { readonly changeReason?: string | null | undefined } | undefined;
}

/** The author of a change, for the history of the setting. */
function toAuthor({ viewer, client, body }: ChangeRequest) {
  return { viewer, ip: client.ip, reason: body?.changeReason ?? null };
}

export const settingHandlers = {
  listSettings: async (ctx, { query }) => listSettings(ctx, query.category),
  getSetting: async (ctx, { params }) => getSetting(ctx, params.key),
  updateSetting: async (ctx, request) => updateSetting(ctx, toAuthor(request), request.params.key, request.body.value),
  updateSettings: async (ctx, request) => updateSettings(ctx, toAuthor(request), request.body.updates),
  resetSetting: async (ctx, request) => resetSetting(ctx, toAuthor(request), request.params.key),
  listSettingHistory: async (ctx, { params, query }) => listSettingHistory(ctx, params.key, query.limit),
  getPublicSettings: async (ctx) => getPublicSettings(ctx),
  getBranding: async (ctx) => getBranding(ctx),
} satisfies Partial<Handlers>;
