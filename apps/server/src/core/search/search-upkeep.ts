import type { Database } from '#db/open.ts';
import { listSearchMarks } from '#db/search/search-index.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Log } from '#log/logger.ts';
import { afterChanges } from '../after-changes.ts';
import { createPace } from '../pace.ts';
import { listings } from './listings.ts';
import { settleSearchMarks } from './settle-marks.ts';

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
 * waits until all of it is listed, or somebody searches: whoever searches deals with some of it first.
 */
export function startSearchUpkeep({ db, events, log }: UpkeepContext): AsyncDisposable {
  const pace = createPace(UPKEEP_BATCH);
  const upkeep = afterChanges({
    ...{ events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        const mayWork = (): boolean => !signal.aborted && !listings.isIndexHeld();
        const [first] = mayWork() ? await listSearchMarks(db.read, 1) : [];
        let isMore = first !== undefined;
        while (isMore && mayWork()) {
          const { size } = pace;
          isMore = await pace.spend(async () => settleSearchMarks({ db }, size));
        }
        if (listings.isIndexHeld()) upkeep.askFor();
      } catch (error) {
        // The marks stay: the next change, or whoever searches, tries again.
        if (!signal.aborted) log.server.error({ err: error }, 'search could not be brought up to date');
      }
    },
  });
  upkeep.askFor();
  return upkeep;
}
