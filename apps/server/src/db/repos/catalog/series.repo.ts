import type { Series, SeriesSort } from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../../sql/dialect.ts';
import type { Predicate } from '../../filters/predicates.ts';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import type { Direction } from '../rows/book-order.ts';
import type { RowPlace } from './pick-books.repo.ts';
import { buildInitial, type SeriesStep, seriesStepOrder, type Steps } from './step-order.ts';
import { seriesKeyColumn, seriesListOrder } from '../rows/series-order.ts';
import { findSeriesById } from '../rows/series-rows.ts';
import type { IdPage } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibilityShape, visibleSeries } from '../rows/visibility.ts';

/** Which series a list holds: those with a live book, of one library or of all. */
export interface SeriesFilter {
  readonly libraryId?: string | undefined;
  /** Also those without. */
  readonly includeDeleted?: boolean;
  /** Only those in which the viewer is in the middle of a book. */
  readonly inProgress?: boolean;
  /** What else holds of them, as `seriesCondition` makes it. */
  readonly where?: readonly Predicate[];
}

/** In which order, and from where to where. */
export interface SeriesRange {
  readonly sort: SeriesSort;
  readonly direction: Direction;
  /** Several sorts, one after the other, instead of `sort`. */
  readonly steps?: (Steps<SeriesStep> & { readonly kind: DatabaseKind }) | undefined;
  readonly limit: number;
  readonly offset: number;
  /** A row whose place in the list is known. */
  readonly start?: RowPlace | undefined;
  /** How well each row is found, for the sort by relevance: 0 best. */
  readonly rank?: RawBuilder<number> | undefined;
}

/** Ids of a page with what they were sorted by. */
interface PickedSeries {
  readonly id: string;
  readonly key?: string | number | null;
}

function filteredSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  { libraryId, includeDeleted = false, inProgress = false, where = [] }: SeriesFilter,
) {
  return visibleSeries(db, viewerScope, { includeDeleted })
    .$if(where.length > 0, (query) => query.where((eb) => eb.and([...where])))
    .$if(libraryId !== undefined, (query) => query.where('series.libraryId', '=', slot<string>('libraryId')))
    .$if(inProgress, (query) =>
      query.where('series.id', 'in', (eb) =>
        eb
          .selectFrom('readProgress')
          .innerJoin('book', 'book.id', 'readProgress.bookId')
          .select('book.seriesId')
          .where('readProgress.userId', '=', slot<string>('userId'))
          .where('readProgress.completed', '=', 0)
          .where('book.deletedAt', 'is', null),
      ),
    );
}

function filterShape(
  viewerScope: ViewerScope,
  { libraryId, includeDeleted = false, inProgress = false }: SeriesFilter,
): string {
  const shape = visibilityShape(viewerScope, { includeDeleted });
  return `${shape}:${libraryId === undefined ? '' : 'library'}:${inProgress ? 'reading' : ''}`;
}

/** The shape of a query about a filter; undefined when it is like no other. */
function shapeFor(name: string, viewerScope: ViewerScope, filter: SeriesFilter): string | undefined {
  const { where = [] } = filter;
  return where.length > 0 ? undefined : `${name}:${filterShape(viewerScope, filter)}`;
}

/** The name of a list: lists with one name are the same for every viewer. */
export function seriesListName(
  viewerScope: ViewerScope,
  filter: SeriesFilter,
  sort: SeriesSort,
  direction: Direction,
): string {
  return `series:${filterShape(viewerScope, filter)}:${filter.libraryId ?? ''}:${sort}:${direction}`;
}

/** Ids of the series of one page. */
export async function pickSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  filter: SeriesFilter,
  { sort, direction, steps, limit, offset, start, rank }: SeriesRange,
): Promise<PickedSeries[]> {
  const column = steps === undefined ? seriesKeyColumn(sort) : undefined;
  const from = column === undefined ? undefined : start;
  const name = `pick-series:${sort}:${direction}:${from === undefined ? '' : 'from'}`;
  const shape = steps === undefined ? shapeFor(name, viewerScope, filter) : undefined;
  const values = {
    userId: viewerScope.userId,
    libraryId: filter.libraryId,
    key: from?.key,
    id: from?.id,
    limit,
    offset: offset - (from?.offset ?? 0),
  };
  return runPrecompiled<PickedSeries>(db, shape, values, () => {
    let query = filteredSeries(db, viewerScope, filter).select('series.id');
    if (column !== undefined) query = query.select(`${column} as key`);
    if (column !== undefined && from !== undefined) {
      const later = direction === 'asc' ? sql`>=` : sql`<=`;
      const place = sql<boolean>`(${sql.ref(column)}, ${sql.ref('series.id')}) ${later} (${slot('key')}, ${slot('id')})`;
      query = query.where(place);
    }
    const terms =
      steps === undefined ? seriesListOrder(sort, direction, rank) : seriesStepOrder(steps.kind, steps, rank);
    for (const [expression, way] of terms) query = query.orderBy(expression, way);
    return query.limit(slot<number>('limit')).offset(slot<number>('offset'));
  });
}

/** Ids of the series of a list, by id: those after one. */
export async function listSeriesIds(db: ReadDb, viewerScope: ViewerScope, filter: SeriesFilter, page: IdPage) {
  const values = { userId: viewerScope.userId, libraryId: filter.libraryId };
  const rows = await runPrecompiled(db, undefined, values, () =>
    filteredSeries(db, viewerScope, filter)
      .select('series.id')
      .where('series.id', '>', page.after)
      .orderBy('series.id')
      .limit(page.limit),
  );
  return rows.map(({ id }) => id);
}

/** How many series of a list begin with each character. */
export async function countSeriesInitials(db: ReadDb, viewerScope: ViewerScope, filter: SeriesFilter) {
  const values = { userId: viewerScope.userId, libraryId: filter.libraryId };
  return runPrecompiled(db, shapeFor('series-initials', viewerScope, filter), values, () =>
    filteredSeries(db, viewerScope, filter)
      .select((eb) => [buildInitial('series').as('initial'), eb.fn.countAll<number>().as('count')])
      .groupBy(buildInitial('series')),
  );
}

/** How many series a list holds. */
export async function countSeries(db: ReadDb, viewerScope: ViewerScope, filter: SeriesFilter): Promise<number> {
  const shape = shapeFor('count-series', viewerScope, filter);
  const values = { userId: viewerScope.userId, libraryId: filter.libraryId };
  const rows = await runPrecompiled(db, shape, values, () =>
    filteredSeries(db, viewerScope, filter).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return rows[0]?.count ?? 0;
}

/** One series; undefined when it is absent or hidden. */
export async function findSeries(db: ReadDb, viewerScope: ViewerScope, seriesId: string): Promise<Series | undefined> {
  const [series] = await findSeriesById(db, viewerScope, [seriesId]);
  return series;
}
