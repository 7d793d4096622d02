import type { api } from '@lectern/contract';
import { getBookCover } from '#core/covers/get-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookThumbnail: Handler<typeof api.getBookThumbnail> = async (ctx, { viewer, params, query }) =>
  getBookCover(ctx, viewer, params.id, query);
