import { type BookIdentity, FormatError } from '@lectern/formats';
import { isSystemError } from '#core/rules/files/system-error.ts';
import { groupBy } from '#core/group-by.ts';
import {
  hasBooksElsewhere,
  type KnownBook,
  listCandidatesById,
  listCandidatesBySize,
  type MoveCandidate,
} from '#db/repos/scanning/scan.repo.ts';
import type { Database } from '#db/open.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { isTelling, pathInRoot } from '#files/walk/library-root.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import { failureMessage } from '#log/redact.ts';
import { type Differences, isOutside } from './compare-files.ts';
import { filesInQuestion, type IdentifiedFile, isIdentified, matchContents, matchUnread } from './match-contents.ts';

interface MoveContext {
  readonly db: Database;
  readonly readers: BookReaders;
}

/** Which known book each file in question is, as far as that can be told. */
export interface ContentMatches {
  /** By path of the file; a file of unknown content has none. */
  readonly bookOf: ReadonlyMap<string, MoveCandidate>;
  /** Files that might be a known book, but cannot be looked at: the next scan decides. With the reason. */
  readonly undecidedFiles: ReadonlyMap<string, string>;
  /** Ids of books that one of those files might be: not to be taken for gone. */
  readonly undecidedBooks: ReadonlySet<string>;
}

/** The library whose files are in question. */
export interface SearchedLibrary {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Set when only what lies below some folders was walked: books of the rest may have moved there. */
  readonly below?: ReadonlySet<string> | undefined;
}

interface Search {
  readonly ctx: MoveContext;
  readonly library: SearchedLibrary;
  readonly signal: AbortSignal;
  readonly undecided: Map<string, string>;
}

const NOTHING: ContentMatches = { bookOf: new Map(), undecidedFiles: new Map(), undecidedBooks: new Set() };
/** Files looked at together: as many as there are threads that read, and one waiting for each. */
const AT_ONCE = 4;

async function listCandidates({ ctx, library }: Search, differences: Differences): Promise<MoveCandidate[]> {
  const sizes = new Set(filesInQuestion(differences).map(({ size }) => size));
  const { missing, changed, restored } = differences;
  const inQuestion: KnownBook[] = [...missing, ...changed.map(({ book }) => book)];
  const ids = inQuestion.filter(({ fileSize }) => sizes.has(fileSize)).map(({ id }) => id);
  const here = await listCandidatesById(ctx.db.read, ids);
  const isPart = library.below !== undefined;
  if (!isPart && !(await hasBooksElsewhere(ctx.db.read, library.id))) return here;
  // A deleted book whose file is back as it was is not in question any more.
  const back = new Set(restored.filter(({ isChanged }) => !isChanged).map(({ book }) => book.id));
  const elsewhere = await listCandidatesBySize(ctx.db.read, isPart ? undefined : library.id, [...sizes]);
  const isElsewhere = ({ id, deletedAt, ...book }: MoveCandidate): boolean =>
    deletedAt !== null ? !back.has(id) : book.libraryId !== library.id || isOutside(book.path, library.below);
  return [...here, ...elsewhere.filter(isElsewhere)];
}

/**
 * The files that have to be looked at: those of the size of a book whose content may be anywhere. A changed file that only its
 * own book could be is that book either way.
 */
function chooseFiles(
  files: readonly FoundFile[],
  candidates: readonly MoveCandidate[],
  libraryId: string,
): FoundFile[] {
  const books = groupBy(candidates.filter(isIdentified), ({ fileSize }) => fileSize);
  const bySize = groupBy(files, ({ size }) => size);
  return files.filter(({ path, size }) => {
    const [book, another] = books.get(size) ?? [];
    if (book === undefined) return false;
    const isOwn = book.libraryId === libraryId && book.path === path;
    return !isOwn || another !== undefined || (bySize.get(size)?.length ?? 0) > 1;
  });
}

/** What keeps a file from being looked at, in words; the error itself when the scan cannot go on. */
function refusalOf(thrown: unknown, signal: AbortSignal): string {
  signal.throwIfAborted();
  if (!(thrown instanceof Error)) throw thrown;
  const isGone = 'code' in thrown && thrown.code === 'ERR_STOPPED';
  if (isGone || !(thrown instanceof FormatError || isSystemError(thrown))) throw thrown;
  return failureMessage(thrown);
}

async function identify({ ctx, library, signal, undecided }: Search, file: FoundFile): Promise<IdentifiedFile[]> {
  try {
    const identity = await ctx.readers.identify(pathInRoot(library.path, file.path), { background: true, signal });
    return [{ file, ...identity }];
  } catch (thrown) {
    undecided.set(file.path, refusalOf(thrown, signal));
    return [];
  }
}

/** Adds the full hash where samples alone do not tell two files apart, and a book's hash is known. */
async function withHash(
  { ctx, library, signal, undecided }: Search,
  identified: IdentifiedFile,
  hashed: ReadonlySet<string>,
): Promise<IdentifiedFile[]> {
  if (identified.isComplete || !hashed.has(identified.fingerprint)) return [identified];
  const { path, ...seen } = identified.file;
  try {
    const hash = await ctx.readers.hash(pathInRoot(library.path, path), seen, { background: true, signal });
    if (hash !== undefined) return [{ ...identified, hash }];
    undecided.set(path, 'The file was being changed while it was read');
    return [];
  } catch (thrown) {
    undecided.set(path, refusalOf(thrown, signal));
    return [];
  }
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    signal.throwIfAborted();
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map(work))).flat());
  }
  return results;
}

async function identityOf({ ctx, signal }: Search, absolutePath: string): Promise<BookIdentity | undefined> {
  try {
    return await ctx.readers.identify(absolutePath, { background: true, signal });
  } catch (thrown) {
    refusalOf(thrown, signal);
    return undefined;
  }
}

/**
 * A book that was not looked for has moved only when its content is not where it was, though its library's folder is there and
 * not empty. Of an empty one nothing is known until a user says that its books were removed.
 */
async function isGone(search: Search, book: MoveCandidate): Promise<boolean> {
  const { id, below } = search.library;
  if (book.deletedAt !== null || (book.libraryId === id && !isOutside(book.path, below))) return true;
  if (!(await isTelling(book.libraryPath))) return false;
  const path = pathInRoot(book.libraryPath, book.path);
  const now = await findLibraryFileState(book.libraryPath, path).catch((thrown: unknown) => {
    refusalOf(thrown, search.signal);
    return null;
  });
  if (now === undefined) return true;
  if (now === null || (now.size === book.fileSize && now.modifiedAt === book.fileModifiedAt)) return false;
  if (now.size !== book.fileSize) return true;
  const identity = await identityOf(search, path);
  return identity !== undefined && identity.fingerprint !== book.fingerprint;
}

/** Books that a file without an answer might be. */
function booksOfUndecided(
  undecided: ReadonlyMap<string, string>,
  files: readonly FoundFile[],
  candidates: readonly MoveCandidate[],
): ReadonlySet<string> {
  const sizes = new Set(files.filter(({ path }) => undecided.has(path)).map(({ size }) => size));
  return new Set(candidates.filter(({ fileSize }) => sizes.has(fileSize)).map(({ id }) => id));
}

/**
 * Finds which new and changed files are known books that were moved or renamed. In question is the content of
 * books whose file is missing or not what it was. Only a file of the exact size of such a book is opened; equal archive
 * directories with their checksums, equal full hashes, or, while a book's hash is unknown, equal samples make it the same.
 */
export async function findMoves(
  ctx: MoveContext,
  library: SearchedLibrary,
  differences: Differences,
  signal: AbortSignal,
): Promise<ContentMatches> {
  const files = filesInQuestion(differences);
  if (files.length === 0) return NOTHING;
  const search: Search = { ctx, library, signal, undecided: new Map() };
  const candidates = await listCandidates(search, differences);
  const chosen = chooseFiles(files, candidates, library.id);
  const identified = await inTurns(chosen, signal, async (file) => identify(search, file));
  const wanted = new Set(identified.map(({ fingerprint }) => fingerprint));
  const alike = candidates.filter((book) => isIdentified(book) && wanted.has(book.fingerprint ?? ''));
  const gone = await inTurns(alike, signal, async (book) => ((await isGone(search, book)) ? [book] : []));
  const hashed = new Set(gone.flatMap(({ fileHash, fingerprint }) => (fileHash === '' ? [] : [fingerprint ?? ''])));
  const certain = await inTurns(identified, signal, async (one) => withHash(search, one, hashed));
  const bookOf = matchContents(library.id, certain, gone);
  const taken = new Set([...bookOf.values()].map(({ id }) => id));
  const isHere = ({ libraryId, path }: MoveCandidate): boolean =>
    libraryId === library.id && !isOutside(path, library.below);
  const unread = candidates.filter((book) => isHere(book) && !taken.has(book.id));
  const left = files.filter(({ path }) => !bookOf.has(path) && !search.undecided.has(path));
  for (const [path, book] of matchUnread(left, unread)) bookOf.set(path, book);
  const undecidedBooks = booksOfUndecided(search.undecided, files, candidates);
  return { bookOf, undecidedFiles: search.undecided, undecidedBooks };
}
