import { z } from 'zod';
import { paginated } from '../paging.ts';
import { Count, FreeForm, Id, Timestamp } from './scalars.ts';

/** States of an entry. Any may follow any other. */
export const ReleaseState = z.enum(['announced', 'dismissed', 'marked_acquired', 'hidden']);
export type ReleaseState = z.infer<typeof ReleaseState>;

export const MediaUrlKind = z.enum(['torrent', 'magnet', 'direct', 'other']);
export type MediaUrlKind = z.infer<typeof MediaUrlKind>;

/** Volumes or chapters from one to another, both included; decimals count chapters such as 12.5. */
export const ReleaseSpan = z.object({ start: z.number(), end: z.number() });
export type ReleaseSpan = z.infer<typeof ReleaseSpan>;

/** Sparse flags and values; keys are the source's. */
const Extras = z.record(z.string(), FreeForm);

/** A series that a release may be of. */
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
  /** Why it is taken for a release of this series, and what took from the confidence. */
  matchedBy: z.string(),
  /** Series that have the name it goes by, this one too, until somebody chooses; empty when it is clear. */
  candidates: z.array(ReleaseCandidate),
  state: ReleaseState,
  releasedAt: Timestamp.nullable(),
  observedAt: Timestamp,
  createdAt: Timestamp,
});
export type Release = z.infer<typeof Release>;

const { data: _, ...page } = paginated(Release).shape;

/** One page of entries. */
export const ReleasePage = z.object({ entries: z.array(Release), ...page });

/** How many entries there are of each language, library and series; each ignores the filter on itself. */
export const ReleaseFacets = z.object({
  languages: z.array(z.object({ language: z.string(), count: Count })),
  libraries: z.array(z.object({ libraryId: Id, libraryName: z.string(), count: Count })),
  series: z.array(
    z.object({ seriesId: Id, seriesTitle: z.string(), libraryId: Id, libraryName: z.string(), count: Count }),
  ),
});
export type ReleaseFacets = z.infer<typeof ReleaseFacets>;

/** Which series a release is of. */
export const ReleaseChoice = z.object({
  seriesId: Id,
  /** Has releases of the same name be of that series from now on. */
  addAlias: z.boolean().default(false),
});

export const ReleaseUpdate = z.object({ state: ReleaseState });

/** Which entries: those of one state, or of all. */
export const ReleaseFilter = z.object({
  state: z.enum([...ReleaseState.options, 'all']).optional(),
  seriesId: Id.optional(),
  sourceId: Id.optional(),
  libraryId: Id.optional(),
  language: z.string().max(50).optional(),
  /** Those that wait for somebody to choose their series. */
  ambiguous: z.boolean().optional(),
});
export type ReleaseFilter = z.infer<typeof ReleaseFilter>;

export const ReleaseAction = z.enum(['dismiss', 'mark-acquired', 'ignore', 'reset', 'delete']);
export type ReleaseAction = z.infer<typeof ReleaseAction>;

/** Something done to many: either `ids`, or all that a filter finds. */
export const ReleaseBulk = z.object({
  ids: z.array(Id).min(1).max(500).optional(),
  filter: ReleaseFilter.optional(),
  action: ReleaseAction,
});
export const ReleaseBulkDone = z.object({ affected: Count, action: ReleaseAction });

/**
 * What a source is: a feed about many series, a feed about one, or a program that pushes. Those of plugins that look at
 * catalogues are `metadata-…`.
 */
export const ReleaseSourceKind = z.enum(['rss-uploader', 'rss-series', 'api-feed']);
export type ReleaseSourceKind = z.infer<typeof ReleaseSourceKind>;

const FeedUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text);
    return url?.username === '' && url.password === '';
  }, 'must not hold a name or password; a secret has a field of its own');
const Language = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language such as en or pt-BR')
  .max(35);

export const ReleaseSourceConfig = z.strictObject({
  /** Address of the feed; a push source has none. */
  url: FeedUrl.optional(),
  /** The series that an `rss-series` feed is about. */
  seriesId: Id.optional(),
  /** Language of entries that state none. */
  language: Language.optional(),
  /** Name that the secret is a password to; without it the secret is a bearer token. */
  username: z.string().min(1).max(200).optional(),
  /** Entries looked at, the first ones of the feed. */
  maxItems: z.int().min(1).max(1_000).optional(),
});
export type ReleaseSourceConfig = z.infer<typeof ReleaseSourceConfig>;

/** What the last poll found. */
export const ReleasePollSummary = z.object({
  candidatesReturned: Count,
  candidatesRecorded: Count,
  candidatesRejected: Count,
  candidatesDeduped: Count,
  notModified: z.boolean(),
  skippedReason: z.enum(['source_disabled', 'no_poll_path']).nullable(),
});
export type ReleasePollSummary = z.infer<typeof ReleasePollSummary>;

/** Where releases come from. A secret is never shown. */
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
  /** Polls in a row that came to nothing. */
  failures: Count,
  /** Null while it is switched off, pushes, or waits to be planned. */
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
  /** What programs know it by; made up when left out. */
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

/** What is left out stays; null clears. */
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

/** Entries that one request pushes. */
export const MAX_PUSHED = 200;

/** A release as a program tells of it. Checked one by one: a bad one is refused, the others are taken. */
export const PushedRelease = z.object({
  /** The series it is of; without one it is found by the title among the series that are tracked. */
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
  /** As the program judges it: with a series, 1 unless said; without one, that of the title. */
  confidence: z.number().optional(),
  releasedAt: z.iso.datetime({ offset: true }).nullish(),
  observedAt: z.iso.datetime({ offset: true }).nullish(),
});
export type PushedRelease = z.infer<typeof PushedRelease>;

export const ReleasePush = z.object({ releases: z.array(PushedRelease).min(1).max(MAX_PUSHED) });

/** What became of one: `known` when it was there already. */
export const PushedOutcome = z.object({
  status: z.enum(['recorded', 'known', 'rejected']),
  /** Null when it was refused, or is of a series that the caller may not see. */
  releaseId: Id.nullable(),
  state: ReleaseState.nullable(),
  /** Why it was refused. */
  reason: z.string().nullable(),
});
export type PushedOutcome = z.infer<typeof PushedOutcome>;
export const ReleasePushed = z.object({ results: z.array(PushedOutcome) });

/** Chapters of each volume, by the number of the volume. */
export const VolumeChapterMap = z.record(z.string().regex(/^\d{1,6}$/, 'must be the number of a volume'), ReleaseSpan);

/** Whether and how releases of a series are looked for. */
export const ReleaseTracking = z.object({
  seriesId: Id,
  tracked: z.boolean(),
  trackChapters: z.boolean(),
  trackVolumes: z.boolean(),
  /** What comes before is of no interest. */
  fromVolume: z.number().nullable(),
  fromChapter: z.number().nullable(),
  latestKnownChapter: z.number().nullable(),
  latestKnownVolume: z.int().nullable(),
  volumeChapterMap: VolumeChapterMap.nullable(),
  confidenceThresholdOverride: z.number().min(0).max(1).nullable(),
  /** Null for those of the setting. */
  languages: z.array(z.string()).nullable(),
  /** Groups and uploaders that count; null for all. */
  groups: z.array(z.string()).nullable(),
  /** Null for a series that nobody ever tracked. */
  createdAt: Timestamp.nullable(),
  updatedAt: Timestamp.nullable(),
});
export type ReleaseTracking = z.infer<typeof ReleaseTracking>;

const Numbered = z.number().min(0).max(1_000_000);

/** What is left out stays; null clears. */
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

/** Series that are tracked from now on, or no more. */
export const ManyTracked = z.object({ seriesIds: z.array(Id).min(1).max(100) });
export const ManyTrackedDone = z.object({ changed: Count, unchanged: Count });

/** Another name that releases of a series go by. */
export const ReleaseAlias = z.object({
  id: Id,
  seriesId: Id,
  alias: z.string(),
  /** What titles are compared by. */
  normalized: z.string(),
  source: z.enum(['manual', 'metadata']),
  createdAt: Timestamp,
});
export type ReleaseAlias = z.infer<typeof ReleaseAlias>;
export const ReleaseAliases = z.object({ aliases: z.array(ReleaseAlias) });
export const ReleaseAliasNew = z.object({ alias: z.string().trim().min(1).max(500) });
