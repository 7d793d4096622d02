import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markBookRead } from '#core/reading/save-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBookRead: Handler<typeof api.markBookRead> = async (ctx, { viewer, params, client }) =>
  markBookRead(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id);
