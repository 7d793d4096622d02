import type { api } from '@lectern/contract';
import { listSessionsOf } from '#core/sign-in/sessions.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListUserSessions: Handler<typeof api.listUserSessions> = async (ctx, request) => {
  const { rows, total } = await listSessionsOf(ctx, request.viewer, request.params.id, request.query);
  return pageOf(request, rows, total);
};
