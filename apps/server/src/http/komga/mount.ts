import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { siteOf } from '../feeds/addresses.ts';

/** Internal prefix of the routes; clients use the public one. */
export const ROOT = '/.compat';

/** What stood before a request's path when it came. */
const prefixes = new WeakMap<IncomingMessage, string>();

/** Below these parts of the prefix the server's own catalogs are found. */
const CATALOGS = /^\/opds(\/|[?]|$)/;

/**
 * Where the router finds what a request asks for: below the prefix of the compatible API as it is at this moment, its routes
 * and the catalogs; anything else where it says.
 */
export function mountedUrl({ settings }: Pick<Context, 'settings'>, request: IncomingMessage): string {
  const url = request.url ?? '/';
  if (!settings.get('compat_api.enabled')) return url;
  const prefix = `/${settings.get('compat_api.prefix')}`;
  if (!url.startsWith(`${prefix}/`)) return url;
  // Apps put their paths behind an address that may have ended in a slash.
  const path = url.slice(prefix.length).replace(/^\/+/, '/');
  if (CATALOGS.test(path)) return path;
  prefixes.set(request, prefix);
  return `${ROOT}${path}`;
}

/** The prefix that a request came through, `/komga`; undefined when it asked for the routes by their own name. */
export function prefixOf(request: IncomingMessage): string | undefined {
  return prefixes.get(request);
}

/** What stands before `/api/v1`, seen from the app: apps resolve no addresses. */
export function publicSite({ config }: Pick<Context, 'config'>, request: FastifyRequest): string {
  return `${siteOf(request, config.server.publicUrl)}${prefixOf(request.raw) ?? ''}`;
}
