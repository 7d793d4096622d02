import type { api } from '@lectern/contract';
import { getCurrentUser } from '#core/account/get-current-user.ts';
import type { Handler } from '../../handler.ts';

export const handleGetCurrentUser: Handler<typeof api.getCurrentUser> = async (ctx, { viewer }) =>
  getCurrentUser(ctx, viewer);
