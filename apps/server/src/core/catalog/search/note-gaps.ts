import { groupBy } from '#core/group-by.ts';
import { findGaps } from '#core/rules/series/find-gaps.ts';
import type { Tx } from '#db/open.ts';
import { listSeriesNumbers, writeHasGaps } from '#db/repos/catalog/series-outline.repo.ts';

/** What comes behind the last book is not between books. */
const NO_TOTALS = { volumes: null, chapters: null };

/** Notes which series miss volumes, chapters or numbers between their books. */
export async function noteGaps(tx: Tx, seriesIds: readonly string[]): Promise<void> {
  const bySeries = groupBy(await listSeriesNumbers(tx.read, seriesIds), ({ seriesId }) => seriesId);
  const found = seriesIds.filter((id) => findGaps(bySeries.get(id) ?? [], NO_TOTALS).length > 0);
  await writeHasGaps(tx, found, 1);
  const held = new Set(found);
  await writeHasGaps(
    tx,
    seriesIds.filter((id) => !held.has(id)),
    0,
  );
}
