import type { api } from '@lectern/contract';
import { resetPasswordByToken } from '#core/account/use-mail-token.ts';
import type { Handler } from '../../handler.ts';

export const handleResetPassword: Handler<typeof api.resetPassword> = async (ctx, { body, client }) => {
  await resetPasswordByToken(ctx, body, client.ip);
  return { message: 'You have a new password, and are signed out everywhere' };
};
