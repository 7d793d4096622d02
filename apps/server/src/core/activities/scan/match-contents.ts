import type { BookIdentity } from '@lectern/formats';
import { groupBy } from '#core/group-by.ts';
import { fileNameOf } from '#core/rules/naming/place-in-series.ts';
import type { MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences } from './compare-files.ts';

/** Files whose content may be any: new ones, and those that are not as they were. */
export function filesInQuestion({ added, changed, restored }: Differences): FoundFile[] {
  const others = restored.filter(({ isChanged }) => isChanged);
  return [...added, ...[...changed, ...others].map(({ file }) => file)];
}

/** A file whose content was looked at. */
export interface IdentifiedFile extends BookIdentity {
  readonly file: FoundFile;
  /** Full hash; only where fingerprints leave a doubt. */
  readonly hash?: string | undefined;
}

/** Whether what is known of a book's content is of the file that it has now. */
export function isIdentified({ state, fingerprint }: MoveCandidate): boolean {
  return fingerprint !== null && state !== 'pending';
}

/**
 * Whether a file holds a book's content. A fingerprint by samples counts only as far as nothing better is known: the full
 * hash of the book decides when there is one.
 */
function holds(identified: IdentifiedFile, book: MoveCandidate): boolean {
  const { fingerprint, isComplete, hash } = identified;
  return book.fingerprint === fingerprint && (isComplete || book.fileHash === '' || book.fileHash === hash);
}

/** Files and books of one fingerprint. */
class Class {
  readonly #files: readonly IdentifiedFile[];
  readonly #free: Map<string, MoveCandidate>;
  readonly #matches: Map<string, MoveCandidate>;

  constructor(files: readonly IdentifiedFile[], books: readonly MoveCandidate[], matches: Map<string, MoveCandidate>) {
    this.#files = files;
    this.#free = new Map(books.map((book) => [book.id, book]));
    this.#matches = matches;
  }

  /** Gives each file that has no book yet the first free one with the same key; no key means any. */
  match(keyOfFile: (file: FoundFile) => string, keyOfBook: (book: MoveCandidate) => string): void {
    const byKey = groupBy([...this.#free.values()], keyOfBook);
    for (const identified of this.#files) {
      const { file } = identified;
      if (this.#matches.has(file.path)) continue;
      const candidates = byKey.get(keyOfFile(file)) ?? [];
      const at = candidates.findIndex((book) => holds(identified, book));
      const [book] = at < 0 ? [] : candidates.splice(at, 1);
      if (book === undefined) continue;
      this.#free.delete(book.id);
      this.#matches.set(file.path, book);
    }
  }
}

/**
 * Which book each file is, by content. Of several equal ones a file is first the book that is known under its path, then one
 * of the same file name, then any of its own library, then any.
 * @param books each once; those whose content may be at another place than it was
 * @returns by path; each book at most once
 */
export function matchContents(
  libraryId: string,
  files: readonly IdentifiedFile[],
  books: readonly MoveCandidate[],
): Map<string, MoveCandidate> {
  const matches = new Map<string, MoveCandidate>();
  const booksOf = groupBy(books.filter(isIdentified), ({ fingerprint }) => fingerprint ?? '');
  const placeOf = (book: MoveCandidate): string => (book.libraryId === libraryId ? 'here' : 'elsewhere');
  const any = (): string => '';
  for (const [fingerprint, alike] of groupBy(files, (identified) => identified.fingerprint)) {
    const one = new Class(alike, booksOf.get(fingerprint) ?? [], matches);
    one.match(
      ({ path }) => `here/${path}`,
      (book) => `${placeOf(book)}/${book.path}`,
    );
    one.match(
      ({ path }) => `here/${fileNameOf(path)}`,
      (book) => `${placeOf(book)}/${fileNameOf(book.path)}`,
    );
    one.match(
      ({ path }) => fileNameOf(path),
      ({ path }) => fileNameOf(path),
    );
    one.match(() => 'here', placeOf);
    one.match(any, any);
  }
  return matches;
}

const stampOf = ({ size, modifiedAt }: FoundFile): string => `${String(size)} ${String(modifiedAt)}`;
const stampOfBook = (book: MoveCandidate): string => `${String(book.fileSize)} ${String(book.fileModifiedAt)}`;

/**
 * Finds books again that were never read, so that their content is unknown: a file of the same size and modification time is
 * taken for one when there is only one such file and one such book.
 * @param files those that are no known content
 * @param books those without a match
 */
export function matchUnread(
  files: readonly FoundFile[],
  books: readonly MoveCandidate[],
): ReadonlyMap<string, MoveCandidate> {
  const matches = new Map<string, MoveCandidate>();
  const unread = groupBy(
    books.filter((book) => !isIdentified(book)),
    stampOfBook,
  );
  if (unread.size === 0) return matches;
  for (const [stamp, alike] of groupBy(files, stampOf)) {
    const [file] = alike;
    const [book, another] = unread.get(stamp) ?? [];
    if (file === undefined || alike.length > 1 || book === undefined || another !== undefined) continue;
    matches.set(file.path, book);
  }
  return matches;
}
