import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateManySeriesThumbnails: Handler<typeof api.generateManySeriesThumbnails> = async (
  ctx,
  { viewer, body },
) => requestCovers(ctx, viewer, { ...body, of: 'series' });
