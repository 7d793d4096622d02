import { z } from 'zod';
import type { Database } from '#db/open.ts';
import { findLibraryPath, listUnhashedBooks, writeFileHash } from '#db/repos/analysis.repo.ts';
import { hashFile } from '#files/hash-file.ts';
import { findFileState } from '#files/find-file.ts';
import { pathInRoot } from '#files/library-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';

const PAGE = 100;
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

async function hashBook(db: Database, root: string, book: Unhashed, signal: AbortSignal): Promise<boolean> {
  const path = pathInRoot(root, book.path);
  const isSame = async (): Promise<boolean> => {
    const file = await findFileState(path);
    return file?.size === book.fileSize && file.modifiedAt === book.fileModifiedAt;
  };
  if (!(await isSame())) return false;
  const hash = await hashFile(path, signal);
  if (!(await isSame())) return false;
  return db.transaction(async (tx) => writeFileHash(tx, book, hash));
}

/** Hashes books one after the other; a file that the disk refuses keeps no other waiting. */
class Hashing {
  readonly counts: z.infer<typeof HashProgress>;
  readonly #db: Database;
  readonly #run: TaskRun;
  #errors = 0;
  #lastError: Error | undefined;

  constructor(db: Database, run: TaskRun) {
    this.#db = db;
    this.#run = run;
    this.counts = progressAfter(run.earlier);
  }

  async hash(root: string, book: Unhashed): Promise<void> {
    try {
      if (await hashBook(this.#db, root, book, this.#run.signal)) this.counts.hashed += 1;
      else this.counts.left += 1;
      this.#errors = 0;
    } catch (error) {
      this.#run.signal.throwIfAborted();
      this.counts.left += 1;
      this.#errors += 1;
      this.#lastError = error instanceof Error ? error : new Error(String(error));
      if (this.#errors >= MAX_ERRORS) throw error;
    }
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
      if (await run.shouldYield()) return { result: counts, again: true };
      await hashing.hash(root, book);
      after = book.id;
    }
    if (books.length < PAGE) break;
  }
  return hashing.finish();
}
