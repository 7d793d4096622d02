import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import type { MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences, FoundBook } from './compare-files.ts';
import { filesInQuestion } from './match-contents.ts';
import type { ContentMatches } from './find-moves.ts';

/** A new place of a known book. */
export interface Move {
  readonly file: FoundFile;
  readonly book: MoveCandidate;
}

/** What is left to do once it is known which file is which book. */
export interface Followed {
  /** With changed, restored and missing books, and new files, as the contents have it. */
  readonly differences: Differences;
  readonly moves: readonly Move[];
  /** By path: the known book that has to leave it before another one can have it. */
  readonly vacated: ReadonlyMap<string, string>;
  /** Those of them that were not found at another place. */
  readonly displaced: ReadonlySet<string>;
}

interface Following {
  readonly added: FoundFile[];
  readonly missing: KnownBook[];
  readonly vacated: Map<string, string>;
  readonly displaced: Set<string>;
}

function isThere(libraryId: string, book: MoveCandidate, file: FoundFile): boolean {
  return book.libraryId === libraryId && book.path === file.path;
}

/**
 * Lets books follow their contents. A changed file that is another book's content is that book, moved there. One that matches
 * nothing keeps the book of its path, with its content replaced, unless that book was found elsewhere: then it is a new book.
 */
export function followContents(libraryId: string, differences: Differences, matches: ContentMatches): Followed {
  const { bookOf, undecidedFiles, undecidedBooks } = matches;
  const found = new Set([...bookOf.values()].map(({ id }) => id));
  const left: Following = {
    added: differences.added.filter(({ path }) => !bookOf.has(path) && !undecidedFiles.has(path)),
    missing: differences.missing.filter(({ id }) => !found.has(id) && !undecidedBooks.has(id)),
    vacated: new Map(),
    displaced: new Set(),
  };
  /** Whether the book of a file that is not as it was stays the book of that file. */
  const stays = ({ book, file }: FoundBook): boolean => {
    const match = bookOf.get(file.path);
    if (match === undefined ? !found.has(book.id) : match.id === book.id) return true;
    left.vacated.set(file.path, book.id);
    if (match === undefined && !undecidedFiles.has(file.path)) left.added.push(file);
    if (found.has(book.id)) return false;
    left.displaced.add(book.id);
    if (book.deletedAt === null) left.missing.push(book);
    return false;
  };
  const changed = differences.changed.filter(stays);
  const restored = differences.restored.filter((one) => !one.isChanged || stays(one));
  const moves = filesInQuestion(differences).flatMap((file): Move[] => {
    const book = bookOf.get(file.path);
    return book === undefined || isThere(libraryId, book, file) ? [] : [{ file, book }];
  });
  const gone = new Set([...found, ...left.displaced]);
  const regrouped = differences.regrouped.filter(
    ({ book }) => !gone.has(book.id) || bookOf.get(book.path)?.id === book.id,
  );
  const kept = [...changed, ...restored].map(({ book }) => book.seriesId);
  return {
    differences: {
      ...differences,
      added: left.added,
      missing: left.missing,
      changed: changed.filter(({ file }) => !undecidedFiles.has(file.path)),
      restored: restored.filter(({ file }) => !undecidedFiles.has(file.path)),
      regrouped,
      seriesSeen: new Set([...differences.seriesSeen, ...kept]),
    },
    moves,
    vacated: left.vacated,
    displaced: left.displaced,
  };
}
