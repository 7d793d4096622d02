import type { FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { cookiesOfApp } from '../sign-in/foreign-pages.ts';
import { prefixOf } from './mount.ts';

/** The names that apps look for. */
export const SESSION_COOKIE = 'KOMGA-SESSION';
export const REMEMBER_COOKIE = 'komga-remember-me';

/** The value of a cookie that counts; undefined without one. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const pairs = (cookiesOfApp(request) ?? '').split(';');
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
