import type { api } from '@lectern/contract';
import { changePassword } from '#core/account/profile.ts';
import type { Handler } from '../../handler.ts';

export const handleChangePassword: Handler<typeof api.changePassword> = async (ctx, { viewer, body, client }) => {
  await changePassword(ctx, viewer, body, client.ip);
  return undefined;
};
