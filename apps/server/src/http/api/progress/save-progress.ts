import type { api } from '@lectern/contract';
import { saveProgress } from '#core/reading/save-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleSaveProgress: Handler<typeof api.saveProgress> = async (ctx, { viewer, params, body }) =>
  saveProgress(ctx, viewer, params.id, body);
