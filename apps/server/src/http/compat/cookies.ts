import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { prefixOf } from './mount.ts';

/** The names that apps look for. */
export const SESSION_COOKIE = 'KOMGA-SESSION';
export const REMEMBER_COOKIE = 'komga-remember-me';

/** Whether a browser says that a page of another site asks. Apps say nothing of the kind. */
function isForeign({ headers, protocol, host }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return headers.origin !== undefined && headers.origin !== `${protocol}://${host}`;
}

/** Ways to end a session, by any method. */
const LOGOUT = /\/api\/logout\/?([?]|$)/;

/**
 * The cookies that count: for reading all, and for what may change something only those that no page of another site sends.
 * Apps have no origin, so that here, unlike in the main API, none is needed; browsers name theirs with every such request.
 */
function cookiesOf(request: FastifyRequest): string {
  const { method, headers, url } = request;
  const reads = (method === 'GET' || method === 'HEAD') && !LOGOUT.test(url);
  return reads || !isForeign(request) ? (headers.cookie ?? '') : '';
}

/** The value of a cookie that counts; undefined without one. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = cookiesOf(request).split(';');
  const pair = pairs.map((text) => text.trim()).find((text) => text.startsWith(`${name}=`));
  const value = pair?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
}

/**
 * A Set-Cookie line for the addresses of this API alone.
 * @param maxAge seconds; 0 removes it
 */
export function cookieLine(
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
