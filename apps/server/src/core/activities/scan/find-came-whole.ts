import type { ReadDb } from '#db/open.ts';
import { listBooksOfSeries, type MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import { listSeriesById } from '#db/repos/scanning/scan.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { isReadableAndFilled } from '#files/walk/library-root.ts';
import { isOutside } from './compare-files.ts';
import type { ForeignSeries } from './group-work.ts';
import { isMissing, type SearchedLibrary } from './find-moves.ts';
import type { Move } from './follow-contents.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';

/** Whether a book's file is gone; a disk error counts as present. */
async function isLost(book: MoveCandidate): Promise<boolean> {
  const { libraryPath, path } = book;
  if (isMissing(book)) return true;
  try {
    if (!(await isReadableAndFilled(libraryPath))) return false;
    return (await findLibraryFileState(libraryPath, pathInRoot(libraryPath, path))) === undefined;
  } catch {
    return false;
  }
}

/**
 * Finds series that moved completely: some books were found, and no other book is left at its old place.
 * @param moves whose old libraries were reachable
 * @returns series of other libraries, and ids of series from folders outside of the partial scan
 */
export async function findCameWhole(db: ReadDb, library: SearchedLibrary, moves: readonly Move[], signal: AbortSignal) {
  const strangers = moves.filter(({ book }) => book.libraryId !== library.id || isOutside(book.path, library.below));
  const arriving = new Set(moves.map(({ book }) => book.id));
  const foreign: ForeignSeries[] = [];
  const own: string[] = [];
  for (const row of await listSeriesById(db, [...new Set(strangers.map(({ book }) => book.seriesId))])) {
    signal.throwIfAborted();
    const { libraryId, ...series } = row;
    const left = (await listBooksOfSeries(db, series.id)).filter(({ id }) => !arriving.has(id));
    const lost = await Promise.all(left.map(isLost));
    if (!lost.every(Boolean)) continue;
    if (libraryId === library.id) own.push(series.id);
    else foreign.push({ series, libraryId, left });
  }
  return { foreign, own };
}
