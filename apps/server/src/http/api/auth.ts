import { getSetupStatus, initializeSetup } from '#core/people/setup.ts';
import { getCurrentUser } from '#core/people/profile.ts';
import { chooseLanguage } from '#words/choose-language.ts';
import { register } from '#core/people/register.ts';
import { resetPasswordByToken, verifyEmail } from '#core/people/use-mail-token.ts';
import { renewSession, signIn, signOut } from '#core/people/sign-in.ts';
import { say } from '#words/say.ts';
import type { Handlers } from '../requests/handler.ts';
import {
  readDeviceCookie,
  endCookies,
  readRefreshToken,
  readRememberedCookie,
  setCookies,
  setDeviceCookie,
} from '../people/cookies.ts';
import { factorClient } from '../people/factor-client.ts';

export const authHandlers = {
  login: async (ctx, { body, client, reply }) => {
    const [device, remembered] = [readDeviceCookie(client), readRememberedCookie(client)];
    const signedIn = await signIn(ctx, body, { ...factorClient(ctx, client), device, remembered });
    setCookies(ctx.config, client, reply, signedIn);
    setDeviceCookie(ctx, client, reply, signedIn.user.id);
    return signedIn;
  },
  logout: async (ctx, { viewer, client, reply }) => {
    await signOut(ctx, viewer);
    endCookies(ctx.config, client, reply);
  },
  getCurrentUser: async (ctx, { viewer }) => getCurrentUser(ctx, viewer),
  refreshSession: async (ctx, { body, client, reply }) => {
    const { ip, userAgent } = client;
    const token = body?.refreshToken ?? readRefreshToken(client);
    const renewed = await renewSession(ctx, token, { ip, userAgent });
    setCookies(ctx.config, client, reply, renewed);
    setDeviceCookie(ctx, client, reply, renewed.user.id);
    return renewed;
  },
  register: async (ctx, { body, client, reply }) => {
    const { ip, userAgent } = client;
    const language = chooseLanguage(client.languages);
    const registered = await register(ctx, body, { client: { ip, userAgent }, language });
    const { access_token, token_type, expires_in, user } = registered;
    if (access_token !== null && token_type !== null && expires_in !== null && user !== null) {
      setCookies(ctx.config, client, reply, { ...registered, access_token, token_type, expires_in, user });
    }
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
