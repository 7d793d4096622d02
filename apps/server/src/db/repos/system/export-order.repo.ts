import { type RawBuilder, sql } from 'kysely';
import { type DatabaseKind, nonEmptyIds } from '../../sql/dialect.ts';
import { listOfTexts } from '../../sql/json-lists.ts';
import type { ReadDb } from '../../open.ts';
import { seriesOrder } from '../rows/book-order.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

/** Which part of the catalog is exported, and to whom. */
interface ExportScope {
  readonly kind: DatabaseKind;
  readonly viewerScope: ViewerScope;
  readonly libraryIds: readonly string[];
}

/** A place for each row of a query, by which `listIds` orders them. */
function place(terms: readonly RawBuilder<unknown>[]): RawBuilder<number> {
  return sql<number>`row_number() over (order by ${sql.join(terms)})`;
}

/** Ids by their places, as one text: a row for each would block the event loop. */
async function listIds(
  db: ReadDb,
  kind: DatabaseKind,
  found: RawBuilder<{ readonly id: string; readonly place: number }>,
): Promise<string[]> {
  const { ids } = await db
    .selectFrom(found.as('found'))
    .select(listOfTexts(kind, sql<string>`${sql.ref('found.id')} order by ${sql.ref('found.place')}`).as('ids'))
    .executeTakeFirstOrThrow();
  // A list of texts, as the query makes it.
  return ids === null ? [] : (JSON.parse(ids) as string[]);
}

/** Ids of all series of some libraries that the viewer may see, by title: found at once, so that none comes twice. */
export async function listSeriesToExport(db: ReadDb, { kind, viewerScope, libraryIds }: ExportScope) {
  const order = [sql.ref('series.sortKey'), sql.ref('series.id')];
  const found = visibleSeries(db, viewerScope)
    .select(['series.id', place(order).as('place')])
    .where('series.libraryId', 'in', nonEmptyIds(libraryIds));
  return listIds(db, kind, sql`${found}`);
}

/** The same of books: by the title of their series, in reading order. */
export async function listBooksToExport(db: ReadDb, { kind, viewerScope, libraryIds }: ExportScope): Promise<string[]> {
  const inSeries = seriesOrder().map(([expression, way]) => sql`${expression} ${sql.raw(way)}`);
  const order = [sql.ref('series.sortKey'), sql.ref('series.id'), ...inSeries];
  const found = visibleBooks(db, viewerScope)
    .innerJoin('series', 'series.id', 'book.seriesId')
    .select(['book.id', place(order).as('place')])
    .where('book.libraryId', 'in', nonEmptyIds(libraryIds));
  return listIds(db, kind, sql`${found}`);
}

/** What a user noted with their ratings, by series. */
export async function listRatingNotes(db: ReadDb, userId: string, seriesIds: readonly string[]) {
  const rows = await db
    .selectFrom('seriesRating')
    .select(['seriesId', 'notes'])
    .where('userId', '=', userId)
    .where('notes', 'is not', null)
    .where('seriesId', 'in', nonEmptyIds(seriesIds))
    .execute();
  return new Map(rows.map(({ seriesId, notes }) => [seriesId, notes ?? '']));
}
