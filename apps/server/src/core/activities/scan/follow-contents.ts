import type { MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences, FoundBook } from './compare-files.ts';
import { filesInQuestion } from './match-contents.ts';
import type { ContentMatches } from './find-moves.ts';

/** A known book with its new file. */
export interface Move {
  readonly file: FoundFile;
  readonly book: MoveCandidate;
}

function isThere(libraryId: string, book: MoveCandidate, file: FoundFile): boolean {
  return book.libraryId === libraryId && book.path === file.path;
}

/**
 * Lets books follow their contents. A changed file with the content of another book becomes that book. A file without a match
 * keeps the book of its path, unless that book was found elsewhere; then the file is a new book.
 */
export function followContents(libraryId: string, differences: Differences, matches: ContentMatches) {
  const { bookOf, undecidedFiles, undecidedBooks } = matches;
  const found = new Set([...bookOf.values()].map(({ id }) => id));
  const added = differences.added.filter(({ path }) => !bookOf.has(path) && !undecidedFiles.has(path));
  const missing = differences.missing.filter(({ id }) => !found.has(id) && !undecidedBooks.has(id));
  /** By path: id of the known book that must leave it for another book. */
  const vacated = new Map<string, string>();
  /** Ids of those books that were not found elsewhere. */
  const displaced = new Set<string>();
  /** Whether the book of a changed file stays the book of that file. */
  const stays = ({ book, file }: FoundBook): boolean => {
    const match = bookOf.get(file.path);
    if (match === undefined ? !found.has(book.id) : match.id === book.id) return true;
    vacated.set(file.path, book.id);
    if (match === undefined && !undecidedFiles.has(file.path)) added.push(file);
    if (found.has(book.id)) return false;
    displaced.add(book.id);
    if (book.deletedAt === null) missing.push(book);
    return false;
  };
  const changed = differences.changed.filter(stays);
  const back = differences.restored.filter((one) => !one.isChanged || stays(one));
  const isSame = ({ book, file }: FoundBook): boolean =>
    book.binnedAt !== null && bookOf.get(file.path)?.id === book.id;
  const restored = back.filter((one) => !isSame(one));
  const moves = filesInQuestion(differences).flatMap((file): Move[] => {
    const book = bookOf.get(file.path);
    return book === undefined || isThere(libraryId, book, file) ? [] : [{ file, book }];
  });
  const gone = new Set([...found, ...displaced]);
  const regrouped = differences.regrouped.filter(
    ({ book }) => !gone.has(book.id) || bookOf.get(book.path)?.id === book.id,
  );
  const kept = [...changed, ...back].map(({ book }) => book.seriesId);
  return {
    differences: {
      ...differences,
      added,
      missing,
      changed: changed.filter(({ file }) => !undecidedFiles.has(file.path)),
      restored: restored.filter(({ file }) => !undecidedFiles.has(file.path)),
      touched: back.filter(isSame),
      regrouped,
      seriesSeen: new Set([...differences.seriesSeen, ...kept]),
    },
    moves,
    vacated,
    displaced,
  };
}
