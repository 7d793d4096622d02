/**
 * Method and path of every endpoint, without its shapes: this is all that a browser needs at run time. `{name}` is a path
 * parameter, `{name*}` takes the rest of the path. Paths are absolute from the server root (section 9).
 */
export const routes = {
  getHealth: ['GET', '/health'],

  getSetupStatus: ['GET', '/api/v1/setup/status'],
  initializeSetup: ['POST', '/api/v1/setup/initialize'],
  login: ['POST', '/api/v1/auth/login'],
  logout: ['POST', '/api/v1/auth/logout'],
  getCurrentUser: ['GET', '/api/v1/auth/me'],

  listLibraries: ['GET', '/api/v1/libraries'],
  createLibrary: ['POST', '/api/v1/libraries'],
  getLibrary: ['GET', '/api/v1/libraries/{id}'],
  updateLibrary: ['PUT', '/api/v1/libraries/{id}'],
  patchLibrary: ['PATCH', '/api/v1/libraries/{id}'],
  deleteLibrary: ['DELETE', '/api/v1/libraries/{id}'],
  getLibraryThumbnail: ['GET', '/api/v1/libraries/{id}/thumbnail'],

  startScan: ['POST', '/api/v1/libraries/{id}/scan'],
  getScanStatus: ['GET', '/api/v1/libraries/{id}/scan-status'],
  cancelScan: ['POST', '/api/v1/libraries/{id}/scan/cancel'],
  confirmRemovals: ['POST', '/api/v1/libraries/{id}/removals/confirm'],
  dismissRemovals: ['POST', '/api/v1/libraries/{id}/removals/dismiss'],
  listActiveScans: ['GET', '/api/v1/scans/active'],
  streamScans: ['GET', '/api/v1/scans/stream'],

  listSeries: ['GET', '/api/v1/series'],
  listSeriesInProgress: ['GET', '/api/v1/series/in-progress'],
  listRecentlyAddedSeries: ['GET', '/api/v1/series/recently-added'],
  listRecentlyUpdatedSeries: ['GET', '/api/v1/series/recently-updated'],
  getSeries: ['GET', '/api/v1/series/{id}'],
  listSeriesBooks: ['GET', '/api/v1/series/{id}/books'],
  getSeriesThumbnail: ['GET', '/api/v1/series/{id}/thumbnail'],
  analyzeSeries: ['POST', '/api/v1/series/{id}/analyze'],
  markSeriesRead: ['POST', '/api/v1/series/{id}/read'],
  markSeriesUnread: ['POST', '/api/v1/series/{id}/unread'],

  listBooks: ['GET', '/api/v1/books'],
  listBooksInProgress: ['GET', '/api/v1/books/in-progress'],
  listOnDeck: ['GET', '/api/v1/books/on-deck'],
  listRecentlyAddedBooks: ['GET', '/api/v1/books/recently-added'],
  listRecentlyReadBooks: ['GET', '/api/v1/books/recently-read'],
  listBooksWithErrors: ['GET', '/api/v1/books/errors'],
  getBook: ['GET', '/api/v1/books/{id}'],
  getAdjacentBooks: ['GET', '/api/v1/books/{id}/adjacent'],
  getBookThumbnail: ['GET', '/api/v1/books/{id}/thumbnail'],
  analyzeBook: ['POST', '/api/v1/books/{id}/analyze'],
  listBookPages: ['GET', '/api/v1/books/{id}/pages'],
  getBookPage: ['GET', '/api/v1/books/{bookId}/pages/{pageNumber}'],
  getBookManifest: ['GET', '/api/v1/books/{id}/manifest'],
  getBookPositions: ['GET', '/api/v1/books/{id}/positions'],
  getBookResource: ['GET', '/api/v1/books/{id}/resources/{path*}'],

  getProgress: ['GET', '/api/v1/books/{id}/progress'],
  saveProgress: ['PUT', '/api/v1/books/{id}/progress'],
  uploadBookCover: ['POST', '/api/v1/books/{id}/cover'],
  chooseBookPageCover: ['POST', '/api/v1/books/{id}/cover/page'],
  selectBookCoverSource: ['PATCH', '/api/v1/books/{id}/cover/source'],
  listBookCovers: ['GET', '/api/v1/books/{id}/covers'],
  selectBookCover: ['PUT', '/api/v1/books/{id}/covers/{coverId}/select'],
  resetBookCover: ['DELETE', '/api/v1/books/{id}/covers/selected'],
  deleteBookCover: ['DELETE', '/api/v1/books/{id}/covers/{coverId}'],
  getBookCoverImage: ['GET', '/api/v1/books/{id}/covers/{coverId}/image'],
  uploadSeriesCover: ['POST', '/api/v1/series/{id}/cover'],
  selectSeriesCoverSource: ['PATCH', '/api/v1/series/{id}/cover/source'],
  listSeriesCovers: ['GET', '/api/v1/series/{id}/covers'],
  selectSeriesCover: ['PUT', '/api/v1/series/{id}/covers/{coverId}/select'],
  resetSeriesCover: ['DELETE', '/api/v1/series/{id}/covers/selected'],
  deleteSeriesCover: ['DELETE', '/api/v1/series/{id}/covers/{coverId}'],
  getSeriesCoverImage: ['GET', '/api/v1/series/{id}/covers/{coverId}/image'],

  deleteProgress: ['DELETE', '/api/v1/books/{id}/progress'],
  markBookRead: ['POST', '/api/v1/books/{id}/read'],
  markBookUnread: ['POST', '/api/v1/books/{id}/unread'],
  listProgress: ['GET', '/api/v1/progress'],
  listCurrentlyReading: ['GET', '/api/v1/progress/currently-reading'],

  listTasks: ['GET', '/api/v1/tasks'],
  getTaskStats: ['GET', '/api/v1/tasks/stats'],
  streamTasks: ['GET', '/api/v1/tasks/stream'],
  getTask: ['GET', '/api/v1/tasks/{id}'],
  cancelTask: ['POST', '/api/v1/tasks/{id}/cancel'],

  browseFolders: ['GET', '/api/v1/filesystem/browse'],
  listDrives: ['GET', '/api/v1/filesystem/drives'],
  streamEvents: ['GET', '/api/v1/events/stream'],
} as const satisfies Record<string, readonly [Method, `/${string}`]>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteName = keyof typeof routes;
