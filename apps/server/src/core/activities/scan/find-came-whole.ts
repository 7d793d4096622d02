import type { ReadDb } from '#db/open.ts';
import { listBooksOfSeries, type MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import { listSeriesById } from '#db/repos/scanning/scan.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { isTelling, pathInRoot } from '#files/walk/library-root.ts';
import { isOutside } from './compare-files.ts';
import type { ForeignSeries } from './group-work.ts';
import type { SearchedLibrary } from './find-moves.ts';
import type { Move } from './follow-contents.ts';

/** Whether a book's file is not there any more; one that the disk will not tell of is there. */
async function isLost({ deletedAt, libraryPath, path }: MoveCandidate): Promise<boolean> {
  if (deletedAt !== null) return true;
  try {
    if (!(await isTelling(libraryPath))) return false;
    return (await findLibraryFileState(libraryPath, pathInRoot(libraryPath, path))) === undefined;
  } catch {
    return false;
  }
}

/** Series that came over whole. */
export interface CameWhole {
  readonly foreign: readonly ForeignSeries[];
  /** Ids of those of this library, from where this scan did not look. */
  readonly own: readonly string[];
}

/**
 * Finds series that were not looked for and came over whole: some of their books were found, and no other is left where it was.
 * @param moves whose books' old libraries were there when they were looked at
 */
export async function findCameWhole(
  db: ReadDb,
  library: SearchedLibrary,
  moves: readonly Move[],
  signal: AbortSignal,
): Promise<CameWhole> {
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
