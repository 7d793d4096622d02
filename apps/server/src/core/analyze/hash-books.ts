import { z } from 'zod';
import type { Database } from '#db/open.ts';
import { findLibraryPath, listUnhashedBooks, writeFileHash } from '#db/repos/scanning/analysis.repo.ts';
import { hashFile, pieceMemory } from '#files/books/hash-file.ts';
import { findFileState } from '#files/books/find-file.ts';
import { pathInRoot } from '#files/walk/library-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';

const PAGE = 100;
/** Checksums of one transaction: few enough that requests hardly notice. */
const BATCH = 20;
/** What took long to compute is written soon. */
const WRITE_MS = 1_000;
/** So many failing files in a row are a failing disk. */
const MAX_ERRORS = 20;

/** Kept with the task from turn to turn. */
const HashProgress = z.object({ hashed: z.int(), left: z.int() });

/** What earlier turns counted; files that they left are looked at again. */
function progressAfter(earlier: unknown): z.infer<typeof HashProgress> {
  const parsed = HashProgress.safeParse(earlier);
  return { hashed: parsed.success ? parsed.data.hashed : 0, left: 0 };
}

interface Unhashed {
  readonly id: string;
  readonly path: string;
  readonly fileSize: number;
  readonly fileModifiedAt: number;
}

/** The checksum of a book's file; undefined when it is not the file that the last scan saw. */
async function hashBook(
  path: string,
  book: Unhashed,
  { signal, piece }: { readonly signal: AbortSignal; readonly piece: Buffer },
): Promise<string | undefined> {
  const isSame = async (): Promise<boolean> => {
    const file = await findFileState(path);
    return file?.size === book.fileSize && file.modifiedAt === book.fileModifiedAt;
  };
  if (!(await isSame())) return undefined;
  const hash = await hashFile(path, signal, piece);
  return (await isSame()) ? hash : undefined;
}

/** Hashes books one after the other; a file that the disk refuses keeps no other waiting. */
class Hashing {
  readonly counts: z.infer<typeof HashProgress>;
  readonly #db: Database;
  readonly #run: TaskRun;
  readonly #piece = pieceMemory();
  /** Computed and not written yet. */
  #waiting: { readonly book: Unhashed; readonly hash: string }[] = [];
  #writtenAt = performance.now();
  #errors = 0;
  #lastError: Error | undefined;

  constructor(db: Database, run: TaskRun) {
    this.#db = db;
    this.#run = run;
    this.counts = progressAfter(run.earlier);
  }

  async hash(root: string, book: Unhashed): Promise<void> {
    try {
      const hash = await hashBook(pathInRoot(root, book.path), book, { signal: this.#run.signal, piece: this.#piece });
      if (hash === undefined) this.counts.left += 1;
      else this.#waiting.push({ book, hash });
      this.#errors = 0;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      this.counts.left += 1;
      this.#errors += 1;
      this.#lastError = error instanceof Error ? error : new Error(String(error));
      if (this.#errors >= MAX_ERRORS) {
        await this.write();
        throw error;
      }
    }
    if (this.#waiting.length >= BATCH || performance.now() - this.#writtenAt >= WRITE_MS) await this.write();
  }

  /** Writes what was computed, small files together. */
  async write(): Promise<void> {
    const hashed = this.#waiting;
    this.#waiting = [];
    this.#writtenAt = performance.now();
    if (hashed.length === 0) return;
    const written = await this.#db.transaction(async (tx) => {
      let count = 0;
      for (const { book, hash } of hashed) if (await writeFileHash(tx, book, hash)) count += 1;
      return count;
    });
    this.counts.hashed += written;
    this.counts.left += hashed.length - written;
  }

  finish(): TaskOutcome {
    if (this.#lastError !== undefined) throw this.#lastError;
    return { result: this.counts };
  }
}

/**
 * Computes the full hash of every book of a library that has none (decision C11), making way for anything more important.
 * Files that changed since their scan are left to the next one.
 * @throws {Error} what the disk says of a file that it refuses: the others have their hash by then
 */
export async function hashBooks(ctx: { readonly db: Database }, libraryId: string, run: TaskRun): Promise<TaskOutcome> {
  const hashing = new Hashing(ctx.db, run);
  const { counts } = hashing;
  const root = await findLibraryPath(ctx.db.read, libraryId);
  let after = '';
  while (root !== undefined) {
    const books = await listUnhashedBooks(ctx.db.read, libraryId, { after, limit: PAGE });
    for (const book of books) {
      run.signal.throwIfAborted();
      const message = `Computing checksums: ${String(counts.hashed)} so far`;
      run.report({ current: counts.hashed, total: 0, message }, counts);
      if (await run.shouldYield()) {
        await hashing.write();
        return { result: counts, again: true };
      }
      await hashing.hash(root, book);
      after = book.id;
    }
    if (books.length < PAGE) break;
  }
  await hashing.write();
  return hashing.finish();
}
