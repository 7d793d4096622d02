import type { LoginResponse, Registered } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import { DEVICE_MS, makeDevice } from '#core/people/failure-budgets.ts';
import { ATTEMPT_MS } from '#core/people/providers/attempt.ts';
import type { RememberedText } from '#core/people/remembered-browsers.ts';
import { endReplacedSession } from '#core/people/sessions.ts';

interface CookieShape {
  readonly name: string;
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
}

const SESSION: CookieShape = { name: 'lectern_session', path: '/', sameSite: 'Lax' };
/** Only the endpoints of sessions get it. */
const REFRESH: CookieShape = { name: 'lectern_refresh', path: '/api/v1/auth', sameSite: 'Strict' };
/** Only the endpoints of sessions get it. `Lax`, because browsers send no `Strict` cookie when a provider leads back here. */
const DEVICE: CookieShape = { name: 'lectern_device', path: '/api/v1/auth', sameSite: 'Lax' };

/** As `DEVICE`. */
const REMEMBERED: CookieShape = { name: 'lectern_remembered', path: '/api/v1/auth', sameSite: 'Lax' };

/** Only the endpoints of one opened link get it. */
const SHARE = { name: 'lectern_share', sameSite: 'Lax' } as const;

/** A visitor without an account. */
const GUEST: CookieShape = { name: 'lectern_guest', path: '/', sameSite: 'Lax' };

/** Only the end of a sign-in elsewhere gets it, to which a page of the provider leads. */
const ATTEMPT: CookieShape = { name: 'lectern_sign_in', path: '/api/v1/auth/oidc', sameSite: 'Lax' };

const DAY_SECONDS = 86_400;

interface Config {
  readonly auth: Pick<Context['config']['auth'], 'cookieSecure' | 'refreshDays'>;
}

interface Client {
  /** Whether the request came over https. */
  readonly secure: boolean;
  /** Path below which the client reaches the server: `/lectern`, or empty. */
  readonly prefix: string;
}

interface Answering {
  readonly header: (name: string, value: string) => void;
}

/**
 * The full name of a cookie. Over https it has a prefix, which browsers accept from this very host only (RFC 6265bis, section
 * 4.1.3): neither an http page nor a neighbour in the same domain can replace the cookie. Below a path browsers allow only the
 * weaker prefix.
 */
function toCookieName({ name, path }: CookieShape, isSecure: boolean, prefix: string): string {
  if (!isSecure) return name;
  return path === '/' && prefix === '' ? `__Host-${name}` : `__Secure-${name}`;
}

interface CookieWay {
  readonly config: Config;
  readonly client: Client;
  readonly reply: Answering;
}

/** Adds a Set-Cookie header. @param maxAge seconds; 0 removes the cookie */
function setCookie({ config, client, reply }: CookieWay, shape: CookieShape, value: string, maxAge: number): void {
  const isSecure = config.auth.cookieSecure || client.secure;
  // Below a path the cookie goes to no other program on the same name.
  const path = shape.path === '/' && client.prefix !== '' ? client.prefix : `${client.prefix}${shape.path}`;
  const attributes = [`Path=${path}`, `Max-Age=${String(maxAge)}`, 'HttpOnly', `SameSite=${shape.sameSite}`];
  const line = [
    `${toCookieName(shape, isSecure, client.prefix)}=${value}`,
    ...attributes,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');
  reply.header('set-cookie', line);
}

/** The value of a cookie in a Cookie header; undefined when it is missing or empty. */
export function findCookie(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
}

interface SentCookies {
  /** The whole header. */
  readonly cookies: string | undefined;
  /** Path below which the client reaches the server: `/lectern`, or empty. */
  readonly prefix: string;
}

/** The value of a cookie. One with a prefix comes first: browsers may still have an older one without. */
function readCookie(shape: CookieShape, { cookies: header, prefix }: SentCookies): string | undefined {
  if (header === undefined) return undefined;
  return findCookie(header, toCookieName(shape, true, prefix)) ?? findCookie(header, shape.name);
}

/** The session token of a Cookie header. */
export function readSessionToken(sent: SentCookies): string | undefined {
  return readCookie(SESSION, sent);
}

/** The refresh token of a Cookie header. */
export function readRefreshToken(sent: SentCookies): string | undefined {
  return readCookie(REFRESH, sent);
}

/** The text that recognises a browser, see `makeDevice`. */
export function readDeviceCookie(sent: SentCookies): string | undefined {
  return readCookie(DEVICE, sent);
}

/** The cookie of a visitor without an account. */
export function readGuestCookie(sent: SentCookies): string | undefined {
  return readCookie(GUEST, sent);
}

/** Lets a visitor read without an account. */
export function setGuestCookie(
  way: CookieWay,
  { cookie, seconds }: { readonly cookie: string; readonly seconds: number },
): void {
  setCookie(way, GUEST, cookie, seconds);
}

/** Removes the cookie of a visitor: an account whose session ends must not go on as a guest. */
export function endGuestCookie(config: Config, client: Client & SentCookies, reply: Answering): void {
  if (readGuestCookie(client) !== undefined) setCookie({ config, client, reply }, GUEST, '', 0);
}

/** The cookie of an opened link. Browsers send the one of the asked link only, because each has its own path. */
export function readShareCookie(sent: SentCookies): string | undefined {
  return readCookie({ ...SHARE, path: '/api/v1/shared' }, sent);
}

/** Lets a browser read what an opened link shares. */
export function setShareCookie(
  way: CookieWay,
  { id, cookie, seconds }: { readonly id: string; readonly cookie: string; readonly seconds: number },
): void {
  setCookie(way, { ...SHARE, path: `/api/v1/shared/${id}` }, cookie, seconds);
}

/** Lets the server recognise a browser after a sign-in. The cookie stays when the session ends. */
function setDeviceCookie(
  { access, config }: Pick<Context, 'access' | 'config'>,
  client: Client,
  reply: Answering,
  userId: string,
): void {
  setCookie({ config, client, reply }, DEVICE, makeDevice(access, userId), DEVICE_MS / 1000);
}

/** The text of a remembered browser, see `rememberBrowser`. */
export function readRememberedCookie(sent: SentCookies): string | undefined {
  return readCookie(REMEMBERED, sent);
}

/** Lets the password be enough in this browser. The cookie stays when the session ends. */
export function setRememberedCookie(
  config: Config,
  client: Client,
  reply: Answering,
  { text, maxAgeSeconds }: RememberedText,
): void {
  setCookie({ config, client, reply }, REMEMBERED, text, maxAgeSeconds);
}

/** Sets the cookies of an opened or renewed session. */
export function setCookies(config: Config, client: Client, reply: Answering, signedIn: LoginResponse): void {
  const { access_token: token, expires_in: maxAge, refresh_token: refreshToken } = signedIn;
  const way = { config, client, reply };
  setCookie(way, SESSION, token, maxAge);
  if (refreshToken !== undefined) setCookie(way, REFRESH, refreshToken, config.auth.refreshDays * DAY_SECONDS);
}

/** Sets the cookies of a sign-in, with which a visitor is no guest any more. */
export function setSignedInCookies(
  ctx: Pick<Context, 'access' | 'config'>,
  client: Client & SentCookies,
  reply: Answering,
  signedIn: LoginResponse,
): void {
  setCookies(ctx.config, client, reply, signedIn);
  // The browser is known to the owner of the session, also while a child profile is open in it.
  const owner = ctx.access.tokens.verify(signedIn.access_token)?.userId ?? signedIn.user.id;
  setDeviceCookie(ctx, client, reply, owner);
  endGuestCookie(ctx.config, client, reply);
}

/** Gives a browser the session of a sign-in, in place of the one that it had. */
export async function replaceSession(
  ctx: Pick<Context, 'access' | 'config' | 'db'>,
  client: Client & SentCookies,
  reply: Answering,
  signedIn: LoginResponse,
): Promise<void> {
  await endReplacedSession(ctx, { session: readSessionToken(client), refresh: readRefreshToken(client) });
  setSignedInCookies(ctx, client, reply, signedIn);
}

/** Gives a browser the session of a new account, unless its address must be confirmed first. It is no guest any more. */
export async function setJoinedCookies(
  ctx: Pick<Context, 'access' | 'config' | 'db'>,
  client: Client & SentCookies,
  reply: Answering,
  registered: Registered,
): Promise<void> {
  const { access_token, token_type, expires_in, user } = registered;
  if (access_token === null || token_type === null || expires_in === null || user === null) {
    endGuestCookie(ctx.config, client, reply);
    return;
  }
  await replaceSession(ctx, client, reply, { ...registered, access_token, token_type, expires_in, user });
}

/** Removes the cookies of a session. */
export function endCookies(config: Config, client: Client, reply: Answering): void {
  const way = { config, client, reply };
  setCookie(way, SESSION, '', 0);
  setCookie(way, REFRESH, '', 0);
}

/** The sealed start of a sign-in elsewhere. */
export function readAttemptCookie(sent: SentCookies): string | undefined {
  return readCookie(ATTEMPT, sent);
}

/** Binds a sign-in elsewhere to this browser. @param sealed empty removes the cookie */
export function setAttemptCookie(config: Config, client: Client, reply: Answering, sealed: string): void {
  setCookie({ config, client, reply }, ATTEMPT, sealed, sealed === '' ? 0 : ATTEMPT_MS / 1000);
}
