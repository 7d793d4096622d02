import type { api } from '@lectern/contract';
import { getReadListProgress } from '#core/reading-lists/list-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadListProgress: Handler<typeof api.getReadListProgress> = async (ctx, { viewer, params }) =>
  getReadListProgress(ctx, viewer, params.id);
