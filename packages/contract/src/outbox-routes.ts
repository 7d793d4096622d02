import type { routes } from './routes.ts';

/**
 * What sends unsent changes, for the service worker, which loads no table of all routes. The compiler holds each line equal to
 * that of its table.
 */
export const outboxRoutes = {
  refreshSession: ['POST', '/api/v1/auth/refresh'],
  getCurrentUser: ['GET', '/api/v1/auth/me'],
  recordSessions: ['POST', '/api/v1/reading-sessions'],
  listFilteredBooks: ['POST', '/api/v1/books/list'],
  listFilteredSeries: ['POST', '/api/v1/series/list'],
  listSeriesBooks: ['GET', '/api/v1/series/{id}/books'],
  getRating: ['GET', '/api/v1/series/{id}/rating'],
  saveRating: ['PUT', '/api/v1/series/{id}/rating'],
  deleteRating: ['DELETE', '/api/v1/series/{id}/rating'],
  addWantToRead: ['POST', '/api/v1/want-to-read'],
  addManyWantToRead: ['POST', '/api/v1/want-to-read/bulk'],
  removeWantedSeries: ['DELETE', '/api/v1/want-to-read/series/{id}'],
  removeWantedBook: ['DELETE', '/api/v1/want-to-read/books/{id}'],
  updateReadingProfile: ['PATCH', '/api/v1/reading-profiles/{id}'],
  chooseReadingProfile: ['PATCH', '/api/v1/reading-choices'],
} as const satisfies Partial<typeof routes>;

export type OutboxRoute = keyof typeof outboxRoutes;
