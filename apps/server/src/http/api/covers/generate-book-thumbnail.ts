import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateBookThumbnail: Handler<typeof api.generateBookThumbnail> = async (
  ctx,
  { viewer, params, body },
) => requestCovers(ctx, viewer, { ...body, of: 'books', bookIds: [params.id] });
