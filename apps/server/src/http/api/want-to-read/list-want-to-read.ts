import type { api } from '@lectern/contract';
import { listWantToRead } from '#core/want-to-read/want-to-read.ts';
import type { Handler } from '../../handler.ts';
import { wantedPage } from '../full-pages.ts';

export const handleListWantToRead: Handler<typeof api.listWantToRead> = async (ctx, request) => {
  const { rows, total } = await listWantToRead(ctx, request.viewer, request.query);
  return wantedPage(ctx, request, { rows, total });
};
