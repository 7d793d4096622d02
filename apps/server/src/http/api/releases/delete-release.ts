import type { api } from '@lectern/contract';
import { deleteRelease } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteRelease: Handler<typeof api.deleteRelease> = async (ctx, { viewer, params }) => {
  await deleteRelease(ctx, viewer, params.id);
  return { deleted: true };
};
