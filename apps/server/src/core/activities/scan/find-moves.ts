import { type BookIdentity, FormatError } from '@lectern/formats';
import { isSystemError } from '#core/rules/files/system-error.ts';
import { groupBy } from '#core/group-by.ts';
import {
  hasBooksElsewhere,
  listCandidatesById,
  listCandidatesBySize,
  type MoveCandidate,
} from '#db/repos/scanning/move-candidates.repo.ts';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { isReadableAndFilled } from '#files/walk/library-root.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { FoundFile } from '#files/walk/walk.ts';
import { failureMessage } from '#log/redact.ts';
import { say } from '#words/say.ts';
import { type Differences, isOutside } from './compare-files.ts';
import { filesInQuestion, type IdentifiedFile, isIdentified, matchContents, matchUnread } from './match-contents.ts';
import type { ScanContext } from './running-scan.ts';

type MoveContext = Pick<ScanContext, 'db' | 'readers'>;

/** The known books that the examined files are. */
export interface ContentMatches {
  /** By path; only files with a known book. */
  readonly bookOf: ReadonlyMap<string, MoveCandidate>;
  /** Reasons by path for files that cannot be read; the next scan decides about them. */
  readonly undecidedFiles: ReadonlyMap<string, string>;
  /** Ids of books that one of those files may be; they must not count as missing. */
  readonly undecidedBooks: ReadonlySet<string>;
}

/** The scanned library. */
export interface SearchedLibrary {
  readonly id: string;
  /** Absolute. */
  readonly path: string;
  /** Folders of a partial scan; books outside may have moved there. */
  readonly below?: ReadonlySet<string> | undefined;
}

interface Search {
  readonly ctx: MoveContext;
  readonly library: SearchedLibrary;
  readonly signal: AbortSignal;
  readonly undecided: Map<string, string>;
}

const NOTHING: ContentMatches = { bookOf: new Map(), undecidedFiles: new Map(), undecidedBooks: new Set() };
/** Two files for each reading thread. */
const AT_ONCE = 4;

async function listCandidates({ ctx, library }: Search, differences: Differences): Promise<MoveCandidate[]> {
  const sizes = new Set(filesInQuestion(differences).map(({ size }) => size));
  const { missing, changed, restored, binnedAway, binnedHere } = differences;
  const replaced = restored.filter(({ isChanged, book }) => isChanged && book.binnedAt !== null);
  const inQuestion: KnownBook[] = [...missing, ...binnedAway, ...[...changed, ...replaced].map(({ book }) => book)];
  const ids = inQuestion.filter(({ fileSize }) => sizes.has(fileSize)).map(({ id }) => id);
  const here = await listCandidatesById(ctx.db.read, ids);
  const isPart = library.below !== undefined;
  if (!isPart && !(await hasBooksElsewhere(ctx.db.read, library.id))) return here;
  // A deleted book with its unchanged file is already found.
  const back = new Set(restored.filter(({ isChanged }) => !isChanged).map(({ book }) => book.id));
  const listed = new Set([...back, ...binnedHere, ...here.map(({ id }) => id)]);
  const elsewhere = await listCandidatesBySize(ctx.db.read, isPart ? undefined : library.id, [...sizes]);
  const isElsewhere = ({ id, deletedAt, ...book }: MoveCandidate): boolean =>
    deletedAt !== null ? !listed.has(id) : book.libraryId !== library.id || isOutside(book.path, library.below);
  return [...here, ...elsewhere.filter(isElsewhere)];
}

/**
 * Files that may be moved books: those of the size of an analysed book. A changed file that only its own book matches is
 * skipped, unless that book is in the bin: it stays there when the file has the same content.
 */
function chooseFiles(files: readonly FoundFile[], candidates: readonly MoveCandidate[], libraryId: string) {
  const books = groupBy(candidates.filter(isIdentified), ({ fileSize }) => fileSize);
  const bySize = groupBy(files, ({ size }) => size);
  return files.filter(({ path, size }) => {
    const [book, another] = books.get(size) ?? [];
    if (book === undefined) return false;
    const isOwn = book.libraryId === libraryId && book.path === path;
    return !isOwn || book.binnedAt !== null || another !== undefined || (bySize.get(size)?.length ?? 0) > 1;
  });
}

/** The reason why a file cannot be read; rethrows errors that end the scan. */
function toRefusal(thrown: unknown, signal: AbortSignal): string {
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
    undecided.set(file.path, toRefusal(thrown, signal));
    return [];
  }
}

/** Adds the full hash when the sampled fingerprint is ambiguous and a book has a hash to compare. */
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
    undecided.set(path, say('The file was being changed while it was read'));
    return [];
  } catch (thrown) {
    undecided.set(path, toRefusal(thrown, signal));
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

async function findIdentity({ ctx, signal }: Search, absolutePath: string): Promise<BookIdentity | undefined> {
  try {
    return await ctx.readers.identify(absolutePath, { background: true, signal });
  } catch (thrown) {
    toRefusal(thrown, signal);
    return undefined;
  }
}

/** Whether a scan missed the file of a book. Of a book of the bin, the file is looked for. */
export function isMissing({ deletedAt, binnedAt }: MoveCandidate): boolean {
  return deletedAt !== null && binnedAt === null;
}

/**
 * Whether a book outside of the scan is gone from its old place. False for an unreachable or empty library folder, whose books
 * only a user can declare removed.
 */
async function isGone(search: Search, book: MoveCandidate): Promise<boolean> {
  const { id, below } = search.library;
  if (isMissing(book) || (book.libraryId === id && !isOutside(book.path, below))) return true;
  if (!(await isReadableAndFilled(book.libraryPath))) return false;
  const path = pathInRoot(book.libraryPath, book.path);
  const now = await findLibraryFileState(book.libraryPath, path).catch((thrown: unknown) => {
    toRefusal(thrown, search.signal);
    return null;
  });
  if (now === undefined) return true;
  if (now === null || (now.size === book.fileSize && now.modifiedAt === book.fileModifiedAt)) return false;
  if (now.size !== book.fileSize) return true;
  const identity = await findIdentity(search, path);
  return identity !== undefined && identity.fingerprint !== book.fingerprint;
}

function booksOfUndecided(
  undecided: ReadonlyMap<string, string>,
  files: readonly FoundFile[],
  candidates: readonly MoveCandidate[],
): ReadonlySet<string> {
  const sizes = new Set(files.filter(({ path }) => undecided.has(path)).map(({ size }) => size));
  return new Set(candidates.filter(({ fileSize }) => sizes.has(fileSize)).map(({ id }) => id));
}

/**
 * Finds new and changed files that are moved or renamed books. Opens only files with the exact size of a book whose own file is
 * missing or changed. Equal archive directories with checksums, equal full hashes, or, without a known hash, equal samples match.
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
  const bookByPath = matchContents(library.id, certain, gone);
  const taken = new Set([...bookByPath.values()].map(({ id }) => id));
  const isHere = ({ libraryId, path }: MoveCandidate): boolean =>
    libraryId === library.id && !isOutside(path, library.below);
  const unread = candidates.filter((book) => isHere(book) && !taken.has(book.id));
  const left = files.filter(({ path }) => !bookByPath.has(path) && !search.undecided.has(path));
  for (const [path, book] of matchUnread(left, unread)) bookByPath.set(path, book);
  const undecidedBooks = booksOfUndecided(search.undecided, files, candidates);
  return { bookOf: bookByPath, undecidedFiles: search.undecided, undecidedBooks };
}
