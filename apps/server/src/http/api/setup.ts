import { getSetupStatus, initializeSetup } from '#core/people/setup.ts';
import type { Handlers } from '../requests/handler.ts';
import { setCookies } from '../people/cookies.ts';

export const setupHandlers = {
  getSetupStatus: async (ctx, { client }) => getSetupStatus(ctx, client.arrival),
  initializeSetup: async (ctx, { body, client, reply }) => {
    const { ip, userAgent, arrival } = client;
    const signedIn = await initializeSetup(ctx, body, { client: { ip, userAgent }, door: { ip, ...arrival } });
    setCookies(ctx.config, client, reply, signedIn);
    return signedIn;
  },
} satisfies Partial<Handlers>;
