import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateThumbnailsOfManySeries: Handler<typeof api.generateThumbnailsOfManySeries> = async (
  ctx,
  { viewer, body },
) => requestCovers(ctx, viewer, { ...body, of: 'books' });
