import type { api } from '@lectern/contract';
import { changePassword } from '#core/account/profile.ts';
import type { Handler } from '../../handler.ts';

export const handleChangePassword: Handler<typeof api.changePassword> = async (ctx, { viewer, body }) => {
  await changePassword(ctx, viewer, body);
  return undefined;
};
