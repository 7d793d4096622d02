import type { routes } from '../routes.ts';

/**
 * What the first screen of the web app asks: account, home, libraries, running work and changes. The compiler holds each line
 * equal to that of its table, so that a browser needs no table before its first screen.
 */
export const firstScreenRoutes = {
  getSetupStatus: ['GET', '/api/v1/setup/status'],
  login: ['POST', '/api/v1/auth/login'],
  refreshSession: ['POST', '/api/v1/auth/refresh'],
  getCurrentUser: ['GET', '/api/v1/auth/me'],
  listPreferences: ['GET', '/api/v1/user/preferences'],
  updatePreferences: ['PUT', '/api/v1/user/preferences'],
  deletePreference: ['DELETE', '/api/v1/user/preferences/{key}'],
  listLibraries: ['GET', '/api/v1/libraries'],
  getHome: ['GET', '/api/v1/home'],
  getLibraryThumbnail: ['GET', '/api/v1/libraries/{id}/thumbnail'],
  getSeriesThumbnail: ['GET', '/api/v1/series/{id}/thumbnail'],
  getBookThumbnail: ['GET', '/api/v1/books/{id}/thumbnail'],
  getScanStatus: ['GET', '/api/v1/libraries/{id}/scan-status'],
  listActiveScans: ['GET', '/api/v1/scans/active'],
  startScan: ['POST', '/api/v1/libraries/{id}/scan'],
  listRemovals: ['GET', '/api/v1/libraries/{id}/removals'],
  getTaskStats: ['GET', '/api/v1/tasks/stats'],
  listTasks: ['GET', '/api/v1/tasks'],
  listHealthFindings: ['GET', '/api/v1/health/findings'],
  listReleaseSources: ['GET', '/api/v1/release-sources'],
  getApplicability: ['GET', '/api/v1/release-sources/applicability'],
  listReleases: ['GET', '/api/v1/releases'],
  streamEvents: ['GET', '/api/v1/events/stream'],
  streamScans: ['GET', '/api/v1/scans/stream'],
} as const satisfies Partial<typeof routes>;
