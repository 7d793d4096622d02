import type { api } from '@lectern/contract';
import { removeSource } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteReleaseSource: Handler<typeof api.deleteReleaseSource> = async (ctx, { params }) => {
  await removeSource(ctx, params.id);
  return undefined;
};
