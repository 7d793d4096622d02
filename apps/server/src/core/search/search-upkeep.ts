import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '#db/open.ts';
import { listSearchMarks } from '#db/search/search-index.repo.ts';
import type { EventBus } from '#events/bus.ts';
import type { Log } from '#log/logger.ts';
import { settleSearchMarks } from './settle-marks.ts';
import { SETTLE_BATCH } from './settle-search.ts';

/** Changes come in crowds: the index is brought in line when none has come for so long … */
const QUIET_MS = 500;
/** … or when they do not end. */
const PATIENCE_MS = 5_000;

/** What keeping the index takes. */
interface UpkeepContext {
  readonly db: Database;
  readonly events: EventBus;
  readonly log: Log;
}

/** Keeps the index of search in step with the catalog, from what changed while no server ran until it is disposed. */
export function startSearchUpkeep({ db, events, log }: UpkeepContext): AsyncDisposable {
  let timer: NodeJS.Timeout | undefined;
  let firstAt: number | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  const settleAll = async (): Promise<void> => {
    try {
      const [first] = stopped ? [] : await listSearchMarks(db.read, 1);
      let isMore = first !== undefined;
      while (isMore && !stopped) {
        isMore = (await settleSearchMarks({ db }, SETTLE_BATCH)) === SETTLE_BATCH;
        await nextTurn();
      }
    } catch (error) {
      // The marks stay: the next change, or whoever searches, tries again.
      if (!stopped) log.server.error({ err: error }, 'search could not be brought up to date');
    }
  };
  const settleSoon = (): void => {
    if (stopped) return;
    const now = Date.now();
    firstAt ??= now;
    clearTimeout(timer);
    const wait = Math.max(0, Math.min(QUIET_MS, firstAt + PATIENCE_MS - now));
    timer = setTimeout(() => {
      firstAt = undefined;
      running = running.then(settleAll);
    }, wait).unref();
  };
  const subscription = events.onChange(({ name }) => {
    if (name !== 'cover_updated' && name !== 'duplicates_updated') settleSoon();
  });
  settleSoon();
  return {
    [Symbol.asyncDispose]: async () => {
      stopped = true;
      subscription[Symbol.dispose]();
      clearTimeout(timer);
      await running;
    },
  };
}
