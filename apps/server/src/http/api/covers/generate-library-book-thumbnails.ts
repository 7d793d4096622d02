import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateLibraryBookThumbnails: Handler<typeof api.generateLibraryBookThumbnails> = async (
  ctx,
  { viewer, params, body },
) => requestCovers(ctx, viewer, { ...body, of: 'books', libraryId: params.id });
