import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import { getSetupStatus } from '#core/account/get-setup-status.ts';
import { initializeSetup } from '#core/account/initialize-setup.ts';
import { signOut } from '#core/sign-in/sign-out.ts';
import { identifyByToken } from '#core/sign-in/identify.ts';
import type { Context } from '../../context.ts';
import { type DoorRequest, type DoorRoute, viewerOf } from '../door.ts';
import { json } from './answer.ts';
import { endSession, giveSession } from './authenticate.ts';
import { toDialectUser } from './users.ts';

function exchangeOf(ctx: Context, request: DoorRequest) {
  return { ctx, request: request.raw, reply: request.rawReply };
}

function logout(method: 'GET' | 'POST'): DoorRoute {
  return {
    method,
    path: '/api/logout',
    endpoint: { permission: 'user' },
    facts: { changes: true },
    answer: async (ctx, request) => {
      await signOut(ctx, viewerOf(request));
      endSession(exchangeOf(ctx, request));
      return undefined;
    },
  };
}

const FirstUser = z.object({ email: z.email().max(255), password: z.string().min(8).max(256) });

/** Named after the first part of the e-mail address, which signs in as well. */
function firstUserOf({ raw }: DoorRequest) {
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

/** Signing in and out, and what apps ask before they do. */
export const sessionRoutes: readonly DoorRoute[] = [
  logout('GET'),
  logout('POST'),
  {
    method: 'GET',
    path: '/api/v1/login/set-cookie',
    endpoint: { permission: 'user' },
    answer: async (ctx, request) => {
      const token = request.raw.headers['x-auth-token'];
      if (typeof token === 'string' && token !== '') giveSession(exchangeOf(ctx, request), token);
      return undefined;
    },
  },
  {
    method: 'GET',
    path: '/api/v1/claim',
    endpoint: { permission: 'public' },
    answer: async (ctx, request) =>
      json({ isClaimed: !(await getSetupStatus(ctx, request.client.arrival)).setupRequired }),
  },
  {
    method: 'POST',
    path: '/api/v1/claim',
    endpoint: { permission: 'public' },
    answer: async (ctx, request) => {
      const { ip, userAgent, arrival } = request.client;
      if (!(await getSetupStatus(ctx, arrival)).setupRequired) {
        throw new AppError('BadRequest', 'This server has users already');
      }
      const asked = { client: { ip, userAgent }, door: { ip, ...arrival } };
      const opened = await initializeSetup(ctx, firstUserOf(request), asked);
      const viewer = await identifyByToken(ctx, opened.access_token);
      return json(toDialectUser(opened.user, viewer, []));
    },
  },
];
