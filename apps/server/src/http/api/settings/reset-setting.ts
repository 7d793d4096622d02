import type { api } from '@lectern/contract';
import { resetSetting } from '#core/settings/change-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleResetSetting: Handler<typeof api.resetSetting> = async (ctx, { viewer, client, params, body }) => {
  const by = { viewer, ip: client.ip, reason: body?.changeReason ?? null };
  return resetSetting(ctx, by, params.key);
};
