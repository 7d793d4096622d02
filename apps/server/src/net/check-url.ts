import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { AddressGuard } from './guarded-lookup.ts';
import { FetchFailure } from './fetch-failure.ts';

const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Parses an http or https URL without credentials.
 * @throws {FetchFailure} refused
 */
export function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new FetchFailure('refused', `"${text}" is no address`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchFailure('refused', `${url.protocol} addresses are not asked, only http and https`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchFailure('refused', 'The address has a name or password in it');
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
  throw new FetchFailure('refused', `${address} is not a public address; releases.private_networks can allow it`);
}

/**
 * The target of a redirect, never from https to http; undefined for another answer.
 * @throws {FetchFailure} the target is missing or refused
 */
export function redirectTarget(response: IncomingMessage, from: URL): URL | undefined {
  const { statusCode = 0, headers } = response;
  if (!REDIRECTS.includes(statusCode)) return undefined;
  response.destroy();
  if (headers.location === undefined) throw new FetchFailure('status', 'The server redirects to nowhere');
  const target = checkedUrl(headers.location, from);
  if (from.protocol === 'https:' && target.protocol === 'http:') {
    throw new FetchFailure('refused', 'The server redirects from https to http');
  }
  return target;
}
