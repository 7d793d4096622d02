import type { api } from '@lectern/contract';
import { getCoverImage } from '#core/covers/get-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookCoverImage: Handler<typeof api.getBookCoverImage> = async (ctx, { viewer, params, query }) =>
  getCoverImage(ctx, viewer, { kind: 'book', ...params }, query);
