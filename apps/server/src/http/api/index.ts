import type { Handlers } from '../requests/handler.ts';
import { accessGroupHandlers } from './access-groups.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { authHandlers } from './auth.ts';
import { binHandlers } from './bin.ts';
import { backupHandlers } from './backups.ts';
import { bookHandlers } from './books.ts';
import { childProfileHandlers } from './child-profiles.ts';
import { coverHandlers } from './covers.ts';
import { creditHandlers } from './credits.ts';
import { pageHandlers } from './pages.ts';
import { duplicateHandlers } from './duplicates.ts';
import { externalHandlers } from './externals.ts';
import { exportHandlers } from './exports.ts';
import { factorHandlers } from './factors.ts';
import { filterPresetHandlers } from './filter-presets.ts';
import { importHandlers } from './imports.ts';
import { uploadHandlers } from './uploads.ts';
import { noticeHandlers } from './notices.ts';
import { systemHandlers } from './system.ts';
import { libraryHandlers } from './libraries.ts';
import { listHandlers } from './lists.ts';
import { manyMetadataHandlers } from './many-metadata.ts';
import { metadataHandlers } from './metadata.ts';
import { listCoverHandlers } from './list-covers.ts';
import { namingHandlers } from './naming.ts';
import { profileHandlers } from './profile.ts';
import { progressHandlers } from './progress.ts';
import { collectionHandlers } from './collections.ts';
import { ratingHandlers } from './ratings.ts';
import { readHistoryHandlers } from './read-history.ts';
import { readingProfileHandlers } from './reading-profiles.ts';
import { readListHandlers } from './read-lists.ts';
import { wantToReadHandlers } from './want-to-read.ts';
import { preferenceHandlers } from './preferences.ts';
import { releaseSourceHandlers } from './release-sources.ts';
import { releaseHandlers } from './releases.ts';
import { scanHandlers } from './scans.ts';
import { searchHandlers } from './search.ts';
import { seriesHandlers } from './series.ts';
import { settingHandlers } from './settings.ts';
import { shareHandlers } from './shares.ts';
import { sharingHandlers } from './sharing.ts';
import { signInHandlers } from './sign-in.ts';
import { taskHandlers } from './tasks.ts';
import { termHandlers } from './terms.ts';
import { userHandlers } from './users.ts';

/** A handler for each row of the contract. */
export const handlers = {
  ...authHandlers,
  ...factorHandlers,
  ...signInHandlers,
  ...apiKeyHandlers,
  ...userHandlers,
  ...profileHandlers,
  ...systemHandlers,
  ...noticeHandlers,
  ...libraryHandlers,
  ...seriesHandlers,
  ...bookHandlers,
  ...creditHandlers,
  ...binHandlers,
  ...importHandlers,
  ...uploadHandlers,
  ...listHandlers,
  ...searchHandlers,
  ...filterPresetHandlers,
  ...pageHandlers,
  ...exportHandlers,
  ...backupHandlers,
  ...progressHandlers,
  ...readHistoryHandlers,
  ...readingProfileHandlers,
  ...wantToReadHandlers,
  ...ratingHandlers,
  ...collectionHandlers,
  ...readListHandlers,
  ...listCoverHandlers,
  ...scanHandlers,
  ...taskHandlers,
  ...coverHandlers,
  ...duplicateHandlers,
  ...releaseHandlers,
  ...releaseSourceHandlers,
  ...settingHandlers,
  ...shareHandlers,
  ...sharingHandlers,
  ...accessGroupHandlers,
  ...childProfileHandlers,
  ...preferenceHandlers,
  ...namingHandlers,
  ...metadataHandlers,
  ...manyMetadataHandlers,
  ...termHandlers,
  ...externalHandlers,
} satisfies Handlers;
