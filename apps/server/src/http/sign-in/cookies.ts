import type { Context } from '../../context.ts';

/** Where a cookie goes, for how long, and which pages may bring it along. */
export interface CookieShape {
  readonly name: string;
  /** A cookie for the whole server (`/`) is kept from other hosts by its name, too. */
  readonly path: string;
  readonly sameSite: 'Lax' | 'Strict';
}

/** Whether cookies go over https alone. */
export interface CookieWay {
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
export function cookieLine(shape: CookieShape, way: CookieWay, value: string, maxAge: number): string {
  const isSecure = isSecureWay(way);
  const attributes = [`Path=${shape.path}`, `Max-Age=${String(maxAge)}`, 'HttpOnly', `SameSite=${shape.sameSite}`];
  return [`${nameOf(shape, isSecure)}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** The value of a cookie by its whole name; undefined without one. */
function valueOf(header: string, name: string): string | undefined {
  const pairs = header.split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return value === undefined || value === '' ? undefined : value;
}

/**
 * The value of a cookie in a Cookie header. One with a prefix counts before one without, which browsers still have from before
 * there were prefixes.
 */
export function readCookie(shape: CookieShape, header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  return valueOf(header, nameOf(shape, true)) ?? valueOf(header, shape.name);
}
