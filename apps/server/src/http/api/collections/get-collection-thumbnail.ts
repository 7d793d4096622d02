import type { api } from '@lectern/contract';
import { getCollectionCover } from '#core/lists/list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetCollectionThumbnail: Handler<typeof api.getCollectionThumbnail> = async (
  ctx,
  { viewer, params, query },
) => getCollectionCover(ctx, viewer, params.id, query);
