import type { ReadDb, Tx } from '../../open.ts';
import { chunked } from '../../sql/dialect.ts';
import { readChunked, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';

/** A series that a release may be of. */
interface CandidateRow {
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

/** Series that releases may be of, as far as the viewer may see them, the surest first. */
export async function listCandidates(db: ReadDb, viewerScope: ViewerScope, releaseIds: readonly string[]) {
  return readChunked(releaseIds, (ids) =>
    visibleSeries(db, viewerScope)
      .innerJoin('releaseCandidate as candidate', 'candidate.seriesId', 'series.id')
      .select(['candidate.releaseId', 'candidate.seriesId', 'candidate.confidence', 'candidate.matchedBy'])
      .select('series.title as seriesTitle')
      .where('candidate.releaseId', 'in', ids)
      .orderBy('candidate.confidence', 'desc')
      .orderBy('series.sortKey')
      .orderBy('series.id'),
  );
}

/** What a series has, as far as it is told from others by numbers. */
export type OwnedBook = ReadRow<typeof listOwnedBooks>;

/** Live books of series. */
export async function listOwnedBooks(db: ReadDb, seriesIds: readonly string[]) {
  return readChunked(seriesIds, (some) =>
    db
      .selectFrom('book')
      .select(['seriesId', 'volume', 'chapter'])
      .where('seriesId', 'in', some)
      .where('deletedAt', 'is', null),
  );
}

/** The oldest marks, a few at a time. */
export async function listReleaseMarks(db: ReadDb, limit: number) {
  return db.selectFrom('releaseMark').selectAll().orderBy('id').limit(limit).execute();
}

/** Marks a series whose entries are to be compared with its books once more. */
export async function markForReleases(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  for (const some of chunked(seriesIds)) {
    await tx.write
      .insertInto('releaseMark')
      .values(some.map((seriesId) => ({ seriesId })))
      .execute();
  }
}

/** Deletes marks that have been dealt with. */
export async function deleteReleaseMarks(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const some of chunked(ids)) await tx.write.deleteFrom('releaseMark').where('id', 'in', some).execute();
}

/** Announced entries of series without a chosen state, with the library of each. */
export async function listUndecided(db: ReadDb, seriesIds: readonly string[]) {
  return (
    db
      .selectFrom('releaseEntry as entry')
      .innerJoin('series', 'series.id', 'entry.seriesId')
      .leftJoin('releaseTracking as tracking', 'tracking.seriesId', 'series.id')
      .select(['entry.id', 'entry.seriesId', 'series.libraryId', 'entry.volumes', 'entry.chapters'])
      .select('tracking.volumeChapterMap')
      .where('entry.seriesId', 'in', [...seriesIds, ''])
      .where('entry.state', '=', 'announced')
      .where('entry.isDecided', '=', 0)
      // Of which series they are has to be known first.
      .where('entry.id', 'not in', (eb) => eb.selectFrom('releaseCandidate').select('releaseCandidate.releaseId'))
      .execute()
  );
}
