import type { Generated } from 'kysely';

/** A source of releases. */
export interface ReleaseSourceTable {
  id: string;
  /** `core` for built-in sources. */
  pluginId: string;
  sourceKey: string;
  displayName: string;
  sortKey: string;
  kind: string;
  enabled: number;
  /** Null for the schedule of the settings. */
  cronSchedule: string | null;
  /** ReleaseSourceConfig, JSON. */
  config: string;
  /** Host and port of the feed. */
  host: string | null;
  secret: string | null;
  etag: string | null;
  lastModified: string | null;
  lastPolledAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
  failures: Generated<number>;
  /** ReleasePollSummary, JSON. */
  lastSummary: string | null;
  /** Schedule and time zone of `nextPollAt`; null to compute it again. */
  plannedFor: string | null;
  nextPollAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A release. */
export interface ReleaseEntryTable {
  id: string;
  seriesId: string;
  sourceId: string;
  /** Unique in its source. */
  externalReleaseId: string;
  payloadUrl: string;
  mediaUrl: string | null;
  mediaUrlKind: string | null;
  /** Lower case, unique. */
  infoHash: string | null;
  groupOrUploader: string | null;
  language: string | null;
  chapters: string | null;
  volumes: string | null;
  /** Largest end of its spans, for sorting. */
  chapter: number | null;
  volume: number | null;
  /** JSON. */
  formatHints: string;
  metadata: string;
  confidence: number;
  matchedBy: string;
  state: string;
  /** 1: a user chose the state, and new books do not change it. */
  isDecided: Generated<number>;
  releasedAt: number | null;
  observedAt: number;
  /** When its source last listed it, within a day. */
  seenAt: number;
  createdAt: number;
}

/** A candidate series of a release while the choice is open; includes the entry's own series. */
export interface ReleaseCandidateTable {
  releaseId: string;
  seriesId: string;
  confidence: number;
  matchedBy: string;
}

/** Release tracking of a series; no row for a series that was never tracked. */
export interface ReleaseTrackingTable {
  seriesId: string;
  tracked: number;
  trackChapters: number;
  trackVolumes: number;
  fromVolume: number | null;
  fromChapter: number | null;
  latestKnownChapter: number | null;
  latestKnownVolume: number | null;
  /** Chapters by volume, JSON. */
  volumeChapterMap: string | null;
  confidenceThresholdOverride: number | null;
  /** Lower case, JSON; null for those of the settings. */
  languages: string | null;
  groups: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Another name of a series in releases. */
export interface ReleaseAliasTable {
  id: string;
  seriesId: string;
  alias: string;
  normalized: string;
  source: string;
  createdAt: number;
}

/** A series whose books changed: announced releases may now exist as books. Triggers on `book` add rows. */
export interface ReleaseMarkTable {
  id: Generated<number>;
  seriesId: string;
}
