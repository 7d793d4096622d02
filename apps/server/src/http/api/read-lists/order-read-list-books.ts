import type { api } from '@lectern/contract';
import { orderReadListBooks } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleOrderReadListBooks: Handler<typeof api.orderReadListBooks> = async (
  ctx,
  { viewer, params, body },
) => {
  await orderReadListBooks(ctx, viewer, params.id, body.bookIds);
  return undefined;
};
