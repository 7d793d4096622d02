import type { api } from '@lectern/contract';
import { getCoverImage } from '#core/covers/get-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeriesCoverImage: Handler<typeof api.getSeriesCoverImage> = async (
  ctx,
  { viewer, params, query },
) => getCoverImage(ctx, viewer, { kind: 'series', ...params }, query);
