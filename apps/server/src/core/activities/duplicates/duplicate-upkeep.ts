import type { Settings } from '#core/settings/settings.ts';
import { seriesVersion } from '#db/repos/catalog/duplicate-series.repo.ts';
import type { Log } from '#log/logger.ts';
import { afterChanges } from '#core/after-changes.ts';
import { type DuplicatesContext, refreshBookGroups, refreshSeriesGroups } from './refresh-groups.ts';

/** Keeps the groups of duplicates in step with the catalog. */
export interface DuplicateUpkeep extends AsyncDisposable {
  /** Resolves when the groups of books are as the books are now. */
  readonly refreshBooks: () => Promise<void>;
  /** The same of series. */
  readonly refreshSeries: () => Promise<void>;
}

/** Changes come in crowds: groups are looked at when none has come for so long … */
const QUIET_MS = 1_000;
/** … or when they do not end. */
const PATIENCE_MS = 30_000;
const TRUSTED = 'duplicate_detection.trusted_external_id_sources';

/** Runs `work` once for all who ask before it begins; who asks while it runs waits for the next run. */
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

/** Starts to listen for changes; what changed while no server ran is dealt with at once. */
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

  const upkeep = afterChanges({
    ...{ events: ctx.events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        await refreshBooks();
        await refreshSeries();
      } catch (error) {
        // The marks stay: the next change, or the next request for the groups, tries again.
        if (!signal.aborted) ctx.log.server.error({ err: error }, 'duplicates could not be refreshed');
      }
    },
  });
  // Calls at once, too: what changed while no server ran is dealt with.
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
