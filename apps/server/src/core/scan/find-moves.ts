import { FormatError } from '@lectern/formats';
import { fileNameOf } from '#core/naming/file-names.ts';
import {
  hasBooksElsewhere,
  type KnownBook,
  listCandidatesById,
  listCandidatesBySize,
  type MoveCandidate,
} from '#db/repos/scan.repo.ts';
import type { Database } from '#db/open.ts';
import type { BookReaders } from '#files/book-readers.ts';
import { hashFile } from '#files/hash-file.ts';
import { findFileState } from '#files/find-file.ts';
import { checkRoot, pathInRoot } from '#files/library-root.ts';
import type { FoundFile } from '#files/walk.ts';

/** A new file that is a known book under another path. */
export interface Move {
  readonly file: FoundFile;
  readonly book: MoveCandidate;
}

interface MoveContext {
  readonly db: Database;
  readonly readers: BookReaders;
}

interface MoveQuestion {
  readonly library: { readonly id: string; readonly path: string };
  readonly added: readonly FoundFile[];
  readonly missing: readonly KnownBook[];
}

/** Formats whose fingerprint covers the checksum of every entry: equal ones hold the same bytes. */
const FULLY_FINGERPRINTED = new Set(['cbz', 'cbr', 'epub']);

async function listCandidates(db: Database, question: MoveQuestion): Promise<MoveCandidate[]> {
  const { library, added, missing } = question;
  const sizes = [...new Set(added.map(({ size }) => size))];
  const wanted = new Set(sizes);
  const gone = missing.filter(({ fileSize }) => wanted.has(fileSize)).map(({ id }) => id);
  const here = await listCandidatesById(db.read, gone);
  if (!(await hasBooksElsewhere(db.read, library.id))) return here;
  return [...here, ...(await listCandidatesBySize(db.read, library.id, sizes))];
}

/** A book of another library has moved only when its file is gone and its folder is not. */
async function isGone(book: MoveCandidate, libraryId: string): Promise<boolean> {
  if (book.deletedAt !== null || book.libraryId === libraryId) return true;
  const root = await checkRoot(book.libraryPath);
  if (!root.ok) return false;
  return (await findFileState(pathInRoot(book.libraryPath, book.path))) === undefined;
}

async function readFingerprint(readers: BookReaders, path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { fingerprint } = await readers.read(path, { background: true, signal });
    return fingerprint;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** The same file name says more than the order of rows. */
function byLikeness(file: FoundFile): (one: MoveCandidate, other: MoveCandidate) => number {
  const name = fileNameOf(file.path);
  const differs = (book: MoveCandidate): number => (fileNameOf(book.path) === name ? 0 : 1);
  return (one, other) => differs(one) - differs(other);
}

/**
 * Finds which new files are known books that were moved or renamed (decision C12). Only a file whose exact size a gone book
 * had is opened; equal archive directories with their checksums, or equal full hashes, make it the same book.
 * @returns at most one move for each file and each book
 */
export async function findMoves(ctx: MoveContext, question: MoveQuestion, signal: AbortSignal): Promise<Move[]> {
  if (question.added.length === 0) return [];
  const { library, added } = question;
  const bySize = new Map<number, MoveCandidate[]>();
  for (const book of await listCandidates(ctx.db, question)) {
    bySize.set(book.fileSize, [...(bySize.get(book.fileSize) ?? []), book]);
  }
  const taken = new Set<string>();
  const moves: Move[] = [];
  for (const file of added) {
    signal.throwIfAborted();
    const candidates: MoveCandidate[] = [];
    for (const book of bySize.get(file.size) ?? []) {
      if (!taken.has(book.id) && (await isGone(book, library.id))) candidates.push(book);
    }
    const book = await confirm(ctx, pathInRoot(library.path, file.path), candidates.sort(byLikeness(file)), signal);
    if (book === undefined) continue;
    taken.add(book.id);
    moves.push({ file, book });
  }
  return moves;
}

async function confirm(
  { readers }: MoveContext,
  absolutePath: string,
  candidates: readonly MoveCandidate[],
  signal: AbortSignal,
): Promise<MoveCandidate | undefined> {
  if (candidates.length === 0) return undefined;
  const fingerprint = await readFingerprint(readers, absolutePath, signal);
  const alike = candidates.filter((book) => book.fingerprint === fingerprint);
  const certain = alike.find(({ fileFormat }) => FULLY_FINGERPRINTED.has(fileFormat));
  if (certain !== undefined || !alike.some(({ fileHash }) => fileHash !== '')) return certain;
  const hash = await hashFile(absolutePath, signal);
  return alike.find(({ fileHash }) => fileHash === hash);
}
