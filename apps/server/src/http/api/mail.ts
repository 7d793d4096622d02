import { testMail } from '#core/account/mails/test-mail.ts';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import type { Handlers } from '../handler.ts';

export const mailHandlers = {
  testMail: async (ctx, { viewer, body, client }) => {
    await testMail(ctx, viewer, body.to, chooseLanguage(client.languages));
    return { message: `A mail was sent to ${body.to}` };
  },
} satisfies Partial<Handlers>;
