import type { api } from '@lectern/contract';
import { getCoverOwner } from '#core/covers/change-covers.ts';
import { readSeriesCovers } from '#core/covers/to-cover.ts';
import type { Handler } from '../../handler.ts';

export const handleListSeriesCovers: Handler<typeof api.listSeriesCovers> = async (ctx, { viewer, params }) =>
  readSeriesCovers(ctx.db, await getCoverOwner(ctx, viewer, 'series', params.id));
