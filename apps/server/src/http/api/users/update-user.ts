import type { api } from '@lectern/contract';
import { updateUser } from '#core/users/update-user.ts';
import type { Handler } from '../../handler.ts';

/** Answers PUT and PATCH. */
export const handleUpdateUser: Handler<typeof api.updateUser> = async (ctx, { viewer, params, body }) =>
  updateUser(ctx, viewer, params.id, body);
