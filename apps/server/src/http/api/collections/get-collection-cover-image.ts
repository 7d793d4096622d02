import type { api } from '@lectern/contract';
import { getListCoverImage } from '#core/lists/list-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGetCollectionCoverImage: Handler<typeof api.getCollectionCoverImage> = async (
  ctx,
  { viewer, params, query },
) => getListCoverImage(ctx, viewer, { kind: 'collection', ...params }, query);
