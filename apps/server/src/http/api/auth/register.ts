import type { api } from '@lectern/contract';
import { chooseLanguage } from '#core/account/mails/write-mail.ts';
import { register } from '#core/account/register.ts';
import type { Handler } from '../../handler.ts';
import { setCookies } from '../../sign-in/signed-in.ts';

export const handleRegister: Handler<typeof api.register> = async (ctx, { body, client, reply }) => {
  const { ip, userAgent } = client;
  const language = chooseLanguage(client.languages);
  const registered = await register(ctx, body, { client: { ip, userAgent }, language });
  const { access_token, token_type, expires_in, user } = registered;
  if (access_token !== null && token_type !== null && expires_in !== null && user !== null) {
    setCookies(ctx.config, client, reply, { ...registered, access_token, token_type, expires_in, user });
  }
  return registered;
};
