import { MediaUrlKind, Release, ReleaseState } from '@lectern/contract';
import type { ListedRelease } from '#db/repos/releases.repo.ts';
import { readSpans } from './spans.ts';

const Extras = Release.shape.metadata;

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** A stored entry as section 2.12 has it. */
export function toRelease(row: ListedRelease): Release {
  return {
    id: row.id,
    seriesId: row.seriesId,
    seriesTitle: row.seriesTitle,
    sourceId: row.sourceId,
    externalReleaseId: row.externalReleaseId,
    payloadUrl: row.payloadUrl,
    mediaUrl: row.mediaUrl,
    mediaUrlKind: row.mediaUrlKind === null ? null : MediaUrlKind.parse(row.mediaUrlKind),
    infoHash: row.infoHash,
    groupOrUploader: row.groupOrUploader,
    language: row.language,
    chapters: readSpans(row.chapters),
    volumes: readSpans(row.volumes),
    formatHints: Extras.parse(JSON.parse(row.formatHints)),
    metadata: Extras.parse(JSON.parse(row.metadata)),
    confidence: row.confidence,
    matchedBy: row.matchedBy,
    state: ReleaseState.parse(row.state),
    releasedAt: row.releasedAt === null ? null : timestamp(row.releasedAt),
    observedAt: timestamp(row.observedAt),
    createdAt: timestamp(row.createdAt),
  };
}
