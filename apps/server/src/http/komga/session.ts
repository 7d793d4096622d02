import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { listGrants } from '#core/people/grants.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { getCurrentUser } from '#core/people/profile.ts';
import { getSetupStatus, initializeSetup } from '#core/people/setup.ts';
import { signOut } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { type DialectRequest, type DialectRoute, json, route } from '../requests/dialect-route.ts';
import { endSession, type Exchange, giveSession } from './session-cookies.ts';
import { toDialectUser } from './to-user.ts';

function withAge(viewer: Viewer) {
  return { ...viewer, age: viewer.sharing?.age };
}

function me(path: string): DialectRoute {
  return route.get(path, { permission: 'user' }, async (ctx, { viewer }) => {
    const { grants } = await listGrants(ctx, viewer.userId);
    return json(toDialectUser(await getCurrentUser(ctx, viewer), withAge(viewer), grants));
  });
}

function toExchange(ctx: Context, { raw, rawReply }: Pick<DialectRequest, 'raw' | 'rawReply'>): Exchange {
  return { ctx, request: raw, reply: rawReply };
}

function logout(method: 'get' | 'post'): DialectRoute {
  return route[method]('/api/logout', { permission: 'user', facts: { changes: true } }, async (ctx, request) => {
    await signOut(ctx, request.viewer);
    endSession(toExchange(ctx, request));
    return undefined;
  });
}

const FirstUser = z.object({ email: z.email().max(255), password: z.string().min(8).max(256) });

/** The first user, named after the local part of the e-mail address. */
function readFirstUser({ raw }: Pick<DialectRequest, 'raw'>) {
  const sent = { email: raw.headers['x-komga-email'], password: raw.headers['x-komga-password'] };
  const parsed = FirstUser.safeParse(sent);
  if (!parsed.success) {
    throw new AppError(
      'BadRequest',
      'Expected an e-mail address in X-Komga-Email and 8 to 256 letters in X-Komga-Password',
    );
  }
  const { email, password } = parsed.data;
  const setupCode = raw.headers['x-setup-code']?.toString();
  return { username: email.slice(0, email.indexOf('@')), email, password, setupCode };
}

/** Sign-in, sign-out and first account. */
export const sessionRoutes: readonly DialectRoute[] = [
  logout('get'),
  logout('post'),
  route.get('/api/v1/login/set-cookie', { permission: 'user' }, async (ctx, request) => {
    const token = request.raw.headers['x-auth-token'];
    if (typeof token === 'string' && token !== '') giveSession(toExchange(ctx, request), token);
    return undefined;
  }),
  route.get('/api/v1/claim', { permission: 'public' }, async (ctx, { client }) =>
    json({ isClaimed: !(await getSetupStatus(ctx, client.arrival)).setupRequired }),
  ),
  route.post('/api/v1/claim', { permission: 'public' }, async (ctx, request) => {
    const { ip, userAgent, arrival } = request.client;
    if (!(await getSetupStatus(ctx, arrival)).setupRequired) {
      throw new AppError('BadRequest', say('This server has users already'));
    }
    const asked = { client: { ip, userAgent }, door: { ip, ...arrival } };
    const opened = await initializeSetup(ctx, readFirstUser(request), asked);
    const viewer = await identifyByToken(ctx, opened.access_token);
    return json(toDialectUser(opened.user, withAge(viewer), []));
  }),
  me('/api/v2/users/me'),
  me('/api/v1/users/me'),
];
