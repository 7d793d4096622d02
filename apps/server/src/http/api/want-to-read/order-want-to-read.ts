import type { api } from '@lectern/contract';
import { orderWantToRead } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';

export const handleOrderWantToRead: Handler<typeof api.orderWantToRead> = async (ctx, { viewer, body }) => {
  await orderWantToRead(ctx, viewer, body.entryIds);
  return undefined;
};
