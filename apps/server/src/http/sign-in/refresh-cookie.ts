import type { LoginResponse } from '@lectern/contract';
import type { Context } from '../../context.ts';
import { cookieLine, type CookieShape, type CookieWay, readCookie } from './cookies.ts';

/** Only what deals with sessions gets to see it. */
const REFRESH: CookieShape = { name: 'lectern_refresh', path: '/api/v1/auth', sameSite: 'Strict' };
const DAY_SECONDS = 86_400;

interface RefreshWay extends CookieWay {
  readonly config: { readonly auth: Pick<Context['config']['auth'], 'cookieSecure' | 'refreshDays'> };
}

/** The Set-Cookie line of the token that renews a session; undefined where sessions are not renewed. */
export function refreshCookie(
  way: RefreshWay,
  { refresh_token: token }: Pick<LoginResponse, 'refresh_token'>,
): string | undefined {
  return token === undefined ? undefined : cookieLine(REFRESH, way, token, way.config.auth.refreshDays * DAY_SECONDS);
}

/** The Set-Cookie line that removes it. */
export function endedRefreshCookie(way: CookieWay): string {
  return cookieLine(REFRESH, way, '', 0);
}

/** The refresh token of a Cookie header, if there is one. */
export function refreshTokenOf(header: string | undefined): string | undefined {
  return readCookie(REFRESH, header);
}
