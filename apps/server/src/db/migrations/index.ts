import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { createFirstTables } from './0001-first.ts';
import { addStatedDirection } from './0002-stated-direction.ts';
import { addCustomCovers } from './0003-custom-covers.ts';
import { addSidecars } from './0004-sidecars.ts';
import { addScheduling } from './0010-scheduling.ts';
import { addDuplicates } from './0011-duplicates.ts';
import { addDecisions } from './0012-decisions.ts';
import { addEventLog } from './0013-event-log.ts';
import { addSettledQuestions } from './0014-settled-questions.ts';
import { addEventAudience } from './0015-event-audience.ts';
import { addBookFronts } from './0016-book-fronts.ts';
import { addAccounts } from './0017-accounts.ts';
import { addApiKeys } from './0018-api-keys.ts';
import { addSettings } from './0019-settings.ts';
import { addGenresAndTags } from './0021-genres-and-tags.ts';
import { addFullMetadata } from './0022-full-metadata.ts';
import { addMetadataJournal } from './0023-metadata-journal.ts';
import { addSearch } from './0024-search.ts';
import { addFilterPresets } from './0025-filter-presets.ts';
import { addReadingSessions } from './0027-reading-sessions.ts';
import { addLists } from './0028-lists.ts';
import { followListedSeries } from './0029-followed-series.ts';
import { addReleases } from './0030-releases.ts';
import { addSearchBounds } from './0031-search-bounds.ts';
import { quickenFilters } from './0032-quick-filters.ts';
import { addTermJournal } from './0034-metadata-work.ts';
import { addReleaseCandidates } from './0035-release-candidates.ts';
import { addKeySessions } from './0036-key-sessions.ts';
import { addKoreader } from './0037-koreader.ts';
import { addExports } from './0038-exports.ts';
import { addListCovers } from './0039-list-covers.ts';
import { addSharingTags } from './0040-sharing-tags.ts';
import { countDueByIndex } from './0041-due-books.ts';
import { splitSearchGrams } from './0042-search-grams.ts';
import { indexOwnTitles } from './0043-own-titles.ts';
import { indexBookLanguages } from './0044-book-languages.ts';
import { shortenFilterPaths } from './0047-filter-paths.ts';
import { hideFoldersInFailures } from './0048-folders-in-failures.ts';
import { addBin } from './0051-bin.ts';
import { addHealth } from './0053-health.ts';
import { addNotices } from './0054-notices.ts';
import { addTrashedFiles } from './0055-trashed-files.ts';
import { addImports } from './0057-imports.ts';
import { addUploads } from './0058-uploads.ts';
import { addLibraryKinds } from './0059-library-kinds.ts';
import { addReadingProfiles } from './0061-reading-profiles.ts';
import { addCredits } from './0062-credits.ts';
import { addCreditCounts } from './0066-credit-counts.ts';
import { addSeriesGaps } from './0067-series-gaps.ts';
import { addSignInProviders } from './0070-sign-in-providers.ts';
import { addSecondFactors } from './0073-second-factors.ts';
import { addAgeLimits } from './0076-age-limits.ts';
import { addAccessGroups } from './0077-access-groups.ts';
import { addAccountViews } from './0078-account-views.ts';
import { addChildProfiles } from './0079-child-profiles.ts';
import { addAudit } from './0080-audit.ts';
import { addRoles } from './0081-roles.ts';
import { addInvitations } from './0082-invitations.ts';
import { addShares } from './0083-shares.ts';
import { addSharedHighlights } from './0084-shared-highlights.ts';
import { addEndedIdentities } from './0085-ended-identities.ts';

/** Every migration in order; a released one never changes. */
export const MIGRATIONS: Readonly<Record<string, (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>>> = {
  '0001-first': createFirstTables,
  '0002-stated-direction': addStatedDirection,
  '0003-custom-covers': addCustomCovers,
  '0004-sidecars': addSidecars,
  '0010-scheduling': addScheduling,
  '0011-duplicates': addDuplicates,
  '0012-decisions': addDecisions,
  '0013-event-log': addEventLog,
  '0014-settled-questions': addSettledQuestions,
  '0015-event-audience': addEventAudience,
  '0016-book-fronts': addBookFronts,
  '0017-accounts': addAccounts,
  '0018-api-keys': addApiKeys,
  '0019-settings': addSettings,
  '0021-genres-and-tags': addGenresAndTags,
  '0022-full-metadata': addFullMetadata,
  '0023-metadata-journal': addMetadataJournal,
  '0024-search': addSearch,
  '0025-filter-presets': addFilterPresets,
  '0027-reading-sessions': addReadingSessions,
  '0028-lists': addLists,
  '0029-followed-series': followListedSeries,
  '0030-releases': addReleases,
  '0031-search-bounds': addSearchBounds,
  '0032-quick-filters': quickenFilters,
  '0034-metadata-work': addTermJournal,
  '0035-release-candidates': addReleaseCandidates,
  '0036-key-sessions': addKeySessions,
  '0037-koreader': addKoreader,
  '0038-exports': addExports,
  '0039-list-covers': addListCovers,
  '0040-sharing-tags': addSharingTags,
  '0041-due-books': countDueByIndex,
  '0042-search-grams': splitSearchGrams,
  '0043-own-titles': indexOwnTitles,
  '0044-book-languages': indexBookLanguages,
  '0047-filter-paths': shortenFilterPaths,
  '0048-folders-in-failures': hideFoldersInFailures,
  '0051-bin': addBin,
  '0053-health': addHealth,
  '0054-notices': addNotices,
  '0055-trashed-files': addTrashedFiles,
  '0057-imports': addImports,
  '0058-uploads': addUploads,
  '0059-library-kinds': addLibraryKinds,
  '0061-reading-profiles': addReadingProfiles,
  '0062-credits': addCredits,
  '0066-credit-counts': addCreditCounts,
  '0067-series-gaps': addSeriesGaps,
  '0070-sign-in-providers': addSignInProviders,
  '0073-second-factors': addSecondFactors,
  '0076-age-limits': addAgeLimits,
  '0077-access-groups': addAccessGroups,
  '0078-account-views': addAccountViews,
  '0079-child-profiles': addChildProfiles,
  '0080-audit': addAudit,
  '0081-roles': addRoles,
  '0082-invitations': addInvitations,
  '0083-shares': addShares,
  '0084-shared-highlights': addSharedHighlights,
  '0085-ended-identities': addEndedIdentities,
};
