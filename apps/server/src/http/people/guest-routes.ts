import { api, type Endpoint } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { say } from '#words/say.ts';

/** Routes of the main API. */
const API: ReadonlySet<Endpoint> = new Set<Endpoint>(Object.values(api));

/** Routes for every account that guests may use, too: they write nothing, and tell of no account. */
const OPEN: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.getCurrentUser,
  api.logout,
  api.getPublicSettings,
  api.getServerInfo,
  api.checkConnection,
  api.getConnectionSample,
]);

/** Reads whose question is a body. */
const ASKED_BY_BODY: ReadonlySet<Endpoint> = new Set<Endpoint>([
  api.listFilteredSeries,
  api.listSeriesGroups,
  api.searchSeries,
  api.listFilteredBooks,
  api.listBookGroups,
]);

/**
 * Refuses everything but reads to guests, whatever their permissions. Routes of dialects are not for guests: reader apps have
 * accounts.
 * @throws {AppError} `Forbidden`
 */
export function requireGuestRoute(endpoint: Endpoint, method: string): void {
  if (OPEN.has(endpoint) || ASKED_BY_BODY.has(endpoint)) return;
  // A stream counts against the limit of one account, which guests would share.
  const isRead = (method === 'GET' || method === 'HEAD') && endpoint.answer !== 'events';
  if (isRead && API.has(endpoint) && endpoint.permission !== 'user') return;
  throw new AppError('Forbidden', say('Guests can only read. Sign in first'));
}
