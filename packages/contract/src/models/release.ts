import { z } from 'zod';
import { paginated } from '../paging.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';

/** States of an entry, with any transition. */
export const ReleaseState = z.enum(['announced', 'dismissed', 'marked_acquired', 'hidden']);
export type ReleaseState = z.infer<typeof ReleaseState>;

export const MediaUrlKind = z.enum(['torrent', 'magnet', 'direct', 'other']);
export type MediaUrlKind = z.infer<typeof MediaUrlKind>;

/** A range of volumes or chapters, inclusive; decimals for chapters such as 12.5. */
export const ReleaseSpan = z.object({ start: z.number(), end: z.number() });
export type ReleaseSpan = z.infer<typeof ReleaseSpan>;

/** Optional flags and values with the source's keys. */
const Extras = z.record(z.string(), FreeForm);

/** A possible series of a release. */
export const ReleaseCandidate = z.object({
  seriesId: Id,
  seriesTitle: z.string(),
  confidence: z.number().min(0).max(1),
  matchedBy: z.string(),
});
export type ReleaseCandidate = z.infer<typeof ReleaseCandidate>;

/** An entry of the release ledger. */
export const Release = z.object({
  id: Id,
  seriesId: Id,
  seriesTitle: z.string(),
  sourceId: Id,
  externalReleaseId: z.string(),
  payloadUrl: z.string(),
  mediaUrl: z.string().nullable(),
  mediaUrlKind: MediaUrlKind.nullable(),
  infoHash: z.string().nullable(),
  groupOrUploader: z.string().nullable(),
  language: z.string().nullable(),
  chapters: z.array(ReleaseSpan).nullable(),
  volumes: z.array(ReleaseSpan).nullable(),
  formatHints: Extras,
  metadata: Extras,
  confidence: z.number().min(0).max(1),
  /** Why it matches the series, and what lowered the confidence. */
  matchedBy: z.string(),
  /** Series with the same name until a user chooses; empty when unambiguous. */
  candidates: z.array(ReleaseCandidate),
  state: ReleaseState,
  releasedAt: Timestamp.nullable(),
  observedAt: Timestamp,
  createdAt: Timestamp,
});
export type Release = z.infer<typeof Release>;

const { data: _, ...page } = paginated(Release).shape;

export const ReleasePage = z.object({ entries: z.array(Release), ...page });

/** Entry counts by language, library and series; each ignores its own filter. */
export const ReleaseFacets = z.object({
  languages: z.array(z.object({ language: z.string(), count: Count })),
  libraries: z.array(z.object({ libraryId: Id, libraryName: z.string(), count: Count })),
  series: z.array(
    z.object({ seriesId: Id, seriesTitle: z.string(), libraryId: Id, libraryName: z.string(), count: Count }),
  ),
});
export type ReleaseFacets = z.infer<typeof ReleaseFacets>;

/** Choice of a release's series. */
export const ReleaseChoice = z.object({
  seriesId: Id,
  /** Assigns later releases of this name to the series, too. */
  addAlias: z.boolean().default(false),
});

export const ReleaseUpdate = z.object({ state: ReleaseState });

/** Selects entries of one state, or of all. */
export const ReleaseFilter = z.object({
  state: z.enum([...ReleaseState.options, 'all']).optional(),
  seriesId: Id.optional(),
  sourceId: Id.optional(),
  libraryId: Id.optional(),
  language: z.string().max(50).optional(),
  /** Entries that wait for a choice of their series. */
  ambiguous: z.boolean().optional(),
});
export type ReleaseFilter = z.infer<typeof ReleaseFilter>;

export const ReleaseAction = z.enum(['dismiss', 'mark-acquired', 'ignore', 'reset', 'delete']);
export type ReleaseAction = z.infer<typeof ReleaseAction>;

/** An action on many: `ids`, or all matches of a filter. */
export const ReleaseBulk = z.object({
  ids: z.array(Id).min(1).max(500).optional(),
  filter: ReleaseFilter.optional(),
  action: ReleaseAction,
});
export const ReleaseBulkDone = z.object({ affected: Count, action: ReleaseAction });

/**
 * Kind of a source: a feed about many series, a feed about one, or a pushing program. Plugins that query catalogues are
 * `metadata-…`.
 */
export const ReleaseSourceKind = z.enum(['rss-uploader', 'rss-series', 'api-feed']);
export type ReleaseSourceKind = z.infer<typeof ReleaseSourceKind>;

const FeedUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text);
    return url?.username === '' && url.password === '';
  }, 'must not contain a name or password. The secret has its own field');
const Language = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en or pt-BR')
  .max(35);

export const ReleaseSourceConfig = z.strictObject({
  /** Address of the feed; none for a push source. */
  url: FeedUrl.optional(),
  /** Series of an `rss-series` feed. */
  seriesId: Id.optional(),
  /** Language of entries that state none. */
  language: Language.optional(),
  /** User name for the secret; without it the secret is a bearer token. */
  username: z.string().min(1).max(200).optional(),
  /** Entries read of the feed, from its start. */
  maxItems: z.int().min(1).max(1_000).optional(),
});
export type ReleaseSourceConfig = z.infer<typeof ReleaseSourceConfig>;

/** Result of the last poll. */
export const ReleasePollSummary = z.object({
  candidatesReturned: Count,
  candidatesRecorded: Count,
  candidatesRejected: Count,
  candidatesDeduped: Count,
  notModified: z.boolean(),
  skippedReason: z.enum(['source_disabled', 'no_poll_path']).nullable(),
});
export type ReleasePollSummary = z.infer<typeof ReleasePollSummary>;

/** A source of releases, without its secret. */
export const ReleaseSource = z.object({
  id: Id,
  pluginId: z.string(),
  sourceKey: z.string(),
  displayName: z.string(),
  kind: ReleaseSourceKind,
  enabled: z.boolean(),
  cronSchedule: z.string().nullable(),
  effectiveCronSchedule: z.string(),
  config: ReleaseSourceConfig,
  hasSecret: z.boolean(),
  etag: z.string().nullable(),
  lastPolledAt: Timestamp.nullable(),
  lastError: z.string().nullable(),
  lastErrorAt: Timestamp.nullable(),
  /** Consecutive failed polls. */
  failures: Count,
  /** Null while switched off, pushing, or unscheduled. */
  nextPollAt: Timestamp.nullable(),
  lastSummary: ReleasePollSummary.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ReleaseSource = z.infer<typeof ReleaseSource>;

const Cron = z.string().trim().min(1).max(200);
const DisplayName = z.string().trim().min(1).max(200);
const Secret = z.string().min(1).max(2_000);

export const ReleaseSourceNew = z.object({
  /** Key for programs; generated when absent. */
  sourceKey: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_.-]{0,99}$/, 'must be small letters, digits, "_", "." and "-"')
    .optional(),
  displayName: DisplayName,
  kind: ReleaseSourceKind,
  enabled: z.boolean().default(true),
  cronSchedule: Cron.nullish(),
  config: ReleaseSourceConfig.default({}),
  secret: Secret.nullish(),
});
export type ReleaseSourceNew = z.infer<typeof ReleaseSourceNew>;

/** Absent keeps; null clears. */
export const ReleaseSourceUpdate = z.object({
  displayName: DisplayName.optional(),
  enabled: z.boolean().optional(),
  cronSchedule: Cron.nullish(),
  config: ReleaseSourceConfig.optional(),
  secret: Secret.nullish(),
});
export type ReleaseSourceUpdate = z.infer<typeof ReleaseSourceUpdate>;

export const ReleaseApplicability = z.object({ applicable: z.boolean(), pluginDisplayNames: z.array(z.string()) });
export const ReleasePoll = z.object({ status: z.enum(['enqueued', 'already_running']), message: z.string() });
export const ReleasePollAll = z.object({ considered: Count, enqueued: Count, coalesced: Count, failed: Count });
export const ReleaseReset = z.object({ deletedLedgerEntries: Count });
export const ReleaseResetAll = z.object({
  considered: Count,
  reset: Count,
  deletedLedgerEntries: Count,
  failed: Count,
});

export const MAX_PUSHED = 200;

/** A pushed release. Each is checked alone: an invalid one is refused, the others are taken. */
export const PushedRelease = z.object({
  /** Its series; when absent, it is found by title among tracked series. */
  seriesId: Id.optional(),
  title: z.string().max(1_000).optional(),
  externalReleaseId: z.string().max(1_000),
  payloadUrl: z.string().max(4_000),
  mediaUrl: z.string().max(4_000).nullish(),
  mediaUrlKind: MediaUrlKind.nullish(),
  infoHash: z.string().max(200).nullish(),
  groupOrUploader: z.string().max(500).nullish(),
  language: z.string().max(35).nullish(),
  chapters: z.array(ReleaseSpan).max(500).nullish(),
  volumes: z.array(ReleaseSpan).max(500).nullish(),
  formatHints: Extras.optional(),
  metadata: Extras.optional(),
  /** The program's estimate; 1 by default with a series, else that of the title match. */
  confidence: z.number().optional(),
  releasedAt: z.iso.datetime({ offset: true }).nullish(),
  observedAt: z.iso.datetime({ offset: true }).nullish(),
});
export type PushedRelease = z.infer<typeof PushedRelease>;

export const ReleasePush = z.object({ releases: z.array(PushedRelease).min(1).max(MAX_PUSHED) });

/** Result of one; `known`: it existed already. */
export const PushedOutcome = z.object({
  status: z.enum(['recorded', 'known', 'rejected']),
  /** Null when refused, or the series is invisible to the caller. */
  releaseId: Id.nullable(),
  state: ReleaseState.nullable(),
  /** Reason of a refusal. */
  reason: z.string().nullable(),
});
export type PushedOutcome = z.infer<typeof PushedOutcome>;
export const ReleasePushed = z.object({ results: z.array(PushedOutcome) });

/** Chapters of each volume, by volume number. */
export const VolumeChapterMap = z.record(z.string().regex(/^\d{1,6}$/, 'must be the number of a volume'), ReleaseSpan);

/** Tracking of a series' releases. */
export const ReleaseTracking = z.object({
  seriesId: Id,
  tracked: z.boolean(),
  trackChapters: z.boolean(),
  trackVolumes: z.boolean(),
  /** Ignores earlier ones. */
  fromVolume: z.number().nullable(),
  fromChapter: z.number().nullable(),
  latestKnownChapter: z.number().nullable(),
  latestKnownVolume: z.int().nullable(),
  volumeChapterMap: VolumeChapterMap.nullable(),
  confidenceThresholdOverride: z.number().min(0).max(1).nullable(),
  /** Null for the default of the settings. */
  languages: z.array(z.string()).nullable(),
  /** Accepted groups and uploaders; null for all. */
  groups: z.array(z.string()).nullable(),
  /** Null for a series that was never tracked. */
  createdAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
});
export type ReleaseTracking = z.infer<typeof ReleaseTracking>;

const Numbered = z.number().min(0).max(1_000_000);

/** Absent keeps; null clears. */
export const ReleaseTrackingUpdate = z.object({
  tracked: z.boolean().optional(),
  trackChapters: z.boolean().optional(),
  trackVolumes: z.boolean().optional(),
  fromVolume: Numbered.nullish(),
  fromChapter: Numbered.nullish(),
  latestKnownChapter: Numbered.nullish(),
  latestKnownVolume: z.int().min(0).max(1_000_000).nullish(),
  volumeChapterMap: VolumeChapterMap.nullish(),
  confidenceThresholdOverride: z.number().min(0).max(1).nullish(),
  languages: z.array(Language).max(50).nullish(),
  groups: z.array(z.string().trim().min(1).max(200)).max(100).nullish(),
});
export type ReleaseTrackingUpdate = z.infer<typeof ReleaseTrackingUpdate>;

/** Series to track, or to stop tracking. */
export const ManyTracked = z.object({ seriesIds: z.array(Id).min(1).max(100) });
export const ManyTrackedDone = z.object({ changed: Count, unchanged: Count });

/** Another name of a series in releases. */
export const ReleaseAlias = z.object({
  id: Id,
  seriesId: Id,
  alias: z.string(),
  /** The compared form. */
  normalized: z.string(),
  source: z.enum(['manual', 'metadata']),
  createdAt: Timestamp,
});
export type ReleaseAlias = z.infer<typeof ReleaseAlias>;
export const ReleaseAliases = z.object({ aliases: z.array(ReleaseAlias) });
export const ReleaseAliasNew = z.object({ alias: z.string().trim().min(1).max(500) });
