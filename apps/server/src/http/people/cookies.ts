import type { LoginResponse } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { DEVICE_MS, makeDevice } from '#core/people/failure-budgets.ts';

/** Where a cookie goes, for how long, and which pages may bring it along. */
interface CookieShape {
  readonly name: string;
  /** A cookie for the whole server (`/`) is kept from other hosts by its name, too. */
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
}

/** Whether cookies go over https alone. */
interface CookieWay {
  readonly config: { readonly auth: Pick<Context['config']['auth'], 'cookieSecure'> };
  readonly client: { readonly secure: boolean };
}

/** Whether the way from the client to the server is https, so that a cookie need never go without it. */
function isSecureWay({ config, client }: CookieWay): boolean {
  return config.auth.cookieSecure || client.secure;
}

/**
 * The name of a cookie on its way. Over https it begins with a prefix that browsers take from this very host alone (RFC 6265bis,
 * section 4.1.3): neither a page by http nor a neighbour below the same domain can put another one in its place.
 */
function nameOf({ name, path }: CookieShape, isSecure: boolean): string {
  if (!isSecure) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/**
 * A Set-Cookie line.
 * @param maxAge seconds; 0 removes it
 */
function cookieLine(shape: CookieShape, way: CookieWay, value: string, maxAge: number): string {
  const isSecure = isSecureWay(way);
  const attributes = [`Path=${shape.path}`, `Max-Age=${String(maxAge)}`, 'HttpOnly', `SameSite=${shape.sameSite}`];
  return [`${nameOf(shape, isSecure)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** The value of a cookie in a Cookie header; undefined when it is missing or empty. */
export function findCookie(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
}

/**
 * The value of a cookie in a Cookie header. One with a prefix counts before one without, which browsers still have from before
 * there were prefixes.
 */
function readCookie(shape: CookieShape, header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return findCookie(header, nameOf(shape, true)) ?? findCookie(header, shape.name);
}

const SESSION: CookieShape = { name: 'lectern_session', path: '/', sameSite: 'Lax' };

/** The Set-Cookie line of a session that was just opened. */
function sessionCookie(way: CookieWay, signedIn: LoginResponse): string {
  return cookieLine(SESSION, way, signedIn.access_token, signedIn.expires_in);
}

/** The Set-Cookie line that removes it. */
function endedSessionCookie(way: CookieWay): string {
  return cookieLine(SESSION, way, '', 0);
}

/** The session token of a Cookie header, if there is one. */
export function tokenOfCookie(header: string | undefined): string | undefined {
  return readCookie(SESSION, header);
}

/** Only what deals with sessions gets to see it. */
const REFRESH: CookieShape = { name: 'lectern_refresh', path: '/api/v1/auth', sameSite: 'Strict' };
const DAY_SECONDS = 86_400;

interface RefreshWay extends CookieWay {
  readonly config: { readonly auth: Pick<Context['config']['auth'], 'cookieSecure' | 'refreshDays'> };
}

/** The Set-Cookie line of the token that renews a session; undefined where sessions are not renewed. */
function refreshCookie(
  way: RefreshWay,
  { refresh_token: token }: Pick<LoginResponse, 'refresh_token'>,
): string | undefined {
  return token === undefined ? undefined : cookieLine(REFRESH, way, token, way.config.auth.refreshDays * DAY_SECONDS);
}

/** The Set-Cookie line that removes it. */
function endedRefreshCookie(way: CookieWay): string {
  return cookieLine(REFRESH, way, '', 0);
}

/** The refresh token of a Cookie header, if there is one. */
export function refreshTokenOf(header: string | undefined): string | undefined {
  return readCookie(REFRESH, header);
}

/** Only what deals with sessions gets to see it. */
const DEVICE: CookieShape = { name: 'lectern_device', path: '/api/v1/auth', sameSite: 'Strict' };

interface Answering {
  readonly header: (name: string, value: string) => void;
}

/** Has a browser known again that a user was just signed in to. It stays when the session ends: that is what it is for. */
export function setDeviceCookie(
  { access, config }: Pick<Context, 'access' | 'config'>,
  client: { readonly secure: boolean },
  reply: Answering,
  userId: string,
): void {
  reply.header('set-cookie', cookieLine(DEVICE, { config, client }, makeDevice(access, userId), DEVICE_MS / 1000));
}

/** What a browser shows to be known again. */
export function deviceOf(header: string | undefined): string | undefined {
  return readCookie(DEVICE, header);
}

type Config = Parameters<typeof refreshCookie>[0]['config'];
type Client = Parameters<typeof refreshCookie>[0]['client'];

/** Gives a browser the cookies of a session that was opened or renewed. */
export function setCookies(config: Config, client: Client, reply: Answering, signedIn: LoginResponse): void {
  reply.header('set-cookie', sessionCookie({ config, client }, signedIn));
  const refresh = refreshCookie({ config, client }, signedIn);
  if (refresh !== undefined) reply.header('set-cookie', refresh);
}

/** Takes them away. */
export function endCookies(config: Config, client: Client, reply: Answering): void {
  reply.header('set-cookie', endedSessionCookie({ config, client }));
  reply.header('set-cookie', endedRefreshCookie({ config, client }));
}
