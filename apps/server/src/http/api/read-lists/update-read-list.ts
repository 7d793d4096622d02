import type { api } from '@lectern/contract';
import { updateReadList } from '#core/reading-lists/read-lists.ts';
import type { Handler } from '../../handler.ts';

export const handleUpdateReadList: Handler<typeof api.updateReadList> = async (ctx, { viewer, params, body }) =>
  updateReadList(ctx, viewer, params.id, body);
