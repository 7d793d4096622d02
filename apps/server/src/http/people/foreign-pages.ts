import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';

/** What a browser says of the page that makes a request: a page of this server, or of another one; undefined says nothing. */
function pageOf(request: FastifyRequest): 'own' | 'foreign' | undefined {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  if (origin === undefined) return undefined;
  return origin === `${request.protocol}://${request.server.hostOf(request)}` ? 'own' : 'foreign';
}

/** Whether a request may change something. */
function isChange({ method, routeOptions }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changes === true;
}

/** Whether a browser says that a page of another site makes the request. Programs that are no browser say nothing. */
export function isOfForeignPage(request: FastifyRequest): boolean {
  return pageOf(request) === 'foreign';
}

/**
 * The cookies that count: all for reading, and for a change those of requests by pages of this server. Browsers
 * send cookies with the requests of every page.
 */
export function cookiesOf(request: FastifyRequest): string | undefined {
  return !isChange(request) || pageOf(request) === 'own' ? request.headers.cookie : undefined;
}

/** The same for apps that keep cookies and are no browser: they say nothing of a page. */
export function cookiesOfApp(request: FastifyRequest): string | undefined {
  return isChange(request) && isOfForeignPage(request) ? undefined : request.headers.cookie;
}

/**
 * Refuses a change by HTTP Basic from a page of another site: a browser that has signed in at a catalog sends the password by
 * itself, whichever page asks.
 * @throws {AppError} `Forbidden`
 */
export function refuseForeignPage(request: FastifyRequest): void {
  if (!isChange(request) || !isOfForeignPage(request)) return;
  throw new AppError('Forbidden', 'A page of another site can change nothing here by HTTP Basic: use an API key');
}
