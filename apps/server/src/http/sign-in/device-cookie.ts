import type { Context } from '../../context.ts';
import { DEVICE_MS, makeDevice } from '#core/sign-in/known-device.ts';

const NAME = 'lectern_device';
/** Only what deals with sessions gets to see it. */
const PATH = '/api/v1/auth';

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
  const attributes = [`Path=${PATH}`, `Max-Age=${String(DEVICE_MS / 1000)}`, 'HttpOnly', 'SameSite=Strict'];
  const secure = config.auth.cookieSecure || client.secure ? ['Secure'] : [];
  reply.header('set-cookie', [`${NAME}=${makeDevice(access, userId)}`, ...attributes, ...secure].join('; '));
}

/** What a browser shows to be known again. */
export function deviceOf(header: string | undefined): string | undefined {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}
