import type { api } from '@lectern/contract';
import { updateSettings } from '#core/settings/change-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateSettings: Handler<typeof api.updateSettings> = async (ctx, { viewer, client, body }) => {
  const by = { viewer, ip: client.ip, reason: body.changeReason ?? null };
  return updateSettings(ctx, by, body.updates);
};
