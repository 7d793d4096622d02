import { buildAddress, call } from '@lectern/contract';
import type { Client } from './client.ts';

/** A visitor's browser. */
export interface Visitor extends Client {
  /** Of the request that let the visitor in, or did not. */
  readonly status: number;
  /** Names of the cookies that the answer removed. */
  readonly removed: readonly string[];
}

/**
 * Asks to come in without an account, as the web app does.
 * @param cookies what the browser sends beside, such as `lectern_session=…`
 */
export async function enterAsGuest({ url }: { readonly url: string }, cookies: string[] = []): Promise<Visitor> {
  const own = { 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(url + buildAddress('', 'enterAsGuest'), {
    method: 'POST',
    headers: { ...own, cookie: cookies.join('; ') },
  });
  const set = answer.headers.getSetCookie();
  const isRemoval = (line: string) => line.includes('Max-Age=0');
  const toName = (line: string) => line.replace(/=.*$/, '');
  const removed = set.filter(isRemoval).map(toName);
  const held = cookies.filter((line) => !removed.includes(toName(line)));
  const cookie = [...held, ...set.filter((line) => !isRemoval(line)).map((line) => line.replace(/;.*$/, ''))].join(
    '; ',
  );
  return {
    url,
    token: undefined,
    status: answer.status,
    removed,
    call: async (name, input) => call(url, name, { ...input, headers: { ...own, cookie, ...input.headers } }),
    fetch: async (path, init = {}) => {
      const headers = new Headers(init.headers);
      for (const [name, value] of Object.entries({ ...own, cookie })) headers.set(name, value);
      return fetch(url + path, { ...init, headers });
    },
  };
}
