import type { LoginResponse } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { AppError } from '#core/errors.ts';
import { clientSessionMs, openSessionOf, prolongClientSession, sessionOfClient } from '#core/people/client-session.ts';
import { identifyByToken } from '#core/people/identify.ts';
import { renewSession, type SignInClient } from '#core/people/sign-in.ts';
import type { Viewer } from '#core/viewer.ts';
import { identifyByHeaders, noteUse } from '../people/authenticate.ts';
import { cookiesOfApp } from '../people/foreign-pages.ts';
import { prefixOf } from './mount.ts';

/** The names that apps look for. */
const SESSION_COOKIE = 'KOMGA-SESSION';
const REMEMBER_COOKIE = 'komga-remember-me';

/** The value of a cookie that counts; undefined without one. */
function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (cookiesOfApp(request) ?? '').split(';');
  const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
}

/**
 * A Set-Cookie line for the addresses of this API alone.
 * @param maxAge seconds; 0 removes it
 */
function cookieLine(
  { config }: Pick<Context, 'config'>,
  request: FastifyRequest,
  name: string,
  { value, maxAge }: { readonly value: string; readonly maxAge: number },
): string {
  const isSecure = config.auth.cookieSecure || request.protocol === 'https';
  const path = prefixOf(request.raw) ?? '/';
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  return [`${name}=${value}`, ...attributes].join('; ');
}

/** The header that a session goes in, for apps that keep no cookies; asked for by sending it, even empty. */
const TOKEN_HEADER = 'x-auth-token';

const DAY_MS = 86_400_000;

interface Exchange {
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function clientOf({ ip, headers }: FastifyRequest): SignInClient {
  return { ip, userAgent: headers['user-agent']?.slice(0, 512) ?? null };
}

/** Gives the app a session: as a cookie, and in the header where it asks for one. */
export function giveSession({ ctx, request, reply }: Exchange, token: string): void {
  const maxAge = Math.floor(clientSessionMs(ctx.access) / 1000);
  void reply.header('set-cookie', cookieLine(ctx, request, SESSION_COOKIE, { value: token, maxAge }));
  if (request.headers[TOKEN_HEADER] !== undefined) void reply.header(TOKEN_HEADER, token);
}

/** How long who asks to be remembered stays signed in, in milliseconds; not at all where the server renews no sign-in. */
function rememberMs({ access, settings }: Context): number {
  return access.refreshMs === 0 ? 0 : settings.get('compat_api.remember_days') * DAY_MS;
}

/** What the session goes on with when it is over, where the server lets sessions go on. */
function giveRemembrance({ ctx, request, reply }: Exchange, signedIn: LoginResponse): void {
  const { refresh_token: value } = signedIn;
  if (value === undefined) return;
  const maxAge = Math.floor(rememberMs(ctx) / 1000);
  void reply.header('set-cookie', cookieLine(ctx, request, REMEMBER_COOKIE, { value, maxAge }));
}

/** Takes both cookies away. */
export function endSession({ ctx, request, reply }: Exchange): void {
  for (const name of [SESSION_COOKIE, REMEMBER_COOKIE]) {
    void reply.header('set-cookie', cookieLine(ctx, request, name, { value: '', maxAge: 0 }));
  }
}

/** The viewer of a session; undefined when it is over. */
async function viewerOfToken(ctx: Context, token: string | undefined): Promise<Viewer | undefined> {
  if (token === undefined) return undefined;
  try {
    return await identifyByToken(ctx, token);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'Unauthorized') return undefined;
    throw error;
  }
}

/** Whether the session cookie belongs to the same user as the other credential, so that no new session is needed. */
async function hasSession({ ctx, request }: Exchange, viewer: Viewer): Promise<boolean> {
  const kept = await viewerOfToken(ctx, cookieOf(request, SESSION_COOKIE));
  return kept?.userId === viewer.userId && kept.apiKey?.id === viewer.apiKey?.id;
}

function wantsRemembrance({ query }: FastifyRequest): boolean {
  return (query as Readonly<Record<string, unknown>>)['remember-me'] === 'true';
}

/** Opens a session for a client that sent a password or key, for its later requests without one. */
async function openSession(exchange: Exchange, viewer: Viewer): Promise<void> {
  const { ctx, request } = exchange;
  if (viewer.sessionId !== null) return;
  if (wantsRemembrance(request)) {
    const signedIn = await openSessionOf(ctx, viewer, { ...clientOf(request), renewMs: rememberMs(ctx) });
    giveSession(exchange, signedIn.access_token);
    giveRemembrance(exchange, signedIn);
    return;
  }
  if (request.headers[TOKEN_HEADER] === undefined && (await hasSession(exchange, viewer))) return;
  giveSession(exchange, await sessionOfClient(ctx, viewer, clientOf(request)));
}

/** The session that a request names: in the header, else in a cookie. */
function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers[TOKEN_HEADER];
  return typeof header === 'string' && header !== '' ? header : cookieOf(request, SESSION_COOKIE);
}

/** The viewer of a session, which goes on where it may: in the header, then in a cookie. */
async function viewerOfSession(exchange: Exchange): Promise<Viewer> {
  const { ctx, request } = exchange;
  const token = tokenOf(request);
  const viewer = await viewerOfToken(ctx, token);
  if (viewer !== undefined && token !== undefined) {
    const next = await prolongClientSession(ctx, viewer, token);
    if (next !== undefined) giveSession(exchange, next);
    return viewer;
  }
  const remembrance = cookieOf(request, REMEMBER_COOKIE);
  if (remembrance === undefined) throw new AppError('Unauthorized', 'Sign in first');
  const renewed = await renewSession(ctx, remembrance, clientOf(request), rememberMs(ctx));
  giveSession(exchange, renewed.access_token);
  giveRemembrance(exchange, renewed);
  return identifyByToken(ctx, renewed.access_token);
}

/** Who the credential of an earlier request stands for by now; undefined when it would be refused. */
export async function identifyAppAgain(ctx: Context, request: FastifyRequest): Promise<Viewer | undefined> {
  try {
    return (await identifyByHeaders(ctx, request)) ?? (await viewerOfToken(ctx, tokenOf(request)));
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Finds out who asks, from the first of: what the main API knows (a key, a name and password, a token), X-Auth-Token, the
 * cookies. Whoever comes with the former is given a session of the server's own, since apps use others of their parts
 * without it. A header that is refused ends the search; cookies beside it do not count.
 * @param onCheck called before a password is checked that is not remembered; may throw
 * @throws {AppError} `Unauthorized` or `rate_limit_exceeded`
 */
export async function authenticateApp(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  onCheck: () => void,
): Promise<Viewer> {
  const exchange = { ctx, request, reply };
  const shown = await identifyByHeaders(ctx, request, onCheck);
  if (shown !== undefined) await openSession(exchange, shown);
  const viewer = shown ?? (await viewerOfSession(exchange));
  noteUse(ctx, request, viewer);
  return viewer;
}
