import type { api } from '@lectern/contract';
import { removeAlias } from '#core/releases/aliases.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteSeriesAlias: Handler<typeof api.deleteSeriesAlias> = async (ctx, { viewer, params }) => {
  await removeAlias(ctx, viewer, params.id, params.aliasId);
  return undefined;
};
