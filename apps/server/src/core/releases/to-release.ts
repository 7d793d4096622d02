import { MediaUrlKind, Release, type ReleaseCandidate, ReleaseState } from '@lectern/contract';
import { groupBy } from '#core/group-by.ts';
import type { Database, ReadDb } from '#db/open.ts';
import { listCandidates } from '#db/repos/releases/release-candidates.repo.ts';
import type { ListedRelease } from '#db/repos/releases/releases.repo.ts';
import type { Beholder } from '#db/repos/visibility.ts';
import { readSpans } from './spans.ts';

const Extras = Release.shape.metadata;

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/** A stored entry as section 2.12 has it. */
function toRelease(row: ListedRelease, candidates: ReleaseCandidate[]): Release {
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
    // One that is left alone is no choice.
    candidates: candidates.length > 1 ? candidates : [],
    state: ReleaseState.parse(row.state),
    releasedAt: row.releasedAt === null ? null : timestamp(row.releasedAt),
    observedAt: timestamp(row.observedAt),
    createdAt: timestamp(row.createdAt),
  };
}

/** Stored entries as they are shown, with the series that each may be of, as far as the beholder may see those. */
export async function toReleases(db: ReadDb, beholder: Beholder, rows: readonly ListedRelease[]): Promise<Release[]> {
  const found = await listCandidates(
    db,
    beholder,
    rows.map(({ id }) => id),
  );
  const byRelease = groupBy(found, ({ releaseId }) => releaseId);
  return rows.map((row) =>
    toRelease(
      row,
      (byRelease.get(row.id) ?? []).map(({ releaseId: _, ...candidate }) => candidate),
    ),
  );
}

/** One of them. */
export async function showRelease(
  { db }: { readonly db: Database },
  beholder: Beholder,
  row: ListedRelease,
): Promise<Release> {
  const [release] = await toReleases(db.read, beholder, [row]);
  return release ?? toRelease(row, []);
}
