import type { FastifyRequest } from 'fastify';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';

/** The page that makes a request, as a browser tells it: of this server, or of another; undefined for other clients. */
function readPageOrigin(request: FastifyRequest): 'own' | 'foreign' | undefined {
  const { 'sec-fetch-site': site, origin } = request.headers;
  if (site !== undefined) return site === 'same-origin' ? 'own' : 'foreign';
  if (origin === undefined) return undefined;
  return origin === `${request.protocol}://${request.server.hostOf(request)}` ? 'own' : 'foreign';
}

function isChange({ method, routeOptions }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || routeOptions.config.changes === true;
}

/** Whether a browser says that a page of another site makes the request. Other programs say nothing. */
export function isOfForeignPage(request: FastifyRequest): boolean {
  return readPageOrigin(request) === 'foreign';
}

/**
 * The cookies that count. For a change, only a page of this server may use them, because browsers send cookies for every page.
 */
export function readCookies(request: FastifyRequest): string | undefined {
  return !isChange(request) || readPageOrigin(request) === 'own' ? request.headers.cookie : undefined;
}

/**
 * Refuses a page of another site at a door that asks for no user and takes no body: browsers send such a request without asking first.
 * @throws {AppError} `Forbidden`
 */
export function requireOwnPage({ isForeignPage }: { readonly isForeignPage: boolean }): void {
  // No browser shows the answer to a page of another site, so the text is for logs only.
  if (isForeignPage) throw new AppError('Forbidden', 'A page of another site made this request');
}

/** The cookies that count for apps, which are no browsers and name no page. */
export function readAppCookies(request: FastifyRequest): string | undefined {
  return isChange(request) && isOfForeignPage(request) ? undefined : request.headers.cookie;
}

/**
 * Refuses a change by HTTP Basic from a page of another site: a browser that signed in to a catalog sends the password for every
 * page.
 * @throws {AppError} `Forbidden`
 */
export function refuseForeignPage(request: FastifyRequest): void {
  if (!isChange(request) || !isOfForeignPage(request)) return;
  throw new AppError('Forbidden', say('Pages of other sites cannot change anything with a password. Use an API key'));
}
