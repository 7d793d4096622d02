import { countUnasked } from '#db/repos/scanning/removals.repo.ts';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import { isEmptyFolder } from '#files/walk/library-root.ts';
import { TaskFailure } from '#jobs/handler.ts';
import { say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';
import type { RunningScan } from './running-scan.ts';
import { createChangeWriter } from './write-changes.ts';

interface Losses {
  /** Missing books, at least one. */
  readonly goneCount: number;
  readonly liveCount: number;
  /** Books that scans of the last day marked deleted without a confirmation. */
  readonly recentCount: number;
}

/** Scans within this time count together: a failing disk may lose its folders bit by bit. */
const GUARD_WINDOW_MS = 24 * 3_600_000;

/**
 * Whether the loss looks like a lost disk: all books, or more than a share of them including earlier scans. A single book
 * never does while another one is left.
 * @param percent the share, 0 to 100
 */
export function isMassRemoval({ goneCount, liveCount, recentCount }: Losses, percent: number): boolean {
  if (goneCount >= liveCount) return true;
  const lost = goneCount + recentCount;
  return lost > 1 && lost * 100 > (liveCount + recentCount) * percent;
}

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
 * Decides about missing books.
 * @returns ids of books to mark deleted
 * @throws {TaskFailure} when the library's folder is suddenly empty
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
  // A disk that vanishes during the walk leaves an empty mount point.
  const isEmpty = await isEmptyFolder(library.path);
  if (!isEmpty && !isMassRemoval({ goneCount: gone.length, liveCount, recentCount }, percent))
    return new Set(gone.map(({ id }) => id));
  await holdBack(scan, gone);
  if (isEmpty) {
    const message = say(
      'The folder of the library is empty, but it had {count, plural, one {# book} other {# books}}. No book was removed',
      { count: gone.length },
    );
    throw new TaskFailure(message);
  }
  const values = { count: gone.length, total: liveCount, earlier: recentCount };
  const warning =
    recentCount === 0
      ? say('{count} of {total} books are missing. Confirm that they were removed, or dismiss it', values)
      : say(
          '{count} of {total} books are missing, after {earlier} others within a day. Confirm that they were removed, or dismiss it',
          values,
        );
  counts.warnings.push(toStored(warning));
  return new Set();
}
