import { sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import { chunked } from '../../sql/dialect.ts';
import { inOrder, seriesOrder } from '../rows/book-order.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Stated totals of a series; undefined when the viewer may not see it. */
export async function findSeriesTotals(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return await visibleSeries(db, viewerScope, { includeDeleted: true })
    .where('series.id', '=', seriesId)
    .select(['series.totalVolumeCount as volumes', 'series.totalChapterCount as chapters'])
    .executeTakeFirst();
}

/** Numbers of all visible books of a series, in reading order. */
export async function listOutlineBooks(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return await visibleBooks(db, viewerScope)
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .where('book.seriesId', '=', seriesId)
    .select([
      'book.volume',
      'book.chapter',
      'book.numberSort as number',
      'book.fileName',
      sql<number>`coalesce("readProgress"."completed", 0)`.as('completed'),
    ])
    .$call(inOrder(seriesOrder()))
    .execute();
}

/** Numbers of the live books of series, in any order. */
export async function listSeriesNumbers(db: ReadDb, seriesIds: readonly string[]) {
  const queries = chunked(seriesIds).map((some) =>
    db
      .selectFrom('book')
      .where('seriesId', 'in', some)
      .where('deletedAt', 'is', null)
      .select(['seriesId', 'volume', 'chapter', 'numberSort as number', 'fileName'])
      .execute(),
  );
  return (await Promise.all(queries)).flat();
}

/** Writes whether series have gaps. */
export async function writeHasGaps(tx: Tx, seriesIds: readonly string[], hasGaps: 0 | 1): Promise<void> {
  for (const some of chunked(seriesIds)) {
    await tx.write
      .updateTable('series')
      .set({ hasGaps })
      .where('id', 'in', some)
      .where('hasGaps', '<>', hasGaps)
      .execute();
  }
}
