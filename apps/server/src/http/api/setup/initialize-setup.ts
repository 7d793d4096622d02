import type { api } from '@lectern/contract';
import { initializeSetup } from '#core/account/initialize-setup.ts';
import type { Handler } from '../../handler.ts';
import { setCookies } from '../../sign-in/signed-in.ts';

export const handleInitializeSetup: Handler<typeof api.initializeSetup> = async (ctx, { body, client, reply }) => {
  const { ip, userAgent, arrival } = client;
  const signedIn = await initializeSetup(ctx, body, { client: { ip, userAgent }, door: { ip, ...arrival } });
  setCookies(ctx.config, client, reply, signedIn);
  return signedIn;
};
