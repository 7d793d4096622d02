import { countUnasked } from '#db/repos/scanning/removals.repo.ts';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import { isEmptyFolder } from '#files/walk/library-root.ts';
import { TaskFailure } from '#jobs/failure.ts';
import type { RunningScan } from '../running-scan.ts';
import { createChangeWriter } from '../apply/write-changes.ts';
import { GUARD_WINDOW_MS, isMassRemoval } from './guard-removals.ts';

/** Marks books whose removal someone has to confirm. */
async function holdBack(scan: RunningScan, books: readonly KnownBook[]): Promise<void> {
  const { ctx, library, run } = scan;
  const writer = createChangeWriter(ctx, { libraryId: library.id, taskId: run.taskId }, run.signal);
  const at = Date.now();
  for (const { id, path, missingSince } of books) {
    if (missingSince !== null) continue;
    const seen = { libraryId: library.id, path };
    await writer.push({ what: { kind: 'book', id, change: { missingSince: at }, seen } });
  }
  await writer.flush();
}

/**
 * Decides over the books that are gone.
 * @returns ids of those that are to be marked deleted
 * @throws {TaskFailure} the library's folder is suddenly empty
 */
export async function guardRemovals(
  scan: RunningScan,
  gone: readonly KnownBook[],
  liveCount: number,
): Promise<ReadonlySet<string>> {
  const { ctx, library, counts } = scan;
  if (gone.length === 0) return new Set();
  const recentCount = await countUnasked(ctx.db.read, library.id, Date.now() - GUARD_WINDOW_MS);
  const percent = ctx.settings.get('scanner.mass_removal_guard');
  // A disk that went while its folders were listed leaves an empty place, though only some of its files were missed.
  const isEmpty = await isEmptyFolder(library.path);
  if (!isEmpty && !isMassRemoval({ goneCount: gone.length, liveCount, recentCount }, percent))
    return new Set(gone.map(({ id }) => id));
  await holdBack(scan, gone);
  if (isEmpty) {
    const books = `${String(gone.length)} books`;
    throw new TaskFailure(`The folder of the library is empty, but ${books} of it are known. No book was removed`);
  }
  const share = `${String(gone.length)} of ${String(liveCount)} books`;
  const before = recentCount === 0 ? '' : `, after ${String(recentCount)} others within a day`;
  counts.warnings.push(`${share} are missing${before}: confirm that they were removed, or dismiss it`);
  return new Set();
}
