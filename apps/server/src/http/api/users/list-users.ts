import type { api } from '@lectern/contract';
import { listUsers } from '#core/users/list-users.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListUsers: Handler<typeof api.listUsers> = async (ctx, request) => {
  const { rows, total } = await listUsers(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
