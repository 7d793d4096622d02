import type { Endpoint, Permission } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '#core/errors.ts';
import { identifyByPassword, identifyByToken } from '#core/users/identify.ts';
import type { Viewer } from '#core/viewer.ts';
import { tokenOfCookie } from './session-cookie.ts';

/** What API keys look like (section 5). */
const KEY_START = 'svc_';
const KEY = /^svc_[a-z0-9]{8}_[A-Za-z0-9]{32,}$/;

function identifyByKey(key: string): Viewer {
  if (!KEY.test(key)) throw new AppError('Unauthorized', 'Invalid API key format');
  throw new AppError('Unauthorized', 'Unknown API key');
}

async function identifyByBasic(ctx: Context, encoded: string): Promise<Viewer> {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // RFC 7617 allows no control characters, and the database has no place for a null.
  if (colon === -1 || text.includes('\0'))
    throw new AppError('Unauthorized', 'Expected "user:password" in Base64 after "Basic"');
  const password = text.slice(colon + 1);
  if (password.startsWith(KEY_START)) return identifyByKey(password);
  return identifyByPassword(ctx, text.slice(0, colon), password);
}

/** Whether a request that could change something was made by a page of this server (decision A6). */
function isSameOrigin(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  return origin !== undefined && origin === `${request.protocol}://${request.host}`;
}

function tokenFromCookie(request: FastifyRequest): string | undefined {
  const token = tokenOfCookie(request.headers.cookie);
  if (token === undefined) return undefined;
  return request.method === 'GET' || request.method === 'HEAD' || isSameOrigin(request) ? token : undefined;
}

/**
 * Finds out who asks, from the first credential of: Authorization (Bearer token or key, Basic), X-API-Key, session cookie.
 * A credential that is refused ends the search.
 * @throws {AppError} `Unauthorized`, for Basic also `rate_limit_exceeded`
 */
export async function authenticate(ctx: Context, request: FastifyRequest): Promise<Viewer> {
  const [, scheme, credential = ''] = /^(\S+)\s+(\S+)\s*$/.exec(request.headers.authorization ?? '') ?? [];
  switch (scheme?.toLowerCase()) {
    case 'bearer':
      return credential.startsWith(KEY_START) ? identifyByKey(credential) : identifyByToken(ctx, credential);
    case 'basic':
      return identifyByBasic(ctx, credential);
    default:
  }
  const key = request.headers['x-api-key'];
  if (typeof key === 'string') return identifyByKey(key);
  const token = tokenFromCookie(request);
  if (token !== undefined) return identifyByToken(ctx, token);
  throw new AppError('Unauthorized', 'Sign in first');
}

/** Who the credential of an earlier request stands for by now; undefined when it would be refused. */
export async function identifyAgain(
  ctx: Context,
  request: FastifyRequest,
  asked: Endpoint['permission'],
): Promise<Viewer | undefined> {
  try {
    const viewer = await authenticate(ctx, request);
    requirePermission(viewer, asked);
    return viewer;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Checks what an endpoint asks for: any one of its permissions.
 * @throws {AppError} `Forbidden`, naming the permission
 */
export function requirePermission(viewer: Viewer, asked: Endpoint['permission']): void {
  if (asked === 'public' || asked === 'user') return;
  const permissions: readonly Permission[] = asked;
  if (permissions.some((permission) => viewer.permissions.has(permission))) return;
  throw new AppError('Forbidden', `This needs the permission ${permissions.join(' or ')}`);
}
