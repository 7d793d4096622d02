import { listIdentities, unlinkIdentity } from '#core/people/providers/identities.ts';
import {
  changeProvider,
  createProvider,
  listStoredProviders,
  removeProvider,
  testProvider,
} from '#core/people/providers/manage-providers.ts';
import { listWaysToSignIn } from '#core/people/providers/provider.ts';
import { signInByProxy } from '#core/people/providers/proxy-sign-in.ts';
import { signOutElsewhere } from '#core/people/providers/sign-out.ts';
import { startLink, startSignIn } from '#core/people/providers/start-sign-in.ts';
import { deleteUserIdentity, listIdentitiesOfUser } from '#core/people/providers/user-identities.ts';
import { endCookies, endGuestCookie, replaceSession, setAttemptCookie } from '../people/cookies.ts';
import { browserClient } from '../people/factor-client.ts';
import { requireOwnPage } from '../people/foreign-pages.ts';
import type { Handlers } from '../requests/handler.ts';

export const signInHandlers = {
  listOidcProviders: async (ctx) => listWaysToSignIn(ctx),
  startOidcLogin: async (ctx, { params, body, client, reply }) => {
    requireOwnPage(client);
    const wanted = { provider: params.provider, returnTo: body?.redirectUri, door: client.arrival };
    const { redirectUrl, sealed } = await startSignIn(ctx, wanted);
    setAttemptCookie(ctx.config, client, reply, sealed);
    return { redirectUrl };
  },
  signInByProxy: async (ctx, { client, reply }) => {
    requireOwnPage(client);
    const { peer, readHeader } = client;
    const signedIn = await signInByProxy(ctx, { peer, readHeader }, browserClient(ctx, client));
    await replaceSession(ctx, client, reply, signedIn);
    return signedIn;
  },
  logoutAtProvider: async (ctx, { viewer, client, reply }) => {
    const redirectUrl = await signOutElsewhere(ctx, viewer, client.arrival);
    endCookies(ctx.config, client, reply);
    endGuestCookie(ctx.config, client, reply);
    return { redirectUrl: redirectUrl ?? null };
  },
  listIdentities: async (ctx, { viewer }) => listIdentities(ctx, viewer),
  startIdentityLink: async (ctx, { viewer, params, body, client, reply }) => {
    const { redirectUrl, sealed } = await startLink(ctx, viewer, {
      provider: params.provider,
      returnTo: body?.redirectUri,
      door: client.arrival,
      currentPassword: body?.currentPassword,
      ip: client.ip,
    });
    setAttemptCookie(ctx.config, client, reply, sealed);
    return { redirectUrl };
  },
  deleteIdentity: async (ctx, { viewer, params }) => unlinkIdentity(ctx, viewer, params.id),
  listUserIdentities: async (ctx, { params }) => listIdentitiesOfUser(ctx, params.id),
  deleteUserIdentity: async (ctx, { viewer, params }) => deleteUserIdentity(ctx, viewer, params),
  listSignInProviders: async (ctx, { client }) => listStoredProviders(ctx, client.arrival),
  createSignInProvider: async (ctx, { viewer, body, client }) => createProvider(ctx, viewer, body, client.arrival),
  updateSignInProvider: async (ctx, { viewer, params, body, client }) =>
    changeProvider(ctx, viewer, { id: params.id, update: body }, client.arrival),
  deleteSignInProvider: async (ctx, { viewer, params }) => removeProvider(ctx, viewer, params.id),
  testSignInProvider: async (ctx, { params }) => ({ message: await testProvider(ctx, params.id) }),
} satisfies Partial<Handlers>;
