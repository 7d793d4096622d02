import type { Log } from '#log/logger.ts';
import { afterChanges } from '../after-changes.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { KoreaderContext } from './find-document.ts';
import { settlePlaces } from './settle-places.ts';

/** Books come in crowds: places are looked at when none has come for so long … */
const QUIET_MS = 1_000;
/** … or when they do not end. */
const PATIENCE_MS = 30_000;

interface UpkeepContext extends KoreaderContext {
  readonly access: Pick<Access, 'onForget'>;
  readonly log: Log;
}

/**
 * Stores places of KOReader that waited for their book as soon as it is there, and may be seen: from what changed while no
 * server ran until it is disposed.
 */
export function startPlaceUpkeep({ db, readings, events, access, log }: UpkeepContext): AsyncDisposable {
  const upkeep = afterChanges({
    ...{ events, quietMs: QUIET_MS, patienceMs: PATIENCE_MS },
    work: async (signal) => {
      try {
        await settlePlaces({ db, events, readings }, signal);
      } catch (error) {
        // They go on waiting: the next change, or the device itself, tries again.
        if (!signal.aborted) log.server.error({ err: error }, 'places of KOReader could not be stored');
      }
    },
  });
  const watch = access.onForget(upkeep.askFor);
  upkeep.askFor();
  return {
    [Symbol.asyncDispose]: async () => {
      watch[Symbol.dispose]();
      await upkeep[Symbol.asyncDispose]();
    },
  };
}
