import type { Context } from '../../context.ts';
import { DEVICE_MS, makeDevice } from '#core/sign-in/known-device.ts';
import { cookieLine, type CookieShape, readCookie } from './cookies.ts';

/** Only what deals with sessions gets to see it. */
const DEVICE: CookieShape = { name: 'lectern_device', path: '/api/v1/auth', sameSite: 'Strict' };

interface Answering {
  readonly header: (name: string, value: string) => void;
}

/** Has a browser known again that somebody was just signed in to. It stays when the session ends: that is what it is for. */
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
