import type { ReadDb } from '#db/open.ts';
import { listBooksOfSeries, listSeriesById, type MoveCandidate } from '#db/repos/scan.repo.ts';
import { findFileState } from '#files/find-file.ts';
import { pathInRoot } from '#files/library-root.ts';
import type { Move } from './follow-contents.ts';
import type { ForeignSeries } from './group-work.ts';

/** Whether a book's file is not there any more; one that the disk will not tell of is there. */
async function isLost({ deletedAt, libraryPath, path }: MoveCandidate): Promise<boolean> {
  if (deletedAt !== null) return true;
  try {
    return (await findFileState(pathInRoot(libraryPath, path))) === undefined;
  } catch {
    return false;
  }
}

/**
 * Series of other libraries that came over whole: some of their books were found in this library, and no other is left there.
 * @param moves whose books' old libraries were there when they were looked at
 */
export async function findForeignSeries(
  db: ReadDb,
  libraryId: string,
  moves: readonly Move[],
  signal: AbortSignal,
): Promise<ForeignSeries[]> {
  const foreign = moves.filter(({ book }) => book.libraryId !== libraryId);
  const arriving = new Set(foreign.map(({ book }) => book.id));
  const found: ForeignSeries[] = [];
  for (const row of await listSeriesById(db, [...new Set(foreign.map(({ book }) => book.seriesId))])) {
    signal.throwIfAborted();
    const { libraryId: from, ...series } = row;
    if (from === libraryId) continue;
    const left = (await listBooksOfSeries(db, series.id)).filter(({ id }) => !arriving.has(id));
    const lost = await Promise.all(left.map(isLost));
    if (lost.every(Boolean)) found.push({ series, libraryId: from, left });
  }
  return found;
}
