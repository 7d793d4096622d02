import type { api } from '@lectern/contract';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import type { Handler } from '../../handler.ts';

export const handleResendVerification: Handler<typeof api.resendVerification> = async (ctx, { body, client }) => {
  const language = chooseLanguage(client.languages);
  ctx.mailRequests.add({ purpose: 'verify', address: body.email, language });
  return { message: 'If this address waits to be confirmed, a mail is on its way to it' };
};
