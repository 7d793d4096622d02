import type { api } from '@lectern/contract';
import { getReadHistory } from '#core/reading/read-history.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookReadHistory: Handler<typeof api.getBookReadHistory> = async (ctx, { viewer, params }) =>
  getReadHistory(ctx, viewer, params.id);
