import type { RouteName } from '@lectern/contract';
import { ALL, ofSeries, ofRelease, ofTask, NO_ADMIN } from './ask-about.ts';
import type { Probe } from './probe.ts';

/** Probes of tasks, duplicates and releases. */
export const WORK_PROBES = {
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

  listBackups: { apart: NO_ADMIN },
  createBackup: { apart: NO_ADMIN },
  getBackup: { apart: NO_ADMIN },
  deleteBackup: { apart: NO_ADMIN },
  verifyBackup: { apart: NO_ADMIN },
  downloadBackup: { apart: NO_ADMIN },
  beginBackupUpload: { apart: NO_ADMIN },
  sendBackupPart: { apart: NO_ADMIN },
  finishBackupUpload: { apart: NO_ADMIN },
  previewRestore: { apart: NO_ADMIN },
  restoreBackup: { apart: NO_ADMIN },

  listDuplicates: ALL,
  scanDuplicates: { apart: 'It looks through everything, and tells the name of a task that is about no library' },
  dismissDuplicate: { about: ({ duplicateId }) => [{ params: { id: duplicateId } }] },
  listDuplicateSeries: ALL,
  dismissDuplicateSeries: { about: ({ duplicateSeriesId }) => [{ params: { id: duplicateSeriesId } }] },

  listReleases: { list: [{ query: { state: 'all' } }] },
  getReleaseFacets: { list: [{ query: { state: 'all' } }] },
  updateRelease: ofRelease({ body: { state: 'announced' } }),
  deleteRelease: ofRelease(),
  chooseReleaseSeries: {
    about: ({ releaseId, seriesId }) => [{ params: { id: releaseId }, body: { seriesId } }],
  },
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
} as const satisfies Partial<Record<RouteName, Probe>>;
