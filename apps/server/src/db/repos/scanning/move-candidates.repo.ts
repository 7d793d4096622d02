import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { isFound, readChunked, type ReadRow } from '../rows/read-rows.ts';

/** A book whose file may have moved. */
export type MoveCandidate = ReadRow<typeof listCandidatesById>;

/** Every book of a series, deleted or not. */
export async function listBooksOfSeries(db: ReadDb, seriesId: string): Promise<MoveCandidate[]> {
  return candidates(db).where('book.seriesId', '=', seriesId).execute();
}

function candidates(db: ReadDb) {
  return db
    .selectFrom('book')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .select([
      'book.id',
      'book.libraryId',
      'book.seriesId',
      'book.path',
      'book.fileSize',
      'book.fileModifiedAt',
      'book.sidecars',
      'book.deletedAt',
      'book.binnedAt',
      'book.missingSince',
      'book.state',
      'book.fingerprint',
      'book.fileHash',
      'library.path as libraryPath',
    ]);
}

/** Books by id, whether they were ever read or not. */
export async function listCandidatesById(db: ReadDb, ids: readonly string[]) {
  return readChunked(ids, (chunk) => candidates(db).where('book.id', 'in', chunk));
}

/** Analysed books of these sizes that are deleted or elsewhere. @param notIn leaves out live books of this library */
export async function listCandidatesBySize(db: ReadDb, notIn: string | undefined, sizes: readonly number[]) {
  const found: MoveCandidate[] = [];
  for (const chunk of chunked(sizes)) {
    const read = candidates(db).where('book.fingerprint', 'is not', null).where('book.state', '<>', 'pending');
    const deleted = read.where('book.deletedAt', 'is not', null).where('book.fileSize', 'in', chunk);
    const elsewhere = read
      .where('book.deletedAt', 'is', null)
      .where('book.fileSize', 'in', chunk)
      .$if(notIn !== undefined, (query) => query.where('book.libraryId', '<>', notIn ?? ''));
    found.push(...(await deleted.execute()), ...(await elsewhere.execute()));
  }
  return found;
}

/** Whether there is any book that a new file of this library could be the moved file of. */
export async function hasBooksElsewhere(db: ReadDb, libraryId: string): Promise<boolean> {
  return isFound(
    db
      .selectFrom('book')
      .select('id')
      .where((eb) => eb.or([eb('libraryId', '<>', libraryId), eb('deletedAt', 'is not', null)]))
      .limit(1),
  );
}
