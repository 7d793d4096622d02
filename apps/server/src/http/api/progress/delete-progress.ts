import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { forgetProgress } from '#core/reading/forget-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteProgress: Handler<typeof api.deleteProgress> = async (ctx, { viewer, params, client }) => {
  await forgetProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id);
  return undefined;
};
