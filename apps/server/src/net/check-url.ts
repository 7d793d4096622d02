import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { AddressGuard } from './guarded-lookup.ts';
import { FetchFailure } from './fetch-failure.ts';
import { say } from '#words/say.ts';

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Parses an http or https URL without credentials.
 * @throws {FetchFailure} refused
 */
export function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchFailure('refused', say('“{text}” is no address', { text }));
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure('refused', say('The address must begin with http: or https:'));
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure('refused', say('The address has a name or password in it'));
  }
  return url;
}

/**
 * Checks a host that is an address, since such a host is never looked up.
 * @throws {FetchFailure} refused
 */
export function checkHost({ hostname }: URL, guard: AddressGuard): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) === 0 || guard.allows(address)) return;
  throw new FetchFailure('private', say('{address} is not a public address', { address }));
}

/**
 * The target of a redirect, never from https to http; undefined for another answer.
 * @throws {FetchFailure} the target is missing or refused
 */
export function redirectTarget(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if (!REDIRECTS.includes(statusCode)) return undefined;
  response.destroy();
  if (headers.location === undefined) throw new FetchFailure('status', say('The server redirects to nowhere'));
  const target = checkedUrl(headers.location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchFailure('refused', say('The server redirects from https to http'));
  }
  return target;
}
