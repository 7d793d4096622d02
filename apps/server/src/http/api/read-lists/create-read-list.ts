import type { api } from '@lectern/contract';
import { createReadList } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateReadList: Handler<typeof api.createReadList> = async (ctx, { viewer, body }) =>
  createReadList(ctx, viewer, body);
