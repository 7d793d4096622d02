import { groupBy } from '#core/group-by.ts';
import type { Database, Tx } from '#db/open.ts';
import {
  deleteReleaseMarks,
  listOwnedBooks,
  listReleaseMarks,
  listUndecided,
} from '#db/repos/releases/release-owned.repo.ts';
import { setReleaseState } from '#db/repos/releases/releases.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';
import { readChapterMap } from './decide-state.ts';
import { isOwned } from './owned.ts';
import { readSpans } from './spans.ts';

/** What it takes. */
export interface SettleContext {
  readonly db: Database;
  readonly events: EventBus;
}

/** Marks dealt with in one transaction. */
const AT_ONCE = 500;

async function settleSome(tx: Tx, { events }: SettleContext): Promise<number> {
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
 * Marks announced releases as acquired whose books came since they were looked at last. Those whose state a person chose stay.
 * Books leave marks in the database, so nothing is missed when the server is killed.
 */
export async function settleOwned(ctx: SettleContext): Promise<void> {
  const isDue = async (): Promise<boolean> => (await listReleaseMarks(ctx.db.read, 1)).length > 0;
  while (await isDue()) await ctx.db.transaction(async (tx) => settleSome(tx, ctx));
}
