import type { api } from '@lectern/contract';
import { getReadList } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleGetReadList: Handler<typeof api.getReadList> = async (ctx, { viewer, params }) =>
  getReadList(ctx, viewer, params.id);
