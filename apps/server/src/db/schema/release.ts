import type { Generated } from 'kysely';

/** Where releases come from. */
export interface ReleaseSourceTable {
  id: string;
  /** `core` for those that are built in. */
  pluginId: string;
  sourceKey: string;
  displayName: string;
  sortKey: string;
  kind: string;
  enabled: number;
  /** Null for that of the setting. */
  cronSchedule: string | null;
  /** ReleaseSourceConfig, JSON. */
  config: string;
  /** Of the feed's address, with port. */
  host: string | null;
  /** Sealed. */
  secret: string | null;
  etag: string | null;
  lastModified: string | null;
  lastPolledAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
  /** In a row. */
  failures: Generated<number>;
  /** ReleasePollSummary, JSON. */
  lastSummary: string | null;
  /** Schedule and time zone that `nextPollAt` was counted by; null to have it counted again. */
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
  /** Once in its source. */
  externalReleaseId: string;
  payloadUrl: string;
  mediaUrl: string | null;
  mediaUrlKind: string | null;
  /** Lower case, once in all. */
  infoHash: string | null;
  groupOrUploader: string | null;
  language: string | null;
  /** Spans, JSON. */
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
  /** 1: a person chose the state, and books that come do not change it. */
  isDecided: Generated<number>;
  releasedAt: number | null;
  observedAt: number;
  /** When its source named it last, within a day. */
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

/** How releases of a series are looked for; no row for a series that was never tracked. */
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
  /** Lower case, JSON; null for those of the setting. */
  languages: string | null;
  /** JSON; null for all. */
  groups: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Another name that releases of a series go by. */
export interface ReleaseAliasTable {
  id: string;
  seriesId: string;
  alias: string;
  /** What titles are compared by. */
  normalized: string;
  source: string;
  createdAt: number;
}

/** A series that has other books than before: announced releases of it may be there by now. Triggers on `book` add rows. */
export interface ReleaseMarkTable {
  id: Generated<number>;
  seriesId: string;
}
