import type { api } from '@lectern/contract';
import { deleteUser } from '#core/users/update-user.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteUser: Handler<typeof api.deleteUser> = async (ctx, { viewer, params }) => {
  await deleteUser(ctx, viewer, params.id);
  return undefined;
};
