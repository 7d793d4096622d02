import type { api } from '@lectern/contract';
import { orderMembers } from '#core/lists/change-list.ts';
import type { Handler } from '../../handler.ts';

export const handleOrderReadListBooks: Handler<typeof api.orderReadListBooks> = async (
  ctx,
  { viewer, params, body },
) => {
  await orderMembers(ctx, viewer, { kind: 'readList', id: params.id }, body.bookIds);
  return undefined;
};
