import type { api } from '@lectern/contract';
import { listBookGroups } from '#core/catalog/list-letter-groups.ts';
import type { Handler } from '../../handler.ts';

export const handleListBookGroups: Handler<typeof api.listBookGroups> = async (ctx, { viewer, query, body }) =>
  listBookGroups(ctx, viewer, { ...body, ...query });
