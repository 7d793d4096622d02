import type { api } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listOnDeck } from '#core/catalog/derived-lists.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListLibraryOnDeck: Handler<typeof api.listLibraryOnDeck> = async (ctx, request) => {
  const { id } = await getLibrary(ctx, request.viewer, request.params.id);
  const { rows, total } = await listOnDeck(ctx, request.viewer, { ...request.query, libraryId: id });
  return bookPage(ctx, request, { rows, total });
};
