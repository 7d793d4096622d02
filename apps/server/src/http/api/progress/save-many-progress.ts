import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { saveManyProgress } from '#core/reading/save-many.ts';
import type { Handler } from '../../handler.ts';

export const handleSaveManyProgress: Handler<typeof api.saveManyProgress> = async (ctx, { viewer, body, client }) =>
  saveManyProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.progress);
