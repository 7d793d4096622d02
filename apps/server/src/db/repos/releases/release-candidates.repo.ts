import type { Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ReleaseCandidateTable } from '../../schema/index.ts';
import { readChunked, type ReadRow, writeChunked } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';

type CandidateRow = Omit<Selectable<ReleaseCandidateTable>, 'releaseId'>;

/** Stores the candidates of a release. */
export async function insertCandidates(tx: Tx, releaseId: string, candidates: readonly CandidateRow[]): Promise<void> {
  const rows = candidates.map(({ seriesId, confidence, matchedBy }) => ({
    releaseId,
    seriesId,
    confidence,
    matchedBy,
  }));
  await writeChunked(rows, (values) => tx.write.insertInto('releaseCandidate').values(values));
}

/** Deletes the candidates of a release. */
export async function deleteCandidates(tx: Tx, releaseId: string): Promise<void> {
  await tx.write.deleteFrom('releaseCandidate').where('releaseId', '=', releaseId).execute();
}

/** Visible candidates of releases, the surest first. */
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

export type OwnedBook = ReadRow<typeof listOwnedBooks>;

/** Live books of series. */
export async function listOwnedBooks(db: ReadDb, seriesIds: readonly string[]) {
  const live = db.selectFrom('book').select(['seriesId', 'volume', 'chapter']).where('deletedAt', 'is', null);
  return readChunked(seriesIds, (some) => live.where('seriesId', 'in', some));
}

/** The oldest marks, a few at a time. */
export async function listReleaseMarks(db: ReadDb, limit: number) {
  return db.selectFrom('releaseMark').selectAll().orderBy('id').limit(limit).execute();
}

/** Marks a series whose entries are to be compared with its books once more. */
export async function markForReleases(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  await writeChunked(seriesIds, (some) =>
    tx.write.insertInto('releaseMark').values(some.map((seriesId) => ({ seriesId }))),
  );
}

/** Deletes marks that have been dealt with. */
export async function deleteReleaseMarks(tx: Tx, ids: readonly number[]): Promise<void> {
  await writeChunked(ids, (some) => tx.write.deleteFrom('releaseMark').where('id', 'in', some));
}

/** Announced entries of series without a chosen state and without candidates, with the library of each. */
export async function listUndecided(db: ReadDb, seriesIds: readonly string[]) {
  return db
    .selectFrom('releaseEntry as entry')
    .innerJoin('series', 'series.id', 'entry.seriesId')
    .leftJoin('releaseTracking as tracking', 'tracking.seriesId', 'series.id')
    .select(['entry.id', 'entry.seriesId', 'series.libraryId', 'entry.volumes', 'entry.chapters'])
    .select('tracking.volumeChapterMap')
    .where('entry.seriesId', 'in', [...seriesIds, ''])
    .where('entry.state', '=', 'announced')
    .where('entry.isDecided', '=', 0)
    .where('entry.id', 'not in', (eb) => eb.selectFrom('releaseCandidate').select('releaseCandidate.releaseId'))
    .execute();
}
