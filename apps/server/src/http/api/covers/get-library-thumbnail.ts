import type { api } from '@lectern/contract';
import { getLibraryCover } from '#core/covers/get-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetLibraryThumbnail: Handler<typeof api.getLibraryThumbnail> = async (
  ctx,
  { viewer, params, query },
) => getLibraryCover(ctx, viewer, params.id, query);
