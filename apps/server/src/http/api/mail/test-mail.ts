import type { api } from '@lectern/contract';
import { testMail } from '#core/account/mails/test-mail.ts';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import type { Handler } from '../../handler.ts';

export const handleTestMail: Handler<typeof api.testMail> = async (ctx, { viewer, body, client }) => {
  await testMail(ctx, viewer, body.to, chooseLanguage(client.languages));
  return { message: `A mail was sent to ${body.to}` };
};
