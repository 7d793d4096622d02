import { api } from '@lectern/contract';
import { listDuplicateBooks } from '#core/duplicates/list-duplicate-books.ts';
import { type DoorRoute, viewerOf } from '../door.ts';
import { sendBooks } from './books.ts';
import { Paging } from './page.ts';

/** Books whose files are there more than once. */
export const duplicateRoutes: readonly DoorRoute[] = [
  {
    method: 'GET',
    path: '/api/v1/books/duplicates',
    endpoint: { permission: api.listDuplicates.permission, query: Paging },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const paging = request.query as Paging;
      return await sendBooks(ctx, viewer, paging, async (wanted) => listDuplicateBooks(ctx, viewer, wanted));
    },
  },
];
