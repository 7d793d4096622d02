import type { api } from '@lectern/contract';
import { listReadingSessions } from '#core/reading/record-sessions.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListReadingSessions: Handler<typeof api.listReadingSessions> = async (ctx, request) => {
  const { rows, total } = await listReadingSessions(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
