import { later } from '../../later.ts';

export const releaseSourceHandlers = {
  listReleaseSources: later(async () => (await import('./list-release-sources.ts')).handleListReleaseSources),
  createReleaseSource: later(async () => (await import('./create-release-source.ts')).handleCreateReleaseSource),
  getApplicability: later(async () => (await import('./get-applicability.ts')).handleGetApplicability),
  pollAllReleaseSources: later(async () => (await import('./poll-all-release-sources.ts')).handlePollAllReleaseSources),
  resetAllReleaseSources: later(
    async () => (await import('./reset-all-release-sources.ts')).handleResetAllReleaseSources,
  ),
  getReleaseSource: later(async () => (await import('./get-release-source.ts')).handleGetReleaseSource),
  updateReleaseSource: later(async () => (await import('./update-release-source.ts')).handleUpdateReleaseSource),
  deleteReleaseSource: later(async () => (await import('./delete-release-source.ts')).handleDeleteReleaseSource),
  pollReleaseSource: later(async () => (await import('./poll-release-source.ts')).handlePollReleaseSource),
  resetReleaseSource: later(async () => (await import('./reset-release-source.ts')).handleResetReleaseSource),
  pushReleases: later(async () => (await import('./push-releases.ts')).handlePushReleases),
};
