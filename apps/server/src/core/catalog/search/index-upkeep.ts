import { z } from 'zod';
import { afterChanges } from '#core/after-changes.ts';
import { createBackgroundThrottle } from '#core/background-throttle.ts';
import type { Database } from '#db/open.ts';
import { countSearchMarks, listSearchMarks, markEverything } from '#db/search/search-marks.repo.ts';
import { lockFor } from '#db/sql/dialect.ts';
import type { EventBus } from '#events/bus.ts';
import type { TaskOutcome, TaskRun } from '#jobs/handler.ts';
import type { Log } from '#log/logger.ts';
import { applyIndexChanges } from './apply-index-changes.ts';
import { indexHold } from './index-hold.ts';

/** Changes come in crowds: the index is brought in line when none has come for so long … */
const QUIET_MS = 500;
/** … or when they do not end. */
const PATIENCE_MS = 5_000;

/** Documents of one transaction. */
const UPKEEP_BATCH = { least: 4, most: 50 };

/** What keeping the index takes. */
interface UpkeepContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly log: Log;
}

/**
 * Keeps the index of search in step with the catalog, from what changed while no server ran until it is disposed. What a scan lists
 * waits until all of it is listed, or until a search applies part of it first.
 */
export function startSearchUpkeep({ db, events, log }: UpkeepContext): AsyncDisposable {
  const pace = createBackgroundThrottle(UPKEEP_BATCH);
  const upkeep = afterChanges({
    ...{ events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        const mayWork = (): boolean => !signal.aborted && !indexHold.isIndexHeld();
        const [first] = mayWork() ? await listSearchMarks(db.read, 1) : [];
        let isMore = first !== undefined;
        while (isMore && mayWork()) {
          const { size } = pace;
          isMore = await pace.spend(async () => applyIndexChanges({ db }, size));
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

/** Documents of one transaction. */
const REBUILD_BATCH = { least: 4, most: 100 };

/** What a turn leaves to the next one: how much there was to do. */
const Turn = z.object({ total: z.number() });

async function beginAnew(db: Database): Promise<number> {
  await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, 'search');
    await markEverything(tx);
  });
  return await countSearchMarks(db.read);
}

/** Makes the index of search again, row by row; until its turn comes each is found as before. */
export async function rebuildSearch({ db }: { readonly db: Database }, run: TaskRun): Promise<TaskOutcome> {
  const earlier = Turn.safeParse(run.earlier);
  const total = earlier.success ? earlier.data.total : await beginAnew(db);
  const pace = createBackgroundThrottle(REBUILD_BATCH);
  for (;;) {
    run.signal.throwIfAborted();
    const left = await countSearchMarks(db.read);
    run.report({ current: Math.max(0, total - left), total, message: 'Indexing' }, { total });
    if (left === 0) return { result: { total } };
    if (await run.shouldYield()) return { result: { total }, again: true };
    const { size } = pace;
    await pace.spend(async () => applyIndexChanges({ db }, size));
  }
}
