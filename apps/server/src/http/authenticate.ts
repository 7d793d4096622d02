import type { Endpoint, Permission } from '@lectern/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '#core/errors.ts';
import { identifyByKey } from '#core/keys/identify-by-key.ts';
import { KEY_START, parseKey } from '#core/keys/key-text.ts';
import { identifyByPassword, identifyByToken } from '#core/users/identify.ts';
import type { Viewer } from '#core/viewer.ts';
import { cookiesOf } from './same-origin.ts';
import { tokenOfCookie } from './session-cookie.ts';

/** The name that reader apps send with a key for a password (section 5). */
const KEY_LOGIN = 'api';

async function identifyByBearer(ctx: Context, credential: string): Promise<Viewer> {
  return credential.startsWith(KEY_START) ? identifyByKey(ctx, credential) : identifyByToken(ctx, credential);
}

async function identifyByBasic(ctx: Context, encoded: string, onCheck?: () => void): Promise<Viewer> {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // RFC 7617 allows no control characters, and the database has no place for a null.
  if (colon === -1 || text.includes('\0'))
    throw new AppError('Unauthorized', 'Expected "user:password" in Base64 after "Basic"');
  const login = text.slice(0, colon);
  const password = text.slice(colon + 1);
  // A password may begin like a key; whoever says `api` means one.
  const isKey = parseKey(password) !== undefined || (login === KEY_LOGIN && password.startsWith(KEY_START));
  return isKey ? identifyByKey(ctx, password) : identifyByPassword(ctx, { login, password }, onCheck);
}

/** Scheme, in lower case, and what follows it. */
function partsOf(authorization: string): readonly [scheme: string, credential: string] {
  const text = authorization.trim();
  const space = text.indexOf(' ');
  return space === -1 ? [text.toLowerCase(), ''] : [text.slice(0, space).toLowerCase(), text.slice(space + 1).trim()];
}

async function identify(ctx: Context, request: FastifyRequest, onCheck?: () => void): Promise<Viewer> {
  const { authorization, 'x-api-key': key } = request.headers;
  if (authorization !== undefined) {
    const [scheme, credential] = partsOf(authorization);
    if (scheme === 'bearer') return identifyByBearer(ctx, credential);
    if (scheme === 'basic') return identifyByBasic(ctx, credential, onCheck);
  }
  if (typeof key === 'string') return identifyByKey(ctx, key);
  const token = tokenOfCookie(cookiesOf(request));
  if (token !== undefined) return identifyByToken(ctx, token);
  throw new AppError('Unauthorized', 'Sign in first');
}

/**
 * Finds out who asks, from the first credential of: Authorization (Bearer token or key, Basic), X-API-Key, session cookie.
 * Other schemes of Authorization are passed over. A credential that is refused ends the search.
 * @param onCheck called before a password is checked that is not remembered; may throw
 * @throws {AppError} `Unauthorized`, for Basic also `rate_limit_exceeded`
 */
export async function authenticate(ctx: Context, request: FastifyRequest, onCheck?: () => void): Promise<Viewer> {
  const viewer = await identify(ctx, request, onCheck);
  ctx.uses.note(viewer, request.headers['user-agent']?.slice(0, 512) ?? null);
  return viewer;
}

/** Who the credential of an earlier request stands for by now; undefined when it would be refused. */
export async function identifyAgain(
  ctx: Context,
  request: FastifyRequest,
  asked: Endpoint['permission'],
): Promise<Viewer | undefined> {
  try {
    const viewer = await identify(ctx, request);
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

/** Addresses of reader apps, which know nothing but names and passwords. */
const BASIC_PATHS = /^\/(api\/v1\/)?(opds|koreader)(\/|[?]|$)/;

/**
 * How to sign in at an address, for `WWW-Authenticate` (decision W5). Elsewhere no browser shall open a dialog over the web
 * app.
 * @param url path with or without query
 */
export function challengeOf(url: string): string {
  return BASIC_PATHS.test(url) ? 'Basic realm="Lectern"' : 'Bearer';
}
