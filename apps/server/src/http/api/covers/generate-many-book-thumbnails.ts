import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateManyBookThumbnails: Handler<typeof api.generateManyBookThumbnails> = async (
  ctx,
  { viewer, body },
) => requestCovers(ctx, viewer, { ...body, of: 'books' });
