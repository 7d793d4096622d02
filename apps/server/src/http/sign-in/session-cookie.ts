import type { LoginResponse } from '@lectern/contract';

const NAME = 'lectern_session';

interface CookieConfig {
  readonly auth: { readonly cookieSecure: boolean };
}

interface CookieClient {
  readonly secure: boolean;
}

function cookieLine(value: string, maxAge: number, secure: boolean): string {
  const attributes = ['Path=/', `Max-Age=${String(maxAge)}`, 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])];
  return [`${NAME}=${value}`, ...attributes].join('; ');
}

/** The Set-Cookie line of a session that was just opened (decision A6). */
export function sessionCookie(config: CookieConfig, client: CookieClient, signedIn: LoginResponse): string {
  return cookieLine(signedIn.access_token, signedIn.expires_in, config.auth.cookieSecure || client.secure);
}

/** The Set-Cookie line that removes it. */
export function endedSessionCookie(config: CookieConfig, client: CookieClient): string {
  return cookieLine('', 0, config.auth.cookieSecure || client.secure);
}

/** The session token of a Cookie header, if there is one. */
export function tokenOfCookie(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const token = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return token === undefined || token === '' ? undefined : token;
}
