import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { readBookCovers } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleListBookCovers: Handler<typeof api.listBookCovers> = async (ctx, { viewer, params }) =>
  readBookCovers(ctx.db, await getCoverOwner(ctx, viewer, 'book', params.id));
