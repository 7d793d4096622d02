import type { api } from '@lectern/contract';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import type { Handler } from '../../handler.ts';

export const handleForgotPassword: Handler<typeof api.forgotPassword> = async (ctx, { body, client }) => {
  const language = chooseLanguage(client.languages);
  ctx.mailRequests.add({ purpose: 'reset', address: body.email, language });
  return { message: 'If there is an account with this address, a mail is on its way to it' };
};
