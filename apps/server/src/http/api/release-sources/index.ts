import { handleCreateReleaseSource } from './create-release-source.ts';
import { handleDeleteReleaseSource } from './delete-release-source.ts';
import { handleGetApplicability } from './get-applicability.ts';
import { handleGetReleaseSource } from './get-release-source.ts';
import { handleListReleaseSources } from './list-release-sources.ts';
import { handlePollAllReleaseSources } from './poll-all-release-sources.ts';
import { handlePollReleaseSource } from './poll-release-source.ts';
import { handlePushReleases } from './push-releases.ts';
import { handleResetAllReleaseSources } from './reset-all-release-sources.ts';
import { handleResetReleaseSource } from './reset-release-source.ts';
import { handleUpdateReleaseSource } from './update-release-source.ts';

export const releaseSourceHandlers = {
  listReleaseSources: handleListReleaseSources,
  createReleaseSource: handleCreateReleaseSource,
  getApplicability: handleGetApplicability,
  pollAllReleaseSources: handlePollAllReleaseSources,
  resetAllReleaseSources: handleResetAllReleaseSources,
  getReleaseSource: handleGetReleaseSource,
  updateReleaseSource: handleUpdateReleaseSource,
  deleteReleaseSource: handleDeleteReleaseSource,
  pollReleaseSource: handlePollReleaseSource,
  resetReleaseSource: handleResetReleaseSource,
  pushReleases: handlePushReleases,
};
