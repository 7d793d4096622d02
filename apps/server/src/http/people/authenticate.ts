import type { Socket } from 'node:net';
import type { Endpoint, Permission } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { identifyByCoverPass } from '#core/people/cover-pass.ts';
import { identifyGuest } from '#core/people/guests.ts';
import { identifyByKey, identifyByKoreader, isKoreaderPassword } from '#core/people/identify-by-key.ts';
import { KEY_START, parseKey } from '#core/people/key-text.ts';
import { identifyByPassword, identifyByToken, type PasswordCaller } from '#core/people/identify.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { readCookies, refuseForeignPage } from './foreign-pages.ts';
import { getPathPrefix } from '../reach/path-prefix.ts';
import { readGuestCookie, readSessionToken } from './cookies.ts';

/** The user name that reader apps send with a key as the password. */
const KEY_LOGIN = 'api';

function noteRefusedKey(ctx: Context, ip: string, error: unknown): void {
  if (!(error instanceof AppError) || error.kind !== 'Unauthorized') return;
  ctx.access.refused({ ip, reason: 'API key', username: undefined });
}

async function identifyByShownKey(ctx: Context, key: string, ip: string): Promise<Viewer> {
  try {
    return await identifyByKey(ctx, key);
  } catch (error) {
    noteRefusedKey(ctx, ip, error);
    throw error;
  }
}

async function identifyByBearer(ctx: Context, credential: string, ip: string): Promise<Viewer> {
  return credential.startsWith(KEY_START) ? identifyByShownKey(ctx, credential, ip) : identifyByToken(ctx, credential);
}

async function identifyByBasic(ctx: Context, encoded: string, caller: PasswordCaller): Promise<Viewer> {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  // RFC 7617 allows no control characters, and the database stores no null character.
  if (colon === -1 || text.includes('\0'))
    throw new AppError('Unauthorized', say('Expected "user:password" in Base64 after "Basic"'));
  const login = text.slice(0, colon);
  const password = text.slice(colon + 1);
  // A password may begin like a key. With the user name `api` it is a key.
  const isKey = parseKey(password) !== undefined || (login === KEY_LOGIN && password.startsWith(KEY_START));
  return isKey ? identifyByShownKey(ctx, password, caller.ip) : identifyByPassword(ctx, { login, password }, caller);
}

/** Scheme in lower case, and credential. */
function splitAuthorization(authorization: string): readonly [scheme: string, credential: string] {
  const text = authorization.trim();
  const space = text.indexOf(' ');
  return space === -1 ? [text.toLowerCase(), ''] : [text.slice(0, space).toLowerCase(), text.slice(space + 1).trim()];
}

/** The viewer of KOReader's two headers; undefined without them, or when Basic may still be right. */
async function identifyByKoreaderHeaders(
  ctx: Context,
  { headers, ip }: FastifyRequest,
  onCheck?: () => void,
): Promise<Viewer | undefined> {
  const { 'x-auth-user': user, 'x-auth-key': key } = headers;
  if (typeof user !== 'string' || typeof key !== 'string') return undefined;
  try {
    return await identifyByKoreader(ctx, { user, key }, { ip, onCheck });
  } catch (error) {
    // Some apps send both with the same password: its digest never matches, but Basic does.
    const hasOther = headers.authorization !== undefined && error instanceof AppError && error.kind === 'Unauthorized';
    if (hasOther) return undefined;
    if (!isKoreaderPassword({ user, key })) noteRefusedKey(ctx, ip, error);
    throw error;
  }
}

/**
 * The viewer of the first credential in the headers of all dialects: Authorization (Bearer token or key, Basic), X-API-Key.
 * @param onCheck called before a password is checked that is not cached; may throw
 * @returns undefined without a credential
 * @throws {AppError} `Unauthorized`, for Basic also `rate_limit_exceeded`
 */
export async function identifyByHeaders(
  ctx: Context,
  request: FastifyRequest,
  onCheck?: () => void,
): Promise<Viewer | undefined> {
  const { ip } = request;
  const { authorization, 'x-api-key': key } = request.headers;
  if (authorization !== undefined) {
    const [scheme, credential] = splitAuthorization(authorization);
    if (scheme === 'bearer') return identifyByBearer(ctx, credential, ip);
    if (scheme === 'basic') {
      refuseForeignPage(request);
      return identifyByBasic(ctx, credential, { ip, onCheck });
    }
  }
  return typeof key === 'string' ? identifyByShownKey(ctx, key, ip) : undefined;
}

const PassQuery = z.object({ pass: z.string().regex(/^[\w.-]{1,200}$/) });
const PassParams = z.object({ id: z.guid() });

/** The viewer of the pass in a cover's address, for apps that fetch covers without credentials. */
async function identifyByPass(ctx: Context, request: FastifyRequest): Promise<Viewer | undefined> {
  const { coverOf: of } = request.routeOptions.config;
  const query = PassQuery.safeParse(request.query);
  const params = PassParams.safeParse(request.params);
  if (of === undefined || !query.success || !params.success) return undefined;
  return identifyByCoverPass(ctx, { of, id: params.data.id }, query.data.pass);
}

/** The session token in the cookies that count. */
function sessionToken(request: FastifyRequest): string | undefined {
  return readSessionToken({ cookies: readCookies(request), prefix: getPathPrefix(request) });
}

/** The viewer of a visitor without an account. */
async function identifyVisitor(ctx: Context, request: FastifyRequest): Promise<Viewer | undefined> {
  const cookie = readGuestCookie({ cookies: readCookies(request), prefix: getPathPrefix(request) });
  return cookie === undefined ? undefined : identifyGuest(ctx, cookie);
}

async function identify(ctx: Context, request: FastifyRequest, onCheck?: () => void): Promise<Viewer> {
  const viewer = await identifyByHeaders(ctx, request, onCheck);
  if (viewer !== undefined) return viewer;
  const token = sessionToken(request);
  if (token !== undefined) return identifyByToken(ctx, token);
  const byPass = await identifyByPass(ctx, request);
  if (byPass !== undefined) return byPass;
  const guest = await identifyVisitor(ctx, request);
  if (guest !== undefined) return guest;
  throw new AppError('Unauthorized', say('Sign in first'));
}

/** Records the use of a key or device, which that of an admin is not. */
export function noteUse(ctx: Context, request: FastifyRequest, viewer: Viewer): void {
  if (viewer.viewedBy !== undefined || viewer.isGuest === true) return;
  ctx.uses.note(viewer, request.headers['user-agent']?.slice(0, 512) ?? null);
}

/**
 * Identifies the viewer by the first credential of: Authorization (Bearer token or key, Basic), X-API-Key, session cookie, pass in
 * the address of a cover. Other schemes of Authorization are ignored. A refused credential ends the search.
 * @param onCheck called before a password is checked that is not cached; may throw
 * @throws {AppError} `Unauthorized`, for Basic also `rate_limit_exceeded`
 */
export async function authenticate(ctx: Context, request: FastifyRequest, onCheck?: () => void): Promise<Viewer> {
  const viewer = await identify(ctx, request, onCheck);
  noteUse(ctx, request, viewer);
  return viewer;
}

/**
 * Identifies the viewer of KOReader's sync, whose own two headers come first.
 * @throws {AppError} `Unauthorized`, for a password also `rate_limit_exceeded`
 */
export async function authenticateKoreader(
  ctx: Context,
  request: FastifyRequest,
  _reply: FastifyReply,
  onCheck: () => void,
): Promise<Viewer> {
  const viewer = (await identifyByKoreaderHeaders(ctx, request, onCheck)) ?? (await identify(ctx, request, onCheck));
  noteUse(ctx, request, viewer);
  return viewer;
}

const BEARER = 'Bearer ';

interface LastToken {
  readonly authorization: string;
  readonly token: string;
}

const lastTokens = new WeakMap<Socket, LastToken>();

/** The Bearer token of a request. A client repeats its header, so the last token of a connection is kept. */
function bearerToken({ raw: { socket } }: FastifyRequest, authorization: string): string | undefined {
  const last = lastTokens.get(socket);
  if (last?.authorization === authorization) return last.token;
  if (!authorization.startsWith(BEARER)) return undefined;
  const token = authorization.slice(BEARER.length);
  lastTokens.set(socket, { authorization, token });
  return token;
}

/** The session token of a request without other credentials. */
function plainToken(request: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': key, 'x-auth-user': user } = request.headers;
  if (user !== undefined) return undefined;
  if (authorization !== undefined) return bearerToken(request, authorization);
  return key === undefined ? sessionToken(request) : undefined;
}

/** The viewer of a cached session; undefined decides nothing. */
export function recallViewer(ctx: Context, request: FastifyRequest): Viewer | undefined {
  const token = plainToken(request);
  const viewer = token === undefined ? undefined : ctx.access.sessions.recall(token);
  if (viewer !== undefined) noteUse(ctx, request, viewer);
  return viewer;
}

/** The present viewer of the credential of an earlier request; undefined when it would be refused. */
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

/** Methods that change nothing. */
const READING = new Set(['GET', 'HEAD']);

/**
 * Refuses changes by an admin who sees the app as another account does.
 * @throws {AppError} `Forbidden`
 */
export function requireOwnView({ viewedBy }: Viewer, method: string, { whileViewing }: Endpoint): void {
  if (viewedBy === undefined || READING.has(method) || whileViewing === true) return;
  throw new AppError('Forbidden', say('You see the app as another account does, and cannot change anything'));
}

/**
 * Refuses child profiles what changes an account: all that needs no permission but an account. New endpoints are refused, too.
 * What reaches other people is refused as well (`inProfile: false`).
 * @throws {AppError} `Forbidden`
 */
export function requireGrownUp(
  { profileOf }: Viewer,
  method: string,
  { permission, inProfile = permission !== 'user' }: Pick<Endpoint, 'permission' | 'inProfile'>,
): void {
  if (profileOf === undefined || READING.has(method) || inProfile) return;
  throw new AppError('Forbidden', say('A child profile cannot do this'));
}

/**
 * Requires any one of the permissions of an endpoint.
 * @throws {AppError} `Forbidden`, naming the permission
 */
export function requirePermission(viewer: Viewer, asked: Endpoint['permission']): void {
  if (asked === 'public' || asked === 'user') return;
  const permissions: readonly Permission[] = asked;
  if (permissions.some((permission) => viewer.permissions.has(permission))) return;
  throw new AppError(
    'Forbidden',
    permissions.length === 1
      ? say('This needs the permission {permission}', { permission: permissions.join(', ') })
      : say('This needs one of these permissions: {permissions}', { permissions: permissions.join(', ') }),
  );
}

/** Whether a script in a browser asks. `WWW-Authenticate: Basic` would open a dialog over its page. */
export function isOfScript({ headers }: FastifyRequest): boolean {
  return headers['x-requested-with']?.toString().toLowerCase() === 'xmlhttprequest';
}

/**
 * The challenge for `WWW-Authenticate`: Basic for reader apps, which know nothing else. On other routes Basic would open a
 * dialog over the web app.
 */
export function getChallenge({ routeOptions }: FastifyRequest): string {
  return routeOptions.config.isForApps === true ? 'Basic realm="Lectern"' : 'Bearer';
}
