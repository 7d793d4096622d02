import type { api } from '@lectern/contract';
import { listWantToRead } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../page-of.ts';

export const handleListWantToRead: Handler<typeof api.listWantToRead> = async (ctx, request) => {
  const { rows, total } = await listWantToRead(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
