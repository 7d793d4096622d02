import type { api } from '@lectern/contract';
import { getListCoverImage } from '#core/lists/list-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadListCoverImage: Handler<typeof api.getReadListCoverImage> = async (
  ctx,
  { viewer, params, query },
) => getListCoverImage(ctx, viewer, { kind: 'readList', ...params }, query);
