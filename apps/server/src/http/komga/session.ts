import type { SharingGrant } from '@lectern/contract';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { listGrants } from '#core/people/grants.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { getCurrentUser } from '#core/people/profile.ts';
import { getSetupStatus, initializeSetup } from '#core/people/setup.ts';
import { signOut } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { type DialectRequest, type DialectRoute, viewerOf } from '../requests/dialect-route.ts';
import { json } from './answer.ts';
import { endSession, giveSession } from './authenticate.ts';

/** An account in the dialect, whose e-mail address is what people sign in with. */
interface Account {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
}

/** The dialect's roles; apps hide what needs one that is not there. */
function rolesOf(permissions: Viewer['permissions']): readonly string[] {
  const may = (permission: Parameters<typeof permissions.has>[0], role: string): string[] =>
    permissions.has(permission) ? [role] : [];
  return [
    'USER',
    ...may('SystemAdmin', 'ADMIN'),
    ...may('BooksRead', 'FILE_DOWNLOAD'),
    ...may('PagesRead', 'PAGE_STREAMING'),
    ...may('ProgressWrite', 'KOREADER_SYNC'),
  ];
}

/**
 * A user as apps read them.
 * @param access what the account may do and which libraries it may see
 * @param grants sharing tags that decide what it sees
 */
export function toDialectUser(
  { id, username, email }: Account,
  { permissions, libraryIds }: Pick<Viewer, 'permissions' | 'libraryIds'>,
  grants: readonly SharingGrant[],
): Readonly<Record<string, unknown>> {
  const labels = (mode: SharingGrant['accessMode']): string[] =>
    grants.filter(({ accessMode }) => accessMode === mode).map(({ sharingTagName }) => sharingTagName);
  return {
    id,
    email: email === null || email === '' ? username : email,
    roles: rolesOf(permissions),
    sharedAllLibraries: libraryIds === undefined,
    sharedLibrariesIds: libraryIds ?? [],
    labelsAllow: labels('allow'),
    labelsExclude: labels('deny'),
    // Apps fail without it.
    ageRestriction: null,
  };
}

function me(path: string): DialectRoute {
  return {
    method: 'GET',
    path,
    endpoint: { permission: 'user' },
    answer: async (ctx, request) => {
      const viewer = viewerOf(request);
      const { grants } = await listGrants(ctx, viewer.userId);
      return json(toDialectUser(await getCurrentUser(ctx, viewer), viewer, grants));
    },
  };
}

export const userRoutes: readonly DialectRoute[] = [me('/api/v2/users/me'), me('/api/v1/users/me')];

function exchangeOf(ctx: Context, request: DialectRequest) {
  return { ctx, request: request.raw, reply: request.rawReply };
}

function logout(method: 'GET' | 'POST'): DialectRoute {
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
function firstUserOf({ raw }: DialectRequest) {
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
export const sessionRoutes: readonly DialectRoute[] = [
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
