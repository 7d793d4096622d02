import { debounceChanges } from '#core/after-changes.ts';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { makeViewer } from '#core/people/make-viewer.ts';
import { newId } from '#db/new-id.ts';
import type { Tx } from '#db/open.ts';
import { findUser } from '#db/repos/people/users.repo.ts';
import {
  findKoreaderPlace,
  type KoreaderPlace,
  listUnplaced,
  type PlaceMark,
  writeKoreaderPlace,
} from '#db/repos/reading/koreader.repo.ts';
import { lockReading, insertSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import type { ViewerScope } from '#db/repos/rows/viewer-scope.ts';
import type { Log } from '#log/logger.ts';
import { deriveProgress } from './derive-progress.ts';
import { findDocument, type FoundDocument, type KoreaderContext } from './find-document.ts';
import { resolvePlaceDevice, toProgressPlace } from './koreader-progress.ts';
import { holdBook } from './save-progress.ts';
import { emitProgress } from './live-place.ts';

const BATCH = 100;

const UNKNOWN = { deviceId: 'koreader', name: 'KOReader', apiKeyId: null };

async function storeWaiting(
  tx: Tx,
  { events }: KoreaderContext,
  waiting: KoreaderPlace,
  found: FoundDocument,
): Promise<void> {
  const { userId, document, savedAt } = waiting;
  const { bookId } = found;
  const { page, percentage, locator, completed } = toProgressPlace(waiting, found);
  const { deviceId, name } = resolvePlaceDevice(waiting, UNKNOWN);
  await holdBook(tx, bookId);
  await lockReading(tx, userId);
  const latest = await findKoreaderPlace(tx.read, userId, document);
  if (latest?.savedAt !== savedAt || latest.bookId !== null) return;
  const session = {
    id: newId(),
    clientId: null,
    userId,
    bookId,
    kind: 'progress',
    deviceId,
    deviceName: name,
    startedAt: savedAt,
    endedAt: savedAt,
    receivedAt: Date.now(),
    page,
    percentage,
    locator,
    completed: Number(completed),
    completedAt: completed ? savedAt : null,
    activeMs: null,
    pages: 0,
  };
  const mark = await insertSessions(tx, [session]);
  if (mark !== undefined) await deriveProgress(tx, { userId, bookId }, mark);
  await writeKoreaderPlace(tx, { ...latest, bookId, page });
  await emitProgress(tx, events, { userId, bookId });
}

/**
 * Tries to find the book of a waiting place and to store it there, as a session at the time when it was sent. Later
 * sessions count. Returns whether it did.
 */
export async function resolvePlace(
  ctx: KoreaderContext,
  viewerScope: ViewerScope,
  waiting: KoreaderPlace,
): Promise<boolean> {
  const found = await findDocument(ctx, viewerScope, waiting);
  if (found === undefined) return false;
  try {
    await ctx.db.transaction(async (tx) => storeWaiting(tx, ctx, waiting, found));
    return true;
  } catch (error) {
    // The book was deleted meanwhile: the place keeps waiting.
    if (error instanceof AppError && error.kind === 'NotFound') return false;
    throw error;
  }
}

/** Stores all waiting places whose book its user can see now. */
async function resolvePlaces(ctx: KoreaderContext, signal: AbortSignal): Promise<void> {
  let after: PlaceMark = { userId: '', document: '' };
  for (;;) {
    const waiting = signal.aborted ? [] : await listUnplaced(ctx.db.read, after, BATCH);
    for (const one of waiting) {
      if (signal.aborted) return;
      const user = await findUser(ctx.db.read, one.userId);
      if (user !== undefined) await resolvePlace(ctx, await makeViewer(ctx.db.read, user, null), one);
      after = one;
    }
    if (waiting.length < BATCH) return;
  }
}

/** Many books arrive together: wait until none has come for this long … */
const QUIET_MS = 1_000;

/** … but not longer than this. */
const PATIENCE_MS = 30_000;

interface UpkeepContext extends KoreaderContext {
  readonly access: Pick<Access, 'onForget'>;
  readonly log: Log;
}

/** Stores waiting places once their book exists and is visible, also after a restart. */
export function startPlaceUpkeep({ db, readings, events, access, log }: UpkeepContext): AsyncDisposable {
  const upkeep = debounceChanges({
    events,
    quietMs: QUIET_MS,
    patienceMs: PATIENCE_MS,
    work: async (signal) => {
      try {
        await resolvePlaces({ db, events, readings }, signal);
      } catch (error) {
        // The places keep waiting: the next change or the device tries again.
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
