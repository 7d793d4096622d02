import { getSetupStatus } from '#core/account/get-setup-status.ts';
import { initializeSetup } from '#core/account/initialize-setup.ts';
import type { Handlers } from '../handler.ts';
import { setCookies } from '../sign-in/signed-in.ts';

export const setupHandlers = {
  getSetupStatus: async (ctx, { client }) => getSetupStatus(ctx, client.arrival),
  initializeSetup: async (ctx, { body, client, reply }) => {
    const { ip, userAgent, arrival } = client;
    const signedIn = await initializeSetup(ctx, body, { client: { ip, userAgent }, door: { ip, ...arrival } });
    setCookies(ctx.config, client, reply, signedIn);
    return signedIn;
  },
} satisfies Partial<Handlers>;
