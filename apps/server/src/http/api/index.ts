import type { Api, RouteName } from '@lectern/contract';
import type { Handler } from '../handler.ts';
import { apiKeyHandlers } from './api-keys/index.ts';
import { authHandlers } from './auth/index.ts';
import { bookHandlers } from './books/index.ts';
import { coverHandlers } from './covers/index.ts';
import { downloadHandlers } from './downloads/index.ts';
import { duplicateHandlers } from './duplicates/index.ts';
import { eventHandlers } from './events/index.ts';
import { exportHandlers } from './exports/index.ts';
import { filterPresetHandlers } from './filter-presets/index.ts';
import { filesystemHandlers } from './filesystem/index.ts';
import { healthHandlers } from './health/index.ts';
import { libraryHandlers } from './libraries/index.ts';
import { listHandlers } from './lists/index.ts';
import { maintenanceHandlers } from './maintenance/index.ts';
import { mailHandlers } from './mail/index.ts';
import { metadataHandlers } from './metadata/index.ts';
import { namingHandlers } from './naming/index.ts';
import { pageHandlers } from './pages/index.ts';
import { profileHandlers } from './profile/index.ts';
import { progressHandlers } from './progress/index.ts';
import { collectionHandlers } from './collections/index.ts';
import { ratingHandlers } from './ratings/index.ts';
import { readHistoryHandlers } from './read-history/index.ts';
import { readListHandlers } from './read-lists/index.ts';
import { wantToReadHandlers } from './want-to-read/index.ts';
import { preferenceHandlers } from './preferences/index.ts';
import { releaseSourceHandlers } from './release-sources/index.ts';
import { releaseHandlers } from './releases/index.ts';
import { scanHandlers } from './scans/index.ts';
import { searchHandlers } from './search/index.ts';
import { seriesHandlers } from './series/index.ts';
import { settingHandlers } from './settings/index.ts';
import { sharingHandlers } from './sharing/index.ts';
import { systemHandlers } from './system/index.ts';
import { setupHandlers } from './setup/index.ts';
import { statisticsHandlers } from './statistics/index.ts';
import { taskHandlers } from './tasks/index.ts';
import { templateHandlers } from './templates/index.ts';
import { userHandlers } from './users/index.ts';

/** What answers each entry of the contract. */
export const handlers = {
  ...healthHandlers,
  ...setupHandlers,
  ...authHandlers,
  ...apiKeyHandlers,
  ...userHandlers,
  ...profileHandlers,
  ...mailHandlers,
  ...filesystemHandlers,
  ...systemHandlers,
  ...eventHandlers,
  ...libraryHandlers,
  ...seriesHandlers,
  ...bookHandlers,
  ...listHandlers,
  ...searchHandlers,
  ...filterPresetHandlers,
  ...pageHandlers,
  ...downloadHandlers,
  ...exportHandlers,
  ...progressHandlers,
  ...readHistoryHandlers,
  ...statisticsHandlers,
  ...templateHandlers,
  ...wantToReadHandlers,
  ...ratingHandlers,
  ...collectionHandlers,
  ...readListHandlers,
  ...scanHandlers,
  ...taskHandlers,
  ...coverHandlers,
  ...duplicateHandlers,
  ...releaseHandlers,
  ...releaseSourceHandlers,
  ...maintenanceHandlers,
  ...settingHandlers,
  ...sharingHandlers,
  ...preferenceHandlers,
  ...namingHandlers,
  ...metadataHandlers,
} satisfies { readonly [Name in RouteName]: Handler<Api[Name]> };
