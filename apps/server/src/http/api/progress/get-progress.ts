import type { api } from '@lectern/contract';
import { getProgress } from '#core/reading/get-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleGetProgress: Handler<typeof api.getProgress> = async (ctx, { viewer, params }) =>
  getProgress(ctx, viewer, params.id);
