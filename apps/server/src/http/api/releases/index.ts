import { handleAcquireRelease } from './acquire-release.ts';
import { handleAddSeriesAlias } from './add-series-alias.ts';
import { handleChangeReleases } from './change-releases.ts';
import { handleDeleteRelease } from './delete-release.ts';
import { handleDeleteSeriesAlias } from './delete-series-alias.ts';
import { handleDismissRelease } from './dismiss-release.ts';
import { handleGetReleaseFacets } from './get-release-facets.ts';
import { handleGetSeriesTracking } from './get-series-tracking.ts';
import { handleListReleases } from './list-releases.ts';
import { handleListSeriesAliases } from './list-series-aliases.ts';
import { handleListSeriesReleases } from './list-series-releases.ts';
import { handlePurgeReleases } from './purge-releases.ts';
import { handleTrackManySeries } from './track-many-series.ts';
import { handleUntrackManySeries } from './untrack-many-series.ts';
import { handleUpdateRelease } from './update-release.ts';
import { handleUpdateSeriesTracking } from './update-series-tracking.ts';

export const releaseHandlers = {
  listReleases: handleListReleases,
  getReleaseFacets: handleGetReleaseFacets,
  updateRelease: handleUpdateRelease,
  deleteRelease: handleDeleteRelease,
  dismissRelease: handleDismissRelease,
  acquireRelease: handleAcquireRelease,
  changeReleases: handleChangeReleases,
  purgeReleases: handlePurgeReleases,
  listSeriesReleases: handleListSeriesReleases,
  getSeriesTracking: handleGetSeriesTracking,
  updateSeriesTracking: handleUpdateSeriesTracking,
  trackManySeries: handleTrackManySeries,
  untrackManySeries: handleUntrackManySeries,
  listSeriesAliases: handleListSeriesAliases,
  addSeriesAlias: handleAddSeriesAlias,
  deleteSeriesAlias: handleDeleteSeriesAlias,
};
