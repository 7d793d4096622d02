import type { api } from '@lectern/contract';
import { requestCovers } from '#core/covers/request-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleGenerateLibrarySeriesThumbnails: Handler<typeof api.generateLibrarySeriesThumbnails> = async (
  ctx,
  { viewer, params, body },
) => requestCovers(ctx, viewer, { ...body, of: 'series', libraryId: params.id });
