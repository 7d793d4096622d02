import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { saveProgress } from '#core/reading/save-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleSaveProgress: Handler<typeof api.saveProgress> = async (ctx, { viewer, params, body, client }) =>
  saveProgress(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, body);
