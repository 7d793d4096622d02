import type { api } from '@lectern/contract';
import { getReadListCover } from '#core/lists/list-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadListThumbnail: Handler<typeof api.getReadListThumbnail> = async (
  ctx,
  { viewer, params, query },
) => getReadListCover(ctx, viewer, params.id, query);
