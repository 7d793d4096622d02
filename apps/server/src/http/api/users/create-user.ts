import type { api } from '@lectern/contract';
import { createUserAs } from '#core/users/create-user.ts';
import type { Handler } from '../../handler.ts';

export const handleCreateUser: Handler<typeof api.createUser> = async (ctx, { viewer, body }) =>
  createUserAs(ctx, viewer, body);
