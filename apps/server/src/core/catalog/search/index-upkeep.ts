import { z } from 'zod';
import { debounceChanges } from '#core/after-changes.ts';
import { createBackgroundThrottle } from '#core/background-throttle.ts';
import type { Database } from '#db/open.ts';
import { countSearchMarks, listSearchMarks, markEverything } from '#db/search/search-marks.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { Log } from '#log/logger.ts';
import { say } from '#words/say.ts';
import { applyIndexChanges } from './apply-index-changes.ts';
import { indexHold } from './index-hold.ts';

/** Debounce of changes, with its longest delay. */
const QUIET_MS = 500;
const PATIENCE_MS = 5_000;

/** Documents of one transaction. */
const UPKEEP_BATCH = { least: 4, most: 50 };
const REBUILD_BATCH = { least: 4, most: 100 };

interface UpkeepContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly log: Log;
}

/** Keeps the search index current until disposed. Books of a running scan wait until it ends, or until a user searches. */
export function startSearchUpkeep({ db, events, log }: UpkeepContext): AsyncDisposable {
  const throttle = createBackgroundThrottle(UPKEEP_BATCH);
  const upkeep = debounceChanges({
    events,
    quietMs: QUIET_MS,
    patienceMs: PATIENCE_MS,
    work: async (signal) => {
      try {
        const mayWork = (): boolean => !signal.aborted && !indexHold.isIndexHeld();
        const [first] = mayWork() ? await listSearchMarks(db.read, 1) : [];
        let isMore = first !== undefined;
        while (isMore && mayWork()) {
          const { size } = throttle;
          isMore = await throttle.spend(async () => applyIndexChanges({ db }, size));
        }
        if (indexHold.isIndexHeld()) upkeep.askFor();
      } catch (error) {
        // The marks stay: the next change or search retries.
        if (!signal.aborted) log.server.error({ err: error }, 'search could not be brought up to date');
      }
    },
  });
  upkeep.askFor();
  return upkeep;
}

/** State between runs of the task: the number of documents at its start. */
const Progress = z.object({ total: z.number() });

async function markAll(db: Database): Promise<number> {
  await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'search');
    await markEverything(tx);
  });
  return await countSearchMarks(db.read);
}

/** Rebuilds the search index in batches. Old documents stay until they are replaced. */
export async function rebuildSearch({ db }: { readonly db: Database }, run: TaskRun): Promise<TaskOutcome> {
  const earlier = Progress.safeParse(run.earlier);
  const total = earlier.success ? earlier.data.total : await markAll(db);
  const throttle = createBackgroundThrottle(REBUILD_BATCH);
  for (;;) {
    run.signal.throwIfAborted();
    const left = await countSearchMarks(db.read);
    run.report({ current: Math.max(0, total - left), total, message: say('Indexing') }, { total });
    if (left === 0) return { result: { total } };
    if (await run.shouldYield()) return { result: { total }, again: true };
    const { size } = throttle;
    await throttle.spend(async () => applyIndexChanges({ db }, size));
  }
}
