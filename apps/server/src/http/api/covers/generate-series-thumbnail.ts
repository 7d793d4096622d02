import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateSeriesThumbnail: Handler<typeof api.generateSeriesThumbnail> = async (
  ctx,
  { viewer, params, body },
) => requestCovers(ctx, viewer, { ...body, of: 'series', seriesIds: [params.id] });
