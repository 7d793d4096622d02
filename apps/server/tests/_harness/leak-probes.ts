import type { RouteName } from '@lectern/contract';
import { METADATA_PROBES } from './metadata-probes.ts';

/** One of everything that a library holds, as it is named in requests. */
export interface Subject {
  readonly libraryId: string;
  readonly seriesId: string;
  readonly bookId: string;
  /** A reflowable book. */
  readonly textId: string;
  readonly brokenId: string;
  readonly bookCoverId: string;
  readonly seriesCoverId: string;
  readonly taskId: string;
  readonly duplicateId: string;
  readonly duplicateSeriesId: string;
  readonly releaseId: string;
  readonly aliasId: string;
  /** A deed in the journal of metadata. */
  readonly actionId: string;
  readonly collectionId: string;
  readonly readListId: string;
  /** The library's folder. */
  readonly folder: string;
}

/** What a request says beside its route. */
export interface Ask {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Sends a picture. */
  readonly sendsPicture?: boolean;
}

/**
 * How a route is asked for what is hidden.
 * - `about`: names something. Of what is hidden it says what it says of what is not there; of what can be seen, something else.
 * - `list`: names nothing. It says the same whether there is something hidden or not; who sees all hears of it.
 * - `stream`: sends nothing about what is hidden.
 * - `apart`: says nothing of the catalog, for this reason.
 */
export type Probe =
  | { readonly about: (subject: Subject) => readonly Ask[]; readonly saysAlike?: string }
  | { readonly list: readonly Ask[]; readonly showsNothing?: string }
  | { readonly stream: true }
  | { readonly apart: string };

const ALL: Probe = { list: [{}] };
const ofLibrary = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ libraryId }) => [{ params: { id: libraryId }, ...more }],
});
const ofSeries = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ seriesId }) => [{ params: { id: seriesId }, ...more }],
});
const ofBook = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ bookId }) => [{ params: { id: bookId }, ...more }],
});
const ofText = (params: Ask['params'] = {}): Probe => ({
  about: ({ textId }) => [{ params: { id: textId, ...params } }],
});
const ofRelease = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ releaseId }) => [{ params: { id: releaseId }, ...more }],
});
const ofTask: Probe = { about: ({ taskId }) => [{ params: { id: taskId } }] };
const ofBookCover: Probe = { about: ({ bookId, bookCoverId }) => [{ params: { id: bookId, coverId: bookCoverId } }] };
const ofSeriesCover: Probe = {
  about: ({ seriesId, seriesCoverId }) => [{ params: { id: seriesId, coverId: seriesCoverId } }],
};
/** Of a library, else of all: the whole list, and that of what is hidden. */
const within = (...names: readonly ('libraryId' | 'seriesId')[]): Probe => ({
  about: (subject) => names.map((name) => ({ query: { [name]: subject[name], pageSize: '500' } })),
});
const ofCollection = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ collectionId }) => [{ params: { id: collectionId }, ...more }],
});
const ofReadList = (more: Omit<Ask, 'params'> = {}): Probe => ({
  about: ({ readListId }) => [{ params: { id: readListId }, ...more }],
});
const sessionOf = (bookId: string): object => ({
  ...{ id: '0192f0c1-0000-7000-8000-00000000abcd', bookId, kind: 'progress', toPage: 1, activeDurationMs: 5 },
  ...{ clientStartedAt: '2026-01-01T00:00:00.000Z', clientEndedAt: '2026-01-01T00:00:01.000Z' },
});
const ACCOUNT = 'It is about accounts; the libraries that they name are filtered, which tests/users.test.ts shows';
const OWN = 'It is about the account that asks';
const NO_ADMIN = 'Only who administers the server may ask, and sees all';

/** One for every route of the contract; without one for a new route nothing compiles. */
export const PROBES: Readonly<Record<RouteName, Probe>> = {
  getHealth: { apart: 'It tells of the server' },
  getSetupStatus: { apart: 'It tells whether there are users' },
  initializeSetup: { apart: OWN },
  login: { apart: OWN },
  logout: { apart: OWN },
  getCurrentUser: { apart: OWN },
  listApiKeys: { apart: OWN },
  createApiKey: { apart: OWN },
  getApiKey: { apart: OWN },
  updateApiKey: { apart: OWN },
  patchApiKey: { apart: OWN },
  deleteApiKey: { apart: OWN },
  listDevices: { apart: OWN },
  deleteDevice: { apart: OWN },
  listUsers: { apart: ACCOUNT },
  createUser: { apart: ACCOUNT },
  getUser: { apart: ACCOUNT },
  updateUser: { apart: ACCOUNT },
  patchUser: { apart: ACCOUNT },
  createResetLink: { apart: ACCOUNT },
  deleteUser: { apart: ACCOUNT },

  refreshSession: { apart: OWN },
  register: { apart: OWN },
  verifyEmail: { apart: OWN },
  resendVerification: { apart: OWN },
  forgotPassword: { apart: OWN },
  resetPassword: { apart: OWN },
  testMail: { apart: NO_ADMIN },
  getProfile: { apart: OWN },
  updateProfile: { apart: OWN },
  patchProfile: { apart: OWN },
  changePassword: { apart: OWN },
  listSessions: { apart: OWN },
  deleteSessions: { apart: OWN },
  deleteSession: { apart: OWN },
  listUserSessions: { apart: ACCOUNT },
  deleteUserSessions: { apart: ACCOUNT },
  deleteUserSession: { apart: ACCOUNT },
  listSettings: { apart: NO_ADMIN },
  updateSettings: { apart: NO_ADMIN },
  getSetting: { apart: NO_ADMIN },
  updateSetting: { apart: NO_ADMIN },
  resetSetting: { apart: NO_ADMIN },
  listSettingHistory: { apart: NO_ADMIN },
  getPublicSettings: { apart: 'It tells of the server' },
  getBranding: { apart: 'It tells of the server' },
  listPreferences: { apart: OWN },
  updatePreferences: { apart: OWN },
  getPreference: { apart: OWN },
  updatePreference: { apart: OWN },
  deletePreference: { apart: OWN },

  listLibraries: ALL,
  createLibrary: { apart: 'It makes something new; in the folder of a hidden library it is tried below' },
  getLibrary: ofLibrary(),
  updateLibrary: ofLibrary({ body: { description: 'changed' } }),
  patchLibrary: ofLibrary({ body: { description: 'changed' } }),
  deleteLibrary: ofLibrary(),
  getLibraryThumbnail: ofLibrary(),

  startScan: ofLibrary(),
  getScanStatus: ofLibrary(),
  cancelScan: { ...ofLibrary(), saysAlike: 'No scan runs; with scans that wait it is tried apart' },
  listRemovals: ofLibrary(),
  confirmRemovals: ofLibrary(),
  dismissRemovals: ofLibrary(),
  purgeLibrary: ofLibrary(),
  purgeSeries: ofSeries(),
  startSeriesScan: ofSeries(),
  previewLibraryPath: { about: ({ libraryId }) => [{ params: { id: libraryId }, body: { path: '/nowhere at all' } }] },
  listActiveScans: { list: [{}], showsNothing: 'No scan runs; with scans that wait it is tried apart' },
  streamScans: { stream: true },

  listSeries: within('libraryId'),
  listSeriesInProgress: { list: [{}] },
  listRecentlyAddedSeries: within('libraryId'),
  listRecentlyUpdatedSeries: within('libraryId'),
  getSeries: ofSeries(),
  listSeriesBooks: ofSeries({ query: { includeDeleted: 'true' } }),
  getSeriesThumbnail: ofSeries(),
  downloadSeries: ofSeries(),
  analyzeSeries: ofSeries(),
  markSeriesRead: ofSeries(),
  markSeriesUnread: ofSeries(),

  listBooks: within('libraryId', 'seriesId'),
  listBooksInProgress: ALL,
  listOnDeck: ALL,
  listRecentlyAddedBooks: within('libraryId', 'seriesId'),
  listRecentlyReadBooks: ALL,
  listFilteredSeries: ALL,
  listSeriesGroups: ALL,
  listFilteredBooks: ALL,
  listBookGroups: ALL,
  listLibrarySeries: ofLibrary(),
  listLibrarySeriesInProgress: ofLibrary(),
  listLibraryRecentlyAddedSeries: ofLibrary(),
  listLibraryRecentlyUpdatedSeries: ofLibrary(),
  listLibraryBooks: ofLibrary(),
  listLibraryBooksInProgress: ofLibrary(),
  listLibraryOnDeck: ofLibrary(),
  listLibraryRecentlyAddedBooks: ofLibrary(),
  listLibraryRecentlyReadBooks: ofLibrary(),
  getHome: ALL,
  listFilterPresets: { apart: OWN },
  createFilterPreset: {
    about: ({ libraryId }) => [
      { body: { name: 'One', scope: 'list', target: 'books', condition: { allOf: [] }, libraryId } },
    ],
  },
  getFilterPreset: { apart: OWN },
  updateFilterPreset: { apart: OWN },
  deleteFilterPreset: { apart: OWN },
  search: { list: [{ query: { q: 'a' } }, { query: { q: 'comic' } }, { query: { q: 'zqxhiden' } }] },
  searchSeries: { list: [{ body: { query: '' } }, { body: { query: 'saga' } }, { body: { query: 'zqxhiden' } }] },
  listBooksWithErrors: within('libraryId'),
  retryAllErrors: { about: ({ libraryId }) => [{ body: { libraryId } }] },
  getBook: ofBook(),
  ignoreBookErrors: { about: ({ brokenId }) => [{ params: { id: brokenId } }] },
  unignoreBookErrors: { about: ({ brokenId }) => [{ params: { id: brokenId } }] },
  retryBook: { about: ({ brokenId }) => [{ params: { id: brokenId } }] },
  getAdjacentBooks: ofBook(),
  getBookThumbnail: ofBook(),
  getBookFile: ofBook(),
  analyzeBook: ofBook(),
  listBookPages: ofBook(),
  getBookPage: {
    about: ({ bookId }) => [
      { params: { bookId, pageNumber: 1 } },
      { params: { bookId, pageNumber: 1 }, query: { width: '16' } },
    ],
  },
  getBookManifest: ofText(),
  getBookPositions: ofText(),
  getBookResource: ofText({ path: 'OPS/c1.xhtml' }),

  uploadBookCover: ofBook({ sendsPicture: true }),
  chooseBookPageCover: ofBook({ body: { page: 2 } }),
  selectBookCoverSource: ofBook({ body: { source: 'upload' } }),
  listBookCovers: ofBook(),
  selectBookCover: ofBookCover,
  resetBookCover: ofBook(),
  deleteBookCover: ofBookCover,
  getBookCoverImage: ofBookCover,
  uploadSeriesCover: ofSeries({ sendsPicture: true }),
  selectSeriesCoverSource: {
    about: ({ seriesId, bookId }) => [{ params: { id: seriesId }, body: { source: `book:${bookId}` } }],
  },
  listSeriesCovers: ofSeries(),
  selectSeriesCover: ofSeriesCover,
  resetSeriesCover: ofSeries(),
  deleteSeriesCover: ofSeriesCover,
  getSeriesCoverImage: ofSeriesCover,
  generateBookThumbnails: {
    about: ({ libraryId, seriesId, bookId }) => [
      { body: { libraryId } },
      { body: { seriesId } },
      { body: { bookIds: [bookId] } },
      { body: { seriesIds: [seriesId] } },
    ],
  },
  generateBookThumbnail: ofBook(),
  generateLibraryBookThumbnails: ofLibrary(),
  generateSeriesThumbnails: {
    about: ({ libraryId, seriesId }) => [{ body: { libraryId } }, { body: { seriesIds: [seriesId] } }],
  },
  generateSeriesThumbnail: ofSeries(),
  generateLibrarySeriesThumbnails: ofLibrary(),
  cleanupThumbnails: { apart: NO_ADMIN },

  getProgress: ofBook(),
  saveProgress: ofBook({ body: { currentPage: 1 } }),
  deleteProgress: ofBook(),
  markBookRead: ofBook(),
  markBookUnread: ofBook(),
  listProgress: ALL,
  listCurrentlyReading: ALL,
  saveManyProgress: { about: ({ bookId }) => [{ body: { progress: [{ bookId, currentPage: 1 }] } }] },
  getProgression: ofText(),
  saveProgression: {
    about: ({ textId }) => [
      { params: { id: textId }, body: { href: 'OPS/c1.xhtml', locations: { position: 1, totalProgression: 0 } } },
    ],
  },
  getBookReadHistory: ofBook(),
  deleteBookReadHistory: ofBook(),
  deleteBookReading: { about: ({ bookId }) => [{ params: { id: bookId, completionId: 'unknown' } }] },
  getSeriesReadHistory: ofSeries(),
  deleteSeriesReadHistory: ofSeries(),
  deleteReadHistory: { apart: OWN },
  markBooksRead: { about: ({ bookId }) => [{ body: { bookIds: [bookId] } }] },
  markBooksUnread: { about: ({ bookId }) => [{ body: { bookIds: [bookId] } }] },
  markManySeriesRead: { about: ({ seriesId }) => [{ body: { seriesIds: [seriesId] } }] },
  markManySeriesUnread: { about: ({ seriesId }) => [{ body: { seriesIds: [seriesId] } }] },
  recordSessions: {
    about: ({ bookId }) => [{ body: { sessions: [sessionOf(bookId)] } }],
  },
  listReadingSessions: ALL,
  getBookContext: ofBook(),
  getSeriesContext: ofSeries(),
  tryTemplate: {
    about: ({ bookId, seriesId }) => [
      { body: { template: '{{metadata.title}}', bookId } },
      { body: { template: '{{metadata.title}}', seriesId } },
    ],
  },
  getReadingStats: ALL,
  getReadingOverview: ALL,
  getServerReadingStats: { apart: NO_ADMIN },
  listWantToRead: ALL,
  addWantToRead: { about: ({ seriesId, bookId }) => [{ body: { seriesId } }, { body: { bookId } }] },
  addManyWantToRead: {
    about: ({ textId, brokenId, seriesId }) => [{ body: { seriesIds: [seriesId], bookIds: [textId, brokenId] } }],
  },
  orderWantToRead: { apart: OWN },
  removeWantedSeries: { ...ofSeries(), saysAlike: 'It says the same whether there was anything or not' },
  removeWantedBook: { ...ofBook(), saysAlike: 'It says the same whether there was anything or not' },
  getRating: ofSeries(),
  saveRating: ofSeries({ body: { rating: 50 } }),
  deleteRating: ofSeries(),
  getAverageRating: ofSeries(),
  listRatings: ALL,
  listCollections: ALL,
  createCollection: { about: ({ seriesId }) => [{ body: { name: 'A new one', seriesIds: [seriesId] } }] },
  getCollection: ofCollection(),
  updateCollection: ofCollection({ body: { summary: 'changed' } }),
  listCollectionSeries: ofCollection(),
  addCollectionSeries: {
    about: ({ collectionId, seriesId }) => [{ params: { id: collectionId }, body: { seriesIds: [seriesId] } }],
  },
  orderCollectionSeries: ofCollection({ body: { seriesIds: [] } }),
  removeCollectionSeries: {
    about: ({ collectionId, seriesId }) => [{ params: { id: collectionId, seriesId } }],
  },
  getCollectionThumbnail: ofCollection(),
  listSeriesCollections: ofSeries(),
  listReadLists: ALL,
  createReadList: { about: ({ bookId }) => [{ body: { name: 'A new one', bookIds: [bookId] } }] },
  getReadList: ofReadList(),
  updateReadList: ofReadList({ body: { summary: 'changed' } }),
  listReadListBooks: ofReadList(),
  addReadListBooks: {
    about: ({ readListId, bookId }) => [{ params: { id: readListId }, body: { bookIds: [bookId] } }],
  },
  orderReadListBooks: ofReadList({ body: { bookIds: [] } }),
  removeReadListBook: { about: ({ readListId, bookId }) => [{ params: { id: readListId, bookId } }] },
  getReadListThumbnail: ofReadList(),
  listBookReadLists: ofBook(),
  deleteCollection: ofCollection(),
  deleteReadList: ofReadList(),

  listTasks: {
    about: ({ libraryId, seriesId, bookId }) => [
      { query: { libraryId } },
      { query: { seriesId } },
      { query: { bookId } },
    ],
  },
  createTask: {
    about: ({ libraryId, seriesId, bookId }) => [
      { body: { taskType: { type: 'scan_library', libraryId } } },
      { body: { taskType: { type: 'analyze_library', libraryId } } },
      { body: { taskType: { type: 'hash_library', libraryId } } },
      { body: { taskType: { type: 'analyze_series', seriesId } } },
      { body: { taskType: { type: 'analyze_book', bookId } } },
      { body: { taskType: { type: 'renumber_series', seriesIds: [seriesId] } } },
      { body: { taskType: { type: 'generate_thumbnails', libraryId } } },
    ],
  },
  getTaskStats: ALL,
  streamTasks: { stream: true },
  pauseTasks: { apart: 'It stops the work for all' },
  resumeTasks: { apart: 'It lets the work for all go on' },
  retryFailedTasks: { list: [{}], showsNothing: 'No task failed; with some that did it is tried apart' },
  purgeTasks: { apart: 'It tells how many tasks of those that can be seen it forgot, which is tried below' },
  nukeTasks: { apart: NO_ADMIN },
  getTask: ofTask,
  cancelTask: ofTask,
  retryTask: ofTask,
  unlockTask: ofTask,

  listDuplicates: ALL,
  scanDuplicates: { apart: 'It looks through everything, and tells the name of a task that is about no library' },
  dismissDuplicate: { about: ({ duplicateId }) => [{ params: { id: duplicateId } }] },
  listDuplicateSeries: ALL,
  dismissDuplicateSeries: { about: ({ duplicateSeriesId }) => [{ params: { id: duplicateSeriesId } }] },

  listReleases: { list: [{ query: { state: 'all' } }] },
  getReleaseFacets: { list: [{ query: { state: 'all' } }] },
  updateRelease: ofRelease({ body: { state: 'announced' } }),
  deleteRelease: ofRelease(),
  dismissRelease: ofRelease(),
  acquireRelease: ofRelease(),
  changeReleases: {
    about: ({ releaseId, seriesId, libraryId }) => [
      { body: { ids: [releaseId], action: 'reset' } },
      { body: { filter: { state: 'all', seriesId }, action: 'reset' } },
      { body: { filter: { state: 'all', libraryId }, action: 'reset' } },
    ],
  },
  purgeReleases: { apart: NO_ADMIN },
  listSeriesReleases: ofSeries(),
  getSeriesTracking: ofSeries(),
  updateSeriesTracking: ofSeries({ body: { tracked: true } }),
  trackManySeries: { about: ({ seriesId }) => [{ body: { seriesIds: [seriesId] } }] },
  untrackManySeries: { about: ({ seriesId }) => [{ body: { seriesIds: [seriesId] } }] },
  listSeriesAliases: ofSeries(),
  addSeriesAlias: ofSeries({ body: { alias: 'Another name' } }),
  deleteSeriesAlias: { about: ({ seriesId, aliasId }) => [{ params: { id: seriesId, aliasId } }] },
  listReleaseSources: { apart: NO_ADMIN },
  createReleaseSource: { apart: NO_ADMIN },
  getApplicability: { about: ({ libraryId }) => [{ query: { libraryId } }] },
  pollAllReleaseSources: { apart: NO_ADMIN },
  resetAllReleaseSources: { apart: NO_ADMIN },
  getReleaseSource: { apart: NO_ADMIN },
  updateReleaseSource: { apart: NO_ADMIN },
  deleteReleaseSource: { apart: NO_ADMIN },
  pollReleaseSource: { apart: NO_ADMIN },
  resetReleaseSource: { apart: NO_ADMIN },
  pushReleases: {
    apart: 'It names a source, which is of no library; of hidden series tests/releases.test.ts tries it',
  },

  previewScan: { apart: 'It looks at a folder; at that of a hidden library it is tried below' },
  previewStrategy: ofLibrary({ body: { bookStrategy: 'metadata_first' } }),
  previewSchedule: { apart: 'It computes times' },
  reprocessLibrarySeriesTitles: ofLibrary({ body: { dryRun: true } }),
  reprocessSeriesTitles: {
    about: ({ libraryId, seriesId }) => [
      { body: { libraryId, dryRun: true } },
      { body: { seriesIds: [seriesId], dryRun: true } },
    ],
  },
  reprocessSeriesTitle: ofSeries({ body: { dryRun: true } }),
  renumberSeries: ofSeries(),
  renumberManySeries: { about: ({ seriesId }) => [{ body: { seriesIds: [seriesId] } }] },
  testSeriesConditions: ofSeries(),
  getBookPlacement: ofBook(),

  ...METADATA_PROBES,

  browseFolders: { apart: NO_ADMIN },
  listDrives: { apart: NO_ADMIN },
  getMetrics: {
    apart: 'It tells of the server; of the catalog and its tasks what is filtered, which tests/metrics.test.ts shows',
  },
  getMetricsHistory: { apart: 'It tells of the server' },
  getServerInfo: { apart: 'It tells of the server' },
  getSystemInfo: { apart: NO_ADMIN },
  streamEvents: { stream: true },
};
