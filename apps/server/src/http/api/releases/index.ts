import { later } from '../../later.ts';

export const releaseHandlers = {
  listReleases: later(async () => (await import('./list-releases.ts')).handleListReleases),
  getReleaseFacets: later(async () => (await import('./get-release-facets.ts')).handleGetReleaseFacets),
  updateRelease: later(async () => (await import('./update-release.ts')).handleUpdateRelease),
  deleteRelease: later(async () => (await import('./delete-release.ts')).handleDeleteRelease),
  dismissRelease: later(async () => (await import('./dismiss-release.ts')).handleDismissRelease),
  acquireRelease: later(async () => (await import('./acquire-release.ts')).handleAcquireRelease),
  changeReleases: later(async () => (await import('./change-releases.ts')).handleChangeReleases),
  chooseReleaseSeries: later(async () => (await import('./choose-release-series.ts')).handleChooseReleaseSeries),
  purgeReleases: later(async () => (await import('./purge-releases.ts')).handlePurgeReleases),
  listSeriesReleases: later(async () => (await import('./list-series-releases.ts')).handleListSeriesReleases),
  getSeriesTracking: later(async () => (await import('./get-series-tracking.ts')).handleGetSeriesTracking),
  updateSeriesTracking: later(async () => (await import('./update-series-tracking.ts')).handleUpdateSeriesTracking),
  trackManySeries: later(async () => (await import('./track-many-series.ts')).handleTrackManySeries),
  untrackManySeries: later(async () => (await import('./untrack-many-series.ts')).handleUntrackManySeries),
  listSeriesAliases: later(async () => (await import('./list-series-aliases.ts')).handleListSeriesAliases),
  addSeriesAlias: later(async () => (await import('./add-series-alias.ts')).handleAddSeriesAlias),
  deleteSeriesAlias: later(async () => (await import('./delete-series-alias.ts')).handleDeleteSeriesAlias),
};
