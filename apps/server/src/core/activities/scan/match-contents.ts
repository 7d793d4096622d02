import type { BookIdentity } from '@lectern/formats';
import { groupBy } from '#core/group-by.ts';
import { toFileName } from '#core/rules/naming/place-in-series.ts';
import type { MoveCandidate } from '#db/repos/scanning/move-candidates.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import type { Differences } from './compare-files.ts';

/** New and changed files. */
export function filesInQuestion({ added, changed, restored }: Differences): FoundFile[] {
  const others = restored.filter(({ isChanged }) => isChanged);
  return [...added, ...[...changed, ...others].map(({ file }) => file)];
}

/** A file whose content was read. */
export interface IdentifiedFile extends BookIdentity {
  readonly file: FoundFile;
  /** Full hash, only for an ambiguous fingerprint. */
  readonly hash?: string | undefined;
}

/** Whether the stored content belongs to the book's current file. */
export function isIdentified({ state, fingerprint }: MoveCandidate): boolean {
  return fingerprint !== null && state !== 'pending';
}

/** Whether a file has a book's content. A sampled fingerprint suffices only while the book has no full hash. */
function holds(identified: IdentifiedFile, book: MoveCandidate): boolean {
  const { fingerprint, isComplete, hash } = identified;
  return book.fingerprint === fingerprint && (isComplete || book.fileHash === '' || book.fileHash === hash);
}

class Class {
  readonly #files: readonly IdentifiedFile[];
  readonly #free: Map<string, MoveCandidate>;
  readonly #matches: Map<string, MoveCandidate>;

  constructor(files: readonly IdentifiedFile[], books: readonly MoveCandidate[], matches: Map<string, MoveCandidate>) {
    this.#files = files;
    this.#free = new Map(books.map((book) => [book.id, book]));
    this.#matches = matches;
  }

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
 * Matches files with books by content. Among equal books a file prefers its own path, then its own file name in this library,
 * then its file name elsewhere, then this library, then any.
 * @param books whose content may have moved
 * @returns books by path; each book at most once
 */
export function matchContents(libraryId: string, files: readonly IdentifiedFile[], books: readonly MoveCandidate[]) {
  const matches = new Map<string, MoveCandidate>();
  const booksByFingerprint = groupBy(books.filter(isIdentified), ({ fingerprint }) => fingerprint ?? '');
  const toPlace = (book: MoveCandidate): string => (book.libraryId === libraryId ? 'here' : 'elsewhere');
  const any = (): string => '';
  for (const [fingerprint, alike] of groupBy(files, (identified) => identified.fingerprint)) {
    const one = new Class(alike, booksByFingerprint.get(fingerprint) ?? [], matches);
    one.match(
      ({ path }) => `here/${path}`,
      (book) => `${toPlace(book)}/${book.path}`,
    );
    one.match(
      ({ path }) => `here/${toFileName(path)}`,
      (book) => `${toPlace(book)}/${toFileName(book.path)}`,
    );
    one.match(
      ({ path }) => toFileName(path),
      ({ path }) => toFileName(path),
    );
    one.match(() => 'here', toPlace);
    one.match(any, any);
  }
  return matches;
}

const toStamp = (size: number | null, modifiedAt: number | null): string => `${String(size)} ${String(modifiedAt)}`;

/**
 * Matches books that were never analysed, by size and modification time, when exactly one file and one book have them.
 * @param files without a known content
 * @param books without a match
 */
export function matchUnread(files: readonly FoundFile[], books: readonly MoveCandidate[]) {
  const matches = new Map<string, MoveCandidate>();
  const unread = groupBy(
    books.filter((book) => !isIdentified(book)),
    ({ fileSize, fileModifiedAt }) => toStamp(fileSize, fileModifiedAt),
  );
  if (unread.size === 0) return matches;
  for (const [stamp, alike] of groupBy(files, ({ size, modifiedAt }) => toStamp(size, modifiedAt))) {
    const [file] = alike;
    const [book, another] = unread.get(stamp) ?? [];
    if (file === undefined || alike.length > 1 || book === undefined || another !== undefined) continue;
    matches.set(file.path, book);
  }
  return matches;
}
