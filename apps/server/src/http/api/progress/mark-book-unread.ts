import type { api } from '@lectern/contract';
import { forgetProgress } from '#core/reading/forget-progress.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBookUnread: Handler<typeof api.markBookUnread> = async (ctx, { viewer, params }) => {
  await forgetProgress(ctx, viewer, params.id);
  return undefined;
};
