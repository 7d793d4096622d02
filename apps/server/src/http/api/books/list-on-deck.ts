import type { api } from '@lectern/contract';
import { listOnDeck } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListOnDeck: Handler<typeof api.listOnDeck> = async (ctx, request) => {
  const { rows, total } = await listOnDeck(ctx, request.viewer, request.query);
  return bookPage(ctx, request, { rows, total });
};
