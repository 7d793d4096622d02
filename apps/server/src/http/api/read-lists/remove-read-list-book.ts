import type { api } from '@lectern/contract';
import { removeReadListBook } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleRemoveReadListBook: Handler<typeof api.removeReadListBook> = async (ctx, { viewer, params }) => {
  await removeReadListBook(ctx, viewer, params.id, params.bookId);
  return undefined;
};
