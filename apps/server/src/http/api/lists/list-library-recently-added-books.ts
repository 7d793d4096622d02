import type { api } from '@lectern/contract';
import { getLibrary } from '#core/catalog/get-library.ts';
import { listBooks } from '#core/catalog/list-books.ts';
import type { Handler } from '../../handler.ts';
import { bookPage } from '../full-pages.ts';

export const handleListLibraryRecentlyAddedBooks: Handler<typeof api.listLibraryRecentlyAddedBooks> = async (
  ctx,
  request,
) => {
  const { id } = await getLibrary(ctx, request.viewer, request.params.id);
  const { rows, total } = await listBooks(ctx, request.viewer, {
    ...request.query,
    libraryId: id,
    sort: 'created_at,desc',
  });
  return bookPage(ctx, request, { rows, total });
};
