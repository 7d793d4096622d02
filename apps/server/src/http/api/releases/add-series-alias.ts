import type { api } from '@lectern/contract';
import { addAlias } from '#core/releases/aliases.ts';
import type { Handler } from '../../handler.ts';

export const handleAddSeriesAlias: Handler<typeof api.addSeriesAlias> = async (
  ctx,
  { viewer, params, body, reply },
) => {
  const { alias, isNew } = await addAlias(ctx, viewer, params.id, body.alias);
  if (!isNew) reply.status(200);
  return alias;
};
