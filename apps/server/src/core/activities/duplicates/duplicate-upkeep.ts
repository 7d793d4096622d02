import type { Settings } from '#core/settings/settings.ts';
import { seriesVersion } from '#db/repos/catalog/duplicate-series.repo.ts';
import type { Log } from '#log/logger.ts';
import { debounceChanges } from '#core/after-changes.ts';
import { type DuplicatesContext, refreshBookGroups, refreshSeriesGroups } from './refresh-groups.ts';

/** Keeps the groups of duplicates up to date. */
export interface DuplicateUpkeep extends AsyncDisposable {
  /** Resolves when the book groups match the books. */
  readonly refreshBooks: () => Promise<void>;
  /** Resolves when the series groups match the series. */
  readonly refreshSeries: () => Promise<void>;
}

/** Debounce: a refresh starts after this time without a change … */
const QUIET_MS = 1_000;
/** … or after this time of continuous changes. */
const PATIENCE_MS = 30_000;
const TRUSTED = 'duplicate_detection.trusted_external_id_sources';

/** Coalesces calls: calls before a run starts share it; calls during a run wait for the next one. */
function inTurn(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return async () => {
    next ??= running.then(async () => {
      next = undefined;
      const run = work();
      running = run.catch(() => undefined);
      return run;
    });
    return next;
  };
}

/** Starts to watch for changes, and refreshes once at the start. */
export function createDuplicateUpkeep(
  ctx: DuplicatesContext & { readonly log: Log; readonly settings: Pick<Settings, 'get' | 'watch'> },
): DuplicateUpkeep {
  let knownVersion: string | undefined;

  const refreshBooks = inTurn(async () => refreshBookGroups(ctx));
  const refreshSeries = inTurn(async () => {
    const trusted = ctx.settings.get(TRUSTED).join();
    const version = `${await seriesVersion(ctx.db.read)} ${trusted}`;
    if (version === knownVersion) return;
    await refreshSeriesGroups(ctx);
    knownVersion = version;
  });

  const upkeep = debounceChanges({
    ...{ events: ctx.events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        await refreshBooks();
        await refreshSeries();
      } catch (error) {
        // The marks stay, so the next change or request retries.
        if (!signal.aborted) ctx.log.server.error({ err: error }, 'duplicates could not be refreshed');
      }
    },
  });
  // Calls the listener at once, which covers changes while the server was down.
  const watch = ctx.settings.watch(TRUSTED, upkeep.askFor);
  return {
    refreshBooks,
    refreshSeries,
    [Symbol.asyncDispose]: async () => {
      watch[Symbol.dispose]();
      await upkeep[Symbol.asyncDispose]();
    },
  };
}
