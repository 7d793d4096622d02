import type { api } from '@lectern/contract';
import { verifyEmail } from '#core/account/use-mail-token.ts';
import type { Handler } from '../../handler.ts';

export const handleVerifyEmail: Handler<typeof api.verifyEmail> = async (ctx, { body }) => {
  await verifyEmail(ctx, body.token);
  return { message: 'Your address is confirmed' };
};
