import { z } from 'zod';
import type { Database } from '#db/open.ts';
import { findLibraryPath, listUnhashedBooks, writeFileHash } from '#db/repos/scanning/analysis.repo.ts';
import type { BookReaders } from '#files/books/book-readers.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import { mapConcurrently } from '#core/map-concurrently.ts';
import { say } from '#words/say.ts';

/** Files hashed at once; leaves one background thread to analyses. */
const AT_ONCE = 2;
const PAGE = 100;
/** Hashes written in one transaction, few enough that requests are not delayed. */
const BATCH = 20;
/** Hashes are expensive, so they are written soon. */
const WRITE_MS = 1_000;
/** So many failures in a row mean a failing disk. */
const MAX_ERRORS = 20;

/** Stored with the task between turns. */
const HashProgress = z.object({ hashed: z.int(), left: z.int() });

function progressAfter(earlier: unknown): z.infer<typeof HashProgress> {
  const parsed = HashProgress.safeParse(earlier);
  return { hashed: parsed.success ? parsed.data.hashed : 0, left: 0 };
}

type Unhashed = Awaited<ReturnType<typeof listUnhashedBooks>>[number];

/** Tools for hashing books. */
export interface HashContext {
  readonly db: Database;
  readonly readers: BookReaders;
}

class Hashing {
  readonly counts: z.infer<typeof HashProgress>;
  readonly #ctx: HashContext;
  readonly #run: TaskRun;
  #waiting: { readonly book: Unhashed; readonly hash: string }[] = [];
  #writtenAt = performance.now();
  #errors = 0;
  #lastError: Error | undefined;

  constructor(ctx: HashContext, run: TaskRun) {
    this.#ctx = ctx;
    this.#run = run;
    this.counts = progressAfter(run.earlier);
  }

  /** @returns false when the task yielded to a more important one */
  async hashAll(root: string, books: readonly Unhashed[]): Promise<boolean> {
    return mapConcurrently(books, AT_ONCE, async (book) => {
      this.#run.signal.throwIfAborted();
      if (await this.#run.shouldYield()) return false;
      const message = say('Computing checksums: {count} so far', { count: this.counts.hashed });
      this.#run.report({ current: this.counts.hashed, total: 0, message }, this.counts);
      await this.#hash(root, book);
      return true;
    });
  }

  async #hash(root: string, book: Unhashed): Promise<void> {
    try {
      const seen = { size: book.fileSize, modifiedAt: book.fileModifiedAt };
      const options = { background: true, signal: this.#run.signal };
      const hash = await this.#ctx.readers.hash(pathInRoot(root, book.path), seen, options);
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

  async write(): Promise<void> {
    const hashed = this.#waiting;
    this.#waiting = [];
    this.#writtenAt = performance.now();
    if (hashed.length === 0) return;
    const written = await this.#ctx.db.transaction(async (tx) => {
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
 * Computes the missing file hashes of a library, and yields to more important tasks.
 * Files changed since their scan wait for the next scan.
 * @throws {Error} the last disk failure; all other files are hashed by then
 */
export async function hashBooks(ctx: HashContext, libraryId: string, run: TaskRun): Promise<TaskOutcome> {
  const hashing = new Hashing(ctx, run);
  const root = await findLibraryPath(ctx.db.read, libraryId);
  let after = '';
  while (root !== undefined) {
    const books = await listUnhashedBooks(ctx.db.read, libraryId, { after, limit: PAGE });
    if (!(await hashing.hashAll(root, books))) {
      await hashing.write();
      return { result: hashing.counts, again: true };
    }
    after = books.at(-1)?.id ?? after;
    if (books.length < PAGE) break;
  }
  await hashing.write();
  return hashing.finish();
}
