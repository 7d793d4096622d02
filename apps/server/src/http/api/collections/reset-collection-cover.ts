import type { api } from '@lectern/contract';
import { resetListCover } from '#core/lists/list-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleResetCollectionCover: Handler<typeof api.resetCollectionCover> = async (
  ctx,
  { viewer, params: { id } },
) => {
  await resetListCover(ctx, viewer, { kind: 'collection', id });
};
