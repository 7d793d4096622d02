import type { Endpoint } from '../endpoint.ts';
import type { RouteName } from '../routes.ts';
import { accessGroups } from './access-groups.ts';
import { account } from './account.ts';
import { analysis } from './analysis.ts';
import { apiKeys } from './api-keys.ts';
import { audit } from './audit.ts';
import { bin } from './bin.ts';
import { backups } from './backups.ts';
import { bookErrors } from './book-errors.ts';
import { books, series } from './catalog.ts';
import { childProfiles } from './child-profiles.ts';
import { covers } from './covers.ts';
import { credits } from './credits.ts';
import { downloads } from './downloads.ts';
import { duplicates } from './duplicates.ts';
import { catalogExports } from './exports.ts';
import { externals } from './externals.ts';
import { factors } from './factors.ts';
import { health } from './health.ts';
import { imports } from './imports.ts';
import { invitations } from './invitations.ts';
import { libraries } from './libraries.ts';
import { logs } from './logs.ts';
import { manyMetadata } from './many-metadata.ts';
import { bookMetadata, metadataJournal, seriesMetadata } from './metadata.ts';
import { listCovers } from './list-covers.ts';
import { collections, readLists } from './lists.ts';
import { catalogLists } from './catalog-lists.ts';
import { naming } from './naming.ts';
import { follows, notices } from './notices.ts';
import { ratings, wantToRead } from './own-lists.ts';
import { readHistory } from './read-history.ts';
import { reading } from './reading.ts';
import { readingProfiles } from './reading-profiles.ts';
import { releaseSources } from './release-sources.ts';
import { releases } from './releases.ts';
import { schedules } from './schedules.ts';
import { filterPresets } from './filter-presets.ts';
import { roles } from './roles.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { preferences, settings } from './settings.ts';
import { readingStatistics } from './statistics.ts';
import { shares } from './shares.ts';
import { sharing } from './sharing.ts';
import { signInProviders } from './sign-in.ts';
import { system } from './system.ts';
import { tasks } from './tasks.ts';
import { genres, tags } from './terms.ts';
import { templates } from './templates.ts';
import { thumbnails } from './thumbnails.ts';
import { uploads } from './uploads.ts';
import { users } from './users.ts';

/** The contract: one entry for every route. */
export const api = {
  ...session,
  ...users,
  ...roles,
  ...invitations,
  ...account,
  ...factors,
  ...signInProviders,
  ...apiKeys,
  ...libraries,
  ...tasks,
  ...backups,
  ...series,
  ...books,
  ...credits,
  ...analysis,
  ...bin,
  ...imports,
  ...uploads,
  ...catalogLists,
  ...search,
  ...filterPresets,
  ...bookErrors,
  ...downloads,
  ...catalogExports,
  ...reading,
  ...readingProfiles,
  ...readHistory,
  ...readingStatistics,
  ...templates,
  ...wantToRead,
  ...ratings,
  ...collections,
  ...readLists,
  ...listCovers,
  ...covers,
  ...thumbnails,
  ...duplicates,
  ...releases,
  ...releaseSources,
  ...naming,
  ...bookMetadata,
  ...seriesMetadata,
  ...genres,
  ...tags,
  ...externals,
  ...manyMetadata,
  ...metadataJournal,
  ...sharing,
  ...accessGroups,
  ...shares,
  ...childProfiles,
  ...schedules,
  ...system,
  ...health,
  ...notices,
  ...follows,
  ...logs,
  ...audit,
  ...settings,
  ...preferences,
} as const satisfies Record<RouteName, Endpoint>;

export type Api = typeof api;
