import type { api } from '@lectern/contract';
import { forgetProgress } from '#core/reading/forget-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteProgress: Handler<typeof api.deleteProgress> = async (ctx, { viewer, params }) => {
  await forgetProgress(ctx, viewer, params.id);
  return undefined;
};
