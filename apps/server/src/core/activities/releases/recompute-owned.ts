import { groupBy } from '#core/group-by.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  deleteReleaseMarks,
  listOwnedBooks,
  listReleaseMarks,
  listUndecided,
} from '#db/repos/releases/release-candidates.repo.ts';
import { setReleaseState } from '#db/repos/releases/releases.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { readChapterMap, readSpans } from './spans.ts';
import { isOwned } from './is-owned.ts';

/** Tools for recomputing owned releases. */
export interface SettleContext {
  readonly db: Database;
  readonly events: EventBus;
}

const AT_ONCE = 500;

async function recomputeSomeOwned(tx: Tx, { events }: SettleContext): Promise<number> {
  const marks = await listReleaseMarks(tx.read, AT_ONCE);
  const seriesIds = [...new Set(marks.map(({ seriesId }) => seriesId))];
  const entries = await listUndecided(tx.read, seriesIds);
  const concerned = [...new Set(entries.map(({ seriesId }) => seriesId))];
  const books = groupBy(await listOwnedBooks(tx.read, concerned), ({ seriesId }) => seriesId);
  const owned = entries.filter(({ seriesId, volumes, chapters, volumeChapterMap }) => {
    const contents = { volumes: readSpans(volumes), chapters: readSpans(chapters) };
    return isOwned(contents, books.get(seriesId) ?? [], readChapterMap(volumeChapterMap));
  });
  await setReleaseState(
    tx,
    owned.map(({ id }) => id),
    'marked_acquired',
    false,
  );
  await deleteReleaseMarks(
    tx,
    marks.map(({ id }) => id),
  );
  const changed = new Map(owned.map(({ seriesId, libraryId }) => [seriesId, libraryId]));
  for (const [id, libraryId] of changed) {
    tx.afterCommit(() => events.emit(seriesEvent('series_updated', { id, libraryId }, ['releases'])));
  }
  return marks.length;
}

/**
 * Marks announced releases as acquired when their books have arrived. A state chosen by a user stays.
 * Books leave marks in the database, so a killed process loses none.
 */
export async function recomputeOwned(ctx: SettleContext): Promise<void> {
  const isDue = async (): Promise<boolean> => (await listReleaseMarks(ctx.db.read, 1)).length > 0;
  while (await isDue()) await ctx.db.transaction(async (tx) => recomputeSomeOwned(tx, ctx));
}
