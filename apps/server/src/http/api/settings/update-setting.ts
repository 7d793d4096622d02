import type { api } from '@lectern/contract';
import { updateSetting } from '#core/settings/change-settings.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateSetting: Handler<typeof api.updateSetting> = async (ctx, { viewer, client, params, body }) => {
  const by = { viewer, ip: client.ip, reason: body.changeReason ?? null };
  return updateSetting(ctx, by, params.key, body.value);
};
