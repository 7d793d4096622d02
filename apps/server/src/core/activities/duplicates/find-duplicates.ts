import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import {
  forgetHash,
  type GroupedFile,
  hasOpenSearch,
  listGroupedFiles,
  listGroupHashes,
  listUnhashedLibraries,
} from '#db/repos/catalog/duplicates.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { findLibraryFileState } from '#files/opening/find-file.ts';
import { pathInRoot } from '#files/walk/path-in-root.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';
import { hashBooks, type HashContext } from '../analyze/hash-books.ts';
import type { DuplicateUpkeep } from './duplicate-upkeep.ts';
import { type DuplicatesContext, refreshSeriesGroups } from './refresh-groups.ts';

interface FindDuplicatesContext extends DuplicatesContext, HashContext {
  readonly duplicates: DuplicateUpkeep;
}

interface Findings {
  filesChecked: number;
  filesChanged: number;
  filesMissing: number;
  librariesUnread: number;
}

const PAGE = 100;

/** Computes missing hashes. @returns true when the task yielded to a more important one */
async function hashLibraries(ctx: FindDuplicatesContext, run: TaskRun, findings: Findings): Promise<boolean> {
  for (const libraryId of await listUnhashedLibraries(ctx.db.read)) {
    try {
      const { again } = await hashBooks(ctx, libraryId, run);
      if (again === true) return true;
    } catch {
      run.signal.throwIfAborted();
      // The library's own task reports the failure.
      findings.librariesUnread += 1;
    }
  }
  return false;
}

async function checkFile({ db }: FindDuplicatesContext, book: GroupedFile, findings: Findings): Promise<void> {
  findings.filesChecked += 1;
  const find = async () => findLibraryFileState(book.libraryPath, pathInRoot(book.libraryPath, book.path));
  const file = await find().catch(() => undefined);
  if (file === undefined) findings.filesMissing += 1;
  else if (file.size !== book.fileSize || file.modifiedAt !== book.fileModifiedAt) {
    findings.filesChanged += 1;
    await db.transaction(async (tx) => forgetHash(tx, book));
  }
}

async function checkGroups(ctx: FindDuplicatesContext, run: TaskRun, findings: Findings): Promise<void> {
  let after = '';
  for (;;) {
    const hashes = await listGroupHashes(ctx.db.read, after, PAGE);
    for (const book of await listGroupedFiles(ctx.db.read, hashes)) {
      run.signal.throwIfAborted();
      const { filesChecked } = findings;
      run.report({
        current: filesChecked,
        total: 0,
        message: say('Checking files: {count} so far', { count: filesChecked }),
      });
      await checkFile(ctx, book, findings);
    }
    if (hashes.length < PAGE) return;
    after = hashes.at(-1) ?? '';
  }
}

/** Computes missing hashes, checks the files of each group, and finds all groups of equal files and similar series. */
export async function findDuplicates(ctx: FindDuplicatesContext, run: TaskRun): Promise<TaskOutcome> {
  const findings: Findings = { filesChecked: 0, filesChanged: 0, filesMissing: 0, librariesUnread: 0 };
  if (await hashLibraries(ctx, run, findings)) return { again: true };
  await ctx.duplicates.refreshBooks();
  await checkGroups(ctx, run, findings);
  await ctx.duplicates.refreshBooks();
  run.report(
    { current: findings.filesChecked, total: findings.filesChecked, message: say('Comparing series') },
    findings,
  );
  await refreshSeriesGroups(ctx, run.signal);
  return { result: findings };
}

/** Queues a search for duplicates. @throws {AppError} `Conflict` while one waits or runs */
export async function requestDuplicateScan({ db, queue }: { readonly db: Database; readonly queue: Queue }) {
  const taskId = await db.transaction(async (tx) => {
    await lockFor(db.kind, tx.write, 'duplicate scan');
    if (await hasOpenSearch(tx.read)) {
      throw new AppError('Conflict', say('A search for duplicates is already running'));
    }
    return queue.enqueue(tx, 'find_duplicates', {});
  });
  return { taskId, message: say('The search for duplicates is queued') };
}
