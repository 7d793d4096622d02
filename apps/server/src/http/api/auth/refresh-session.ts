import type { api } from '@lectern/contract';
import { renewSession } from '#core/sign-in/renew-session.ts';
import type { Handler } from '../../handler.ts';
import { setDeviceCookie } from '../../sign-in/device-cookie.ts';
import { refreshTokenOf } from '../../sign-in/refresh-cookie.ts';
import { setCookies } from '../../sign-in/signed-in.ts';

export const handleRefreshSession: Handler<typeof api.refreshSession> = async (ctx, { body, client, reply }) => {
  const { ip, userAgent } = client;
  const token = body?.refreshToken ?? refreshTokenOf(client.cookies);
  const renewed = await renewSession(ctx, token, { ip, userAgent });
  setCookies(ctx.config, client, reply, renewed);
  setDeviceCookie(ctx, client, reply, renewed.user.id);
  return renewed;
};
