import { chunked } from '../../dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { type Beholder, visibleSeries } from '../visibility.ts';

/** A series that a release may be of. */
export interface CandidateRow {
  readonly seriesId: string;
  readonly confidence: number;
  readonly matchedBy: string;
}

/** Stores the series that a new release may be of. */
export async function insertCandidates(tx: Tx, releaseId: string, candidates: readonly CandidateRow[]): Promise<void> {
  const rows = candidates.map(({ seriesId, confidence, matchedBy }) => ({
    releaseId,
    seriesId,
    confidence,
    matchedBy,
  }));
  for (const values of chunked(rows)) await tx.write.insertInto('releaseCandidate').values(values).execute();
}

/** Forgets which series a release may be of. */
export async function deleteCandidates(tx: Tx, releaseId: string): Promise<void> {
  await tx.write.deleteFrom('releaseCandidate').where('releaseId', '=', releaseId).execute();
}

/** Series that releases may be of, as far as the beholder may see them, the surest first. */
export async function listCandidates(db: ReadDb, beholder: Beholder, releaseIds: readonly string[]) {
  const found: (CandidateRow & { readonly releaseId: string; readonly seriesTitle: string })[] = [];
  for (const ids of chunked(releaseIds)) {
    const rows = await visibleSeries(db, beholder)
      .innerJoin('releaseCandidate as candidate', 'candidate.seriesId', 'series.id')
      .select(['candidate.releaseId', 'candidate.seriesId', 'candidate.confidence', 'candidate.matchedBy'])
      .select('series.title as seriesTitle')
      .where('candidate.releaseId', 'in', ids)
      .orderBy('candidate.confidence', 'desc')
      .orderBy('series.sortKey')
      .orderBy('series.id')
      .execute();
    found.push(...rows);
  }
  return found;
}
