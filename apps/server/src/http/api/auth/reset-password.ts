import type { api } from '@lectern/contract';
import { resetPasswordByToken } from '#core/account/use-mail-token.ts';
import type { Handler } from '../../handler.ts';

export const handleResetPassword: Handler<typeof api.resetPassword> = async (ctx, { body }) => {
  await resetPasswordByToken(ctx, body);
  return { message: 'You have a new password, and are signed out everywhere' };
};
