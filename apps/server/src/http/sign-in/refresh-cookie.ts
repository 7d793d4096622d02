import type { LoginResponse } from '@lectern/contract';

const NAME = 'lectern_refresh';
/** Only what deals with sessions gets to see it. */
const PATH = '/api/v1/auth';
const DAY_SECONDS = 86_400;

interface CookieConfig {
  readonly auth: { readonly cookieSecure: boolean; readonly refreshDays: number };
}

interface CookieClient {
  readonly secure: boolean;
}

function cookieLine(config: CookieConfig, client: CookieClient, value: string, maxAge: number): string {
  const isSecure = config.auth.cookieSecure || client.secure;
  const attributes = [`Path=${PATH}`, `Max-Age=${String(maxAge)}`, 'HttpOnly', 'SameSite=Strict'];
  return [`${NAME}=${value}`, ...attributes, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/** The Set-Cookie line of the token that renews a session; undefined where sessions are not renewed. */
export function refreshCookie(
  config: CookieConfig,
  client: CookieClient,
  { refresh_token: token }: Pick<LoginResponse, 'refresh_token'>,
): string | undefined {
  if (token === undefined) return undefined;
  return cookieLine(config, client, token, config.auth.refreshDays * DAY_SECONDS);
}

/** The Set-Cookie line that removes it. */
export function endedRefreshCookie(config: CookieConfig, client: CookieClient): string {
  return cookieLine(config, client, '', 0);
}

/** The refresh token of a Cookie header, if there is one. */
export function refreshTokenOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const token = pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return token === undefined || token === '' ? undefined : token;
}
