import type { api } from '@lectern/contract';
import { listSeriesGroups } from '#core/catalog/list-letter-groups.ts';
import type { Handler } from '../../handler.ts';

export const handleListSeriesGroups: Handler<typeof api.listSeriesGroups> = async (ctx, { viewer, query, body }) =>
  listSeriesGroups(ctx, viewer, { ...body, ...query });
