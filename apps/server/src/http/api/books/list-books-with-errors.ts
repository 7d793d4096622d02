import type { api } from '@lectern/contract';
import { listBooksWithErrors } from '#core/catalog/list-books-with-errors.ts';
import type { Handler } from '../../handler.ts';

export const handleListBooksWithErrors: Handler<typeof api.listBooksWithErrors> = async (ctx, { viewer, query }) =>
  listBooksWithErrors(ctx, viewer, query);
