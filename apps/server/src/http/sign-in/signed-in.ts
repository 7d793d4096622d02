import type { LoginResponse } from '@lectern/contract';
import { endedRefreshCookie, refreshCookie } from './refresh-cookie.ts';
import { endedSessionCookie, sessionCookie } from './session-cookie.ts';

interface Answering {
  readonly header: (name: string, value: string) => void;
}

type Config = Parameters<typeof refreshCookie>[0]['config'];
type Client = Parameters<typeof refreshCookie>[0]['client'];

/** Gives a browser the cookies of a session that was opened or renewed. */
export function setCookies(config: Config, client: Client, reply: Answering, signedIn: LoginResponse): void {
  reply.header('set-cookie', sessionCookie({ config, client }, signedIn));
  const refresh = refreshCookie({ config, client }, signedIn);
  if (refresh !== undefined) reply.header('set-cookie', refresh);
}

/** Takes them away. */
export function endCookies(config: Config, client: Client, reply: Answering): void {
  reply.header('set-cookie', endedSessionCookie({ config, client }));
  reply.header('set-cookie', endedRefreshCookie({ config, client }));
}
