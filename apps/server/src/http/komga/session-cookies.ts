import type { LoginResponse } from '@lectern/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { clientSessionMs } from '#core/people/client-session.ts';
import { findCookie } from '../people/cookies.ts';
import { readAppCookies } from '../people/foreign-pages.ts';
import { getPathPrefix } from '../reach/path-prefix.ts';
import { findPrefix } from './mount.ts';

/** Names of the dialect. */
const SESSION_COOKIE = 'KOMGA-SESSION';
const REMEMBER_COOKIE = 'komga-remember-me';

/** Header for the session of apps that keep no cookies. An app asks for it by sending it, even empty. */
const TOKEN_HEADER = 'x-auth-token';

const DAY_MS = 86_400_000;

/** A request with its answer. */
export interface Exchange {
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function readCookie(request: FastifyRequest, name: string): string | undefined {
  return findCookie(readAppCookies(request) ?? '', name);
}

/** Adds a cookie for the addresses of this API. @param maxAge seconds; 0 removes it */
function setCookie({ ctx, request, reply }: Exchange, name: string, value: string, maxAge: number): void {
  const isSecure = ctx.config.auth.cookieSecure || request.protocol === 'https';
  const below = `${getPathPrefix(request)}${findPrefix(request.raw) ?? ''}`;
  const path = below === '' ? '/' : below;
  const attributes = [`Path=${path}`, `Max-Age=${maxAge}`, 'HttpOnly', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])];
  void reply.header('set-cookie', [`${name}=${value}`, ...attributes].join('; '));
}

/** Gives the app a session: as a cookie, and in the header where it asks for one. */
export function giveSession(exchange: Exchange, token: string): void {
  const { ctx, request, reply } = exchange;
  setCookie(exchange, SESSION_COOKIE, token, Math.floor(clientSessionMs(ctx.access) / 1000));
  if (request.headers[TOKEN_HEADER] !== undefined) void reply.header(TOKEN_HEADER, token);
}

/** How long a remembered user stays signed in, in milliseconds; 0 where the server renews no session. */
export function rememberMs({ access, settings }: Context): number {
  return access.refreshMs === 0 ? 0 : settings.get('compat_api.remember_days') * DAY_MS;
}

/** Gives the app the token that renews its session, where the server renews sessions. */
export function giveRemembrance(exchange: Exchange, { refresh_token: token }: LoginResponse): void {
  if (token === undefined) return;
  setCookie(exchange, REMEMBER_COOKIE, token, Math.floor(rememberMs(exchange.ctx) / 1000));
}

/** Removes both cookies. */
export function endSession(exchange: Exchange): void {
  for (const name of [SESSION_COOKIE, REMEMBER_COOKIE]) setCookie(exchange, name, '', 0);
}

/** The token in the session cookie. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, SESSION_COOKIE);
}

/** The token that renews a session. */
export function readRemembrance(request: FastifyRequest): string | undefined {
  return readCookie(request, REMEMBER_COOKIE);
}

/** Whether the app asks for its session in the header. */
export function asksForToken({ headers }: FastifyRequest): boolean {
  return headers[TOKEN_HEADER] !== undefined;
}

/** The session that a request names: in the header, else in a cookie. */
export function readToken(request: FastifyRequest): string | undefined {
  const header = request.headers[TOKEN_HEADER];
  return typeof header === 'string' && header !== '' ? header : readSessionCookie(request);
}
