import type { api } from '@lectern/contract';
import { getUser } from '#core/users/get-user.ts';
import type { Handler } from '../../handler.ts';

export const handleGetUser: Handler<typeof api.getUser> = async (ctx, { viewer, params }) =>
  getUser(ctx, viewer, params.id);
