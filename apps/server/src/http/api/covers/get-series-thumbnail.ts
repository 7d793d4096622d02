import type { api } from '@lectern/contract';
import { getSeriesCover } from '#core/covers/get-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeriesThumbnail: Handler<typeof api.getSeriesThumbnail> = async (
  ctx,
  { viewer, params, query },
) => getSeriesCover(ctx, viewer, params.id, query);
