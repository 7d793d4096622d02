import type { Database } from '#db/open.ts';
import { findLibraryPath, listUnhashedBooks, writeFileHash } from '#db/repos/analysis.repo.ts';
import { hashFile } from '#files/hash-file.ts';
import { findFileState } from '#files/find-file.ts';
import { pathInRoot } from '#files/library-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';

const PAGE = 100;
/** So many failing files in a row are a failing disk. */
const MAX_ERRORS = 20;

interface HashProgress {
  hashed: number;
  left: number;
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

/**
 * Computes the full hash of every book of a library that has none (decision C11), making way for anything more important.
 * Files that changed since their scan are left to the next one.
 * @throws {Error} what the disk says of a file it refuses: the others have their hash by then
 */
export async function hashBooks(ctx: { readonly db: Database }, libraryId: string, run: TaskRun): Promise<TaskOutcome> {
  const counts: HashProgress = { hashed: 0, left: 0 };
  const root = await findLibraryPath(ctx.db.read, libraryId);
  let after = '';
  let errors = 0;
  let lastError: unknown;
  while (root !== undefined) {
    const books = await listUnhashedBooks(ctx.db.read, libraryId, { after, limit: PAGE });
    for (const book of books) {
      run.signal.throwIfAborted();
      const message = `Computing checksums: ${String(counts.hashed)} so far`;
      run.report({ current: counts.hashed, total: 0, message }, counts);
      if (await run.shouldYield()) return { result: counts, again: true };
      after = book.id;
      try {
        if (await hashBook(ctx.db, root, book, run.signal)) counts.hashed += 1;
        else counts.left += 1;
        errors = 0;
      } catch (error) {
        run.signal.throwIfAborted();
        counts.left += 1;
        errors += 1;
        lastError = error;
        if (errors >= MAX_ERRORS) throw error;
      }
    }
    if (books.length < PAGE) break;
  }
  if (lastError !== undefined) throw lastError;
  return { result: counts };
}
