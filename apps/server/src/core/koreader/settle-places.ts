import { newId } from '#db/new-id.ts';
import {
  findKoreaderPlace,
  type KoreaderPlace,
  listUnplaced,
  type PlaceMark,
  writeKoreaderPlace,
} from '#db/repos/reading/koreader.repo.ts';
import { holdReading, insertSessions } from '#db/repos/reading/reading-sessions.repo.ts';
import type { Beholder } from '#db/repos/visibility.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import { holdBook } from '../reading/save-progress.ts';
import { tellProgress } from '../reading/tell-progress.ts';
import { settleReading } from '../reading/settle-reading.ts';
import { viewerOf } from '../users/viewer-of.ts';
import { findDocument, type FoundDocument, type KoreaderContext } from './find-document.ts';
import { deviceOfPlace, placeIn } from './save-koreader-place.ts';

/** Places that are looked at together. */
const BATCH = 100;

const UNKNOWN = { deviceId: 'koreader', name: 'KOReader', apiKeyId: null };

/** Stores a place that waited as the reading that it was when it was told: what was read since then counts. */
async function place({ db, events }: KoreaderContext, waiting: KoreaderPlace, found: FoundDocument): Promise<void> {
  const { userId, document, savedAt } = waiting;
  const { bookId } = found;
  const { page, percentage, locator, completed } = placeIn(waiting, found);
  const { deviceId, name } = deviceOfPlace(waiting, UNKNOWN);
  await db.transaction(async (tx) => {
    await holdBook(tx, bookId);
    await holdReading(tx, userId);
    const latest = await findKoreaderPlace(tx.read, userId, document);
    if (latest?.savedAt !== savedAt || latest.bookId !== null) return;
    const mark = await insertSessions(tx, [
      {
        ...{ id: newId(), clientId: null, userId, bookId, kind: 'progress', deviceId, deviceName: name },
        ...{ startedAt: savedAt, endedAt: savedAt, receivedAt: Date.now(), page, percentage, locator },
        ...{ completed: Number(completed), completedAt: completed ? savedAt : null, activeMs: null, pages: 0 },
      },
    ]);
    if (mark !== undefined) await settleReading(tx, { userId, bookId }, mark);
    await writeKoreaderPlace(tx, { ...latest, bookId, page });
    await tellProgress(tx, events, { userId, bookId });
  });
}

/**
 * Looks for the book of a place that waits for one, and stores it there.
 * @returns whether one was found that the beholder may see
 */
export async function settlePlace(ctx: KoreaderContext, beholder: Beholder, waiting: KoreaderPlace): Promise<boolean> {
  const found = await findDocument(ctx, beholder, waiting);
  if (found === undefined) return false;
  try {
    await place(ctx, waiting, found);
    return true;
  } catch (error) {
    // The book went meanwhile: the place goes on waiting.
    if (error instanceof AppError && error.kind === 'NotFound') return false;
    throw error;
  }
}

/** Stores every place that waits and whose user sees a book for it by now. Stops soon when `signal` says so. */
export async function settlePlaces(ctx: KoreaderContext, signal: AbortSignal): Promise<void> {
  let after: PlaceMark = { userId: '', document: '' };
  for (;;) {
    const waiting = signal.aborted ? [] : await listUnplaced(ctx.db.read, after, BATCH);
    for (const one of waiting) {
      if (signal.aborted) return;
      const user = await findUser(ctx.db.read, one.userId);
      if (user !== undefined) await settlePlace(ctx, await viewerOf(ctx.db.read, user, null), one);
      after = one;
    }
    if (waiting.length < BATCH) return;
  }
}
