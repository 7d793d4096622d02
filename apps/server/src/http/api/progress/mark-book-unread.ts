import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { forgetProgress } from '#core/reading/forget-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBookUnread: Handler<typeof api.markBookUnread> = async (ctx, { viewer, params, client }) => {
  await forgetProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id);
  return undefined;
};
