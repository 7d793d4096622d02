import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverCleanup } from '@lectern/contract';
import type { Database, Tx } from '#db/open.ts';
import { listKeysPage, listNamedKeys, NAMING_TABLES, type NamingTable } from '#db/repos/covers/cover-names.repo.ts';
import type { Covers } from '#images/covers.ts';
import type { TaskRun } from '#jobs/handler.ts';
import type { Queue } from '#jobs/queue.ts';
import { say } from '#words/say.ts';

const PAGE = 1_000;
/** Failures listed in the result. */
const MAX_ERRORS = 20;
const PERCENT = 100;

/** An hour, because younger files stay, plus a margin for clocks that differ. */
const DUE_AFTER_MS = 65 * 60_000;

/** Schedules a sweep, so that repeated uploads and deletions do not fill the disk. */
export async function sweepLater(queue: Pick<Queue, 'enqueue'>, tx: Tx): Promise<void> {
  await queue.enqueue(tx, 'cleanup_orphaned_files', {}, { startAt: Date.now() + DUE_AFTER_MS });
}

async function readTableKeys({ read }: Database, table: NamingTable, keys: Set<string>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows = await listKeysPage(read, table, { after, limit: PAGE });
    for (const key of rows.flatMap((row) => row.keys)) keys.add(key);
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
    // SQLite runs in this thread: let requests run between two pages.
    await nextTurn();
  }
}

/** Every content key that a row references. Soft-deleted books keep theirs, because they can be restored. */
async function readNamedKeys(db: Database): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const table of NAMING_TABLES) await readTableKeys(db, table, keys);
  return keys;
}

/** Deletes files that no row references. Files younger than an hour stay: their row may not be written yet. */
export async function sweepCovers(
  { db, covers }: { readonly db: Database; readonly covers: Covers },
  run?: TaskRun,
): Promise<CoverCleanup> {
  const named = await readNamedKeys(db);
  const { thumbnails, originals, bytes, failures } = await covers.sweep({
    isNamed: (key) => named.has(key),
    listNamed: async (keys) => listNamedKeys(db.read, keys),
    signal: run?.signal,
    report: (share) =>
      run?.report({
        current: Math.round(share * PERCENT),
        total: PERCENT,
        message: say('Looking for unused cover files'),
      }),
  });
  return {
    thumbnailsDeleted: thumbnails,
    coversDeleted: originals,
    bytesFreed: bytes,
    failures: failures.length,
    ...(failures.length === 0 ? {} : { errors: failures.slice(0, MAX_ERRORS) }),
  };
}
