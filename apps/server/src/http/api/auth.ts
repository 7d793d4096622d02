import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { getSetupStatus, initializeSetup } from '#core/people/setup.ts';
import { acceptInvitation, checkInvitation } from '#core/people/accept-invitation.ts';
import { enterAsGuest } from '#core/people/guests.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { getCurrentUser } from '#core/people/profile.ts';
import { chooseLanguage } from '#words/choose-language.ts';
import { register } from '#core/people/register.ts';
import { resetPasswordByToken, verifyEmail } from '#core/people/use-mail-token.ts';
import { renewSession, signIn, signOut } from '#core/people/sign-in.ts';
import { say } from '#words/say.ts';
import { requireOwnPage } from '../people/foreign-pages.ts';
import type { Handlers } from '../requests/handler.ts';
import {
  endCookies,
  endGuestCookie,
  readRefreshToken,
  readSessionToken,
  replaceSession,
  setCookies,
  setGuestCookie,
  setJoinedCookies,
  setSignedInCookies,
} from '../people/cookies.ts';
import { browserClient } from '../people/factor-client.ts';

/** Whether a browser still sends the cookie of a session that has ended. That one counts before the cookie of a guest. */
async function hasEndedSession(ctx: Context, client: Parameters<typeof readSessionToken>[0]): Promise<boolean> {
  const token = readSessionToken(client);
  if (token === undefined) return false;
  try {
    await identifyByToken(ctx, token);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'Unauthorized') return true;
    throw error;
  }
}

export const authHandlers = {
  login: async (ctx, { body, client, reply }) => {
    const signedIn = await signIn(ctx, body, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    return signedIn;
  },
  enterAsGuest: async (ctx, { client, reply }) => {
    requireOwnPage(client);
    const guest = await enterAsGuest(ctx);
    if (await hasEndedSession(ctx, client)) endCookies(ctx.config, client, reply);
    setGuestCookie({ config: ctx.config, client, reply }, guest);
  },
  logout: async (ctx, { viewer, client, reply }) => {
    await signOut(ctx, viewer);
    endCookies(ctx.config, client, reply);
    endGuestCookie(ctx.config, client, reply);
  },
  getCurrentUser: async (ctx, { viewer }) => getCurrentUser(ctx, viewer),
  refreshSession: async (ctx, { body, client, reply }) => {
    const { ip, userAgent } = client;
    const token = body?.refreshToken ?? readRefreshToken(client);
    const renewed = await renewSession(ctx, token, { ip, userAgent });
    setSignedInCookies(ctx, client, reply, renewed);
    return renewed;
  },
  register: async (ctx, { body, client, reply }) => {
    const { ip, userAgent } = client;
    const language = chooseLanguage(client.languages);
    const registered = await register(ctx, body, { client: { ip, userAgent }, language });
    await setJoinedCookies(ctx, client, reply, registered);
    return registered;
  },
  checkInvitation: async (ctx, { body, client }) => checkInvitation(ctx, body.token, client.ip),
  acceptInvitation: async (ctx, { body, client, reply }) => {
    const { ip, userAgent } = client;
    const language = chooseLanguage(client.languages);
    const registered = await acceptInvitation(ctx, body, { client: { ip, userAgent }, language });
    await setJoinedCookies(ctx, client, reply, registered);
    return registered;
  },
  verifyEmail: async (ctx, { body }) => {
    await verifyEmail(ctx, body.token);
    return { message: say('Your address is confirmed') };
  },
  resendVerification: async (ctx, { body, client }) => {
    ctx.mailRequests.add({ purpose: 'verify', address: body.email, language: chooseLanguage(client.languages) });
    return { message: say('If this address waits to be confirmed, a mail is on its way to it') };
  },
  forgotPassword: async (ctx, { body, client }) => {
    ctx.mailRequests.add({ purpose: 'reset', address: body.email, language: chooseLanguage(client.languages) });
    return { message: say('If there is an account with this address, a mail is on its way to it') };
  },
  resetPassword: async (ctx, { body, client }) => {
    await resetPasswordByToken(ctx, body, client.ip);
    return { message: say('You have a new password, and are signed out everywhere') };
  },
  getSetupStatus: async (ctx, { client }) => getSetupStatus(ctx, client.arrival),
  initializeSetup: async (ctx, { body, client, reply }) => {
    const { ip, userAgent, arrival } = client;
    const signedIn = await initializeSetup(ctx, body, { client: { ip, userAgent }, door: { ip, ...arrival } });
    setCookies(ctx.config, client, reply, signedIn);
    return signedIn;
  },
} satisfies Partial<Handlers>;
