import type { LoginResponse } from '@lectern/contract';
import { cookieLine, type CookieShape, type CookieWay, readCookie } from './cookies.ts';

const SESSION: CookieShape = { name: 'lectern_session', path: '/', sameSite: 'Lax' };

/** The Set-Cookie line of a session that was just opened (decision A6). */
export function sessionCookie(way: CookieWay, signedIn: LoginResponse): string {
  return cookieLine(SESSION, way, signedIn.access_token, signedIn.expires_in);
}

/** The Set-Cookie line that removes it. */
export function endedSessionCookie(way: CookieWay): string {
  return cookieLine(SESSION, way, '', 0);
}

/** The session token of a Cookie header, if there is one. */
export function tokenOfCookie(header: string | undefined): string | undefined {
  return readCookie(SESSION, header);
}
