import type { api } from '@lectern/contract';
import { requestMail } from '#core/account/mails/request-mail.ts';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import type { Handler } from '../../handler.ts';

export const handleResendVerification: Handler<typeof api.resendVerification> = async (ctx, { body, client }) => {
  const language = chooseLanguage(client.languages);
  await requestMail(ctx, { purpose: 'verify', address: body.email, language });
  return { message: 'If this address waits to be confirmed, a mail is on its way to it' };
};
