import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { getSite } from '../feeds/addresses.ts';

/** Internal prefix of the routes; clients use the public one. */
export const ROOT = '/.compat';

/** The prefix of each request that came through it. */
const prefixes = new WeakMap<IncomingMessage, string>();

/** The catalogs of the server are also found below the prefix. */
const CATALOGS = /^\/opds(\/|[?]|$)/;

/**
 * The address of a request for the router. A path below the present prefix leads to the routes of the dialect, or to the
 * catalogs. Other addresses stay.
 * @param url the address below the path of the server
 */
export function mountedUrl({ settings }: Pick<Context, 'settings'>, request: IncomingMessage, url: string): string {
  if (!settings.get('compat_api.enabled')) return url;
  const prefix = `/${settings.get('compat_api.prefix')}`;
  if (!url.startsWith(`${prefix}/`)) return url;
  // Apps append their paths to an address that may end in a slash.
  const path = url.slice(prefix.length).replace(/^\/+/, '/');
  if (CATALOGS.test(path)) return path;
  prefixes.set(request, prefix);
  return `${ROOT}${path}`;
}

/** The prefix of a request, `/komga`; undefined when it came without one. */
export function findPrefix(request: IncomingMessage): string | undefined {
  return prefixes.get(request);
}

/** The part of addresses before `/api/v1`. Apps do not resolve relative addresses. */
export function publicSite({ config }: Pick<Context, 'config'>, request: FastifyRequest): string {
  return `${getSite(request, config.server.publicUrl)}${findPrefix(request.raw) ?? ''}`;
}
