import { chunked, nonEmptyIds } from '../../sql/dialect.ts';
import { inPages, PAGE_ROWS } from '../../in-pages.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { lockSeriesLibrary } from './analysis-marks.repo.ts';
import { RULE_COLUMNS } from './naming.repo.ts';
import type { SeriesChange } from './scan.repo.ts';
import type { ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleSeries } from '../rows/visibility.ts';

/** A series with all that its title follows from. */
export type TitledSeries = ReadRow<typeof lockTitledSeries>;

/** Which series: at most one of the two is given, without any all are. */
export interface TitleScope {
  readonly seriesIds?: readonly string[] | undefined;
  readonly libraryIds?: readonly string[] | undefined;
}

function titled(db: ReadDb, viewerScope: ViewerScope) {
  return visibleSeries(db, viewerScope)
    .innerJoin('library', 'library.id', 'series.libraryId')
    .select(['series.id', 'series.libraryId', 'series.name', 'series.title', 'series.titleSort', 'series.locks'])
    .select(RULE_COLUMNS);
}

async function* listAll(
  db: ReadDb,
  viewerScope: ViewerScope,
  libraryIds: readonly string[] | undefined,
): AsyncGenerator<readonly TitledSeries[], void> {
  yield* inPages(
    async (after) =>
      titled(db, viewerScope)
        .where('series.id', '>', after)
        .$if(libraryIds !== undefined, (query) => query.where('series.libraryId', 'in', nonEmptyIds(libraryIds ?? [])))
        .orderBy('series.id')
        .limit(PAGE_ROWS)
        .execute(),
    ({ id }) => id,
  );
}

/** Series that the viewer may see, a thousand at a time. */
export async function* listTitledSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  { seriesIds, libraryIds }: TitleScope,
): AsyncGenerator<readonly TitledSeries[], void> {
  if (seriesIds === undefined) {
    yield* listAll(db, viewerScope, libraryIds);
    return;
  }
  for (const chunk of chunked(seriesIds)) {
    yield await titled(db, viewerScope).where('series.id', 'in', chunk).orderBy('series.id').execute();
  }
}

/** One series, held until the transaction ends. */
export async function lockTitledSeries(tx: Tx, seriesId: string) {
  await lockSeriesLibrary(tx, seriesId);
  await tx.write.updateTable('series').set({ id: seriesId }).where('id', '=', seriesId).execute();
  return titled(tx.read, { userId: '' }).where('series.id', '=', seriesId).executeTakeFirst();
}

/** Changes the title of a series. */
export async function writeSeriesTitle(tx: Tx, seriesId: string, change: SeriesChange): Promise<void> {
  await tx.write.updateTable('series').set(change).where('id', '=', seriesId).execute();
}
