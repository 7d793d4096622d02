import type { api } from '@lectern/contract';
import { signIn } from '#core/sign-in/sign-in.ts';
import type { Handler } from '../../handler.ts';
import { deviceOf, setDeviceCookie } from '../../sign-in/device-cookie.ts';
import { setCookies } from '../../sign-in/signed-in.ts';

export const handleLogin: Handler<typeof api.login> = async (ctx, { body, client, reply }) => {
  const { ip, userAgent } = client;
  const signedIn = await signIn(ctx, body, { ip, userAgent, device: deviceOf(client.cookies) });
  setCookies(ctx.config, client, reply, signedIn);
  setDeviceCookie(ctx, client, reply, signedIn.user.id);
  return signedIn;
};
