import type { api } from '@lectern/contract';
import { listOwnSessions } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListSessions: Handler<typeof api.listSessions> = async (ctx, request) => {
  const { rows, total } = await listOwnSessions(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
