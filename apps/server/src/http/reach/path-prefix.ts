import type { IncomingMessage } from 'node:http';
import type { Config } from '#config/schema.ts';
import { isBasePath } from '#config/value-checks.ts';
import { createProxyCheck } from '#core/people/client-address.ts';

/** The prefix of each request that has one. */
const prefixes = new WeakMap<object, string>();

/** The path without a prefix; undefined when it does not lie below it. */
function removePrefix(url: string, prefix: string): string | undefined {
  if (!url.startsWith(prefix)) return undefined;
  const rest = url.slice(prefix.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/**
 * Makes the function that notes the path below which a client reaches the server, and returns the address below it. Proxies may
 * remove the path or keep it, so an address without it stays as it is.
 */
export function createPrefixReader({
  basePath,
  trustedProxies,
}: Pick<Config['server'], 'basePath' | 'trustedProxies'>): (request: IncomingMessage) => string {
  const isTrusted = createProxyCheck(trustedProxies);
  const readForwarded = ({ headers, socket }: IncomingMessage): string | undefined => {
    const told = headers['x-forwarded-prefix'];
    if (typeof told !== 'string' || !isTrusted(socket.remoteAddress ?? '')) return undefined;
    const prefix = told.replace(/\/$/, '');
    return isBasePath(prefix) ? prefix : undefined;
  };
  return (request) => {
    const url = request.url ?? '/';
    const prefix = readForwarded(request) ?? basePath;
    if (prefix === '') return url;
    prefixes.set(request, prefix);
    return removePrefix(url, prefix) ?? (basePath === '' ? undefined : removePrefix(url, basePath)) ?? url;
  };
}

/** The path below which the client of a request reaches the server: `/lectern`, or empty. */
export function getPathPrefix(request: { readonly raw: IncomingMessage }): string {
  return prefixes.get(request.raw) ?? '';
}
