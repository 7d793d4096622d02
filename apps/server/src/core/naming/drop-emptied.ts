import type { Tx } from '#db/open.ts';
import { followBooks } from '#db/repos/releases/followed-series.repo.ts';
import { deleteEmptiedSeries } from '#db/repos/scanning/naming.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { seriesEvent } from '#events/entity-events.ts';

/**
 * Removes series that regrouping left without books; one that somebody edited stays, hidden, in case its books come back. Its
 * places in lists, and what people think of it, go to the series that its books went to.
 */
export async function dropEmptied(
  tx: Tx,
  events: EventBus,
  libraryId: string,
  seriesIds: readonly string[],
): Promise<void> {
  await followBooks(tx, seriesIds);
  const deleted = await deleteEmptiedSeries(tx, seriesIds);
  tx.afterCommit(() => {
    for (const id of deleted) events.emit(seriesEvent('series_deleted', { id, libraryId }));
  });
}
