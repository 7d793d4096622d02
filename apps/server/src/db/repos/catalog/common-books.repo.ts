import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { closestDocs, type CommonSearch, docsHolding } from '../../search/common-docs.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';
import type { BookFilter } from './book-filter.ts';

/** A slice of the books that have a text. */
interface CommonRange {
  readonly isBestFirst: boolean;
  readonly limit: number;
  readonly offset: number;
  /** How many documents are ranked, hidden and filtered ones included. */
  readonly most: number;
}

/** A filter by what stands in the row of a book. */
type PlainFilter = Pick<BookFilter, 'libraryId' | 'includeDeleted'>;

/** The books of a filter that have a text. */
interface CommonList {
  readonly search: CommonSearch;
  readonly filter: PlainFilter;
}

function books(
  db: ReadDb,
  viewerScope: ViewerScope,
  { libraryId, includeDeleted = false }: PlainFilter,
  among?: RawBuilder<{ readonly id: string }>,
) {
  return visibleBooks(db, viewerScope, { includeDeleted, among }).$if(libraryId !== undefined, (query) =>
    query.where('book.libraryId', '=', libraryId ?? ''),
  );
}

/** Ids of books that have a text, in the order of how well they have it. */
export async function pickCommonBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  { search, filter }: CommonList,
  { isBestFirst, limit, offset, most }: CommonRange,
): Promise<string[]> {
  const rows = await books(db, viewerScope, filter, closestDocs(search, isBestFirst, most))
    .select('book.id')
    .orderBy(sql.ref('found.rank'), isBestFirst ? 'asc' : 'desc')
    .orderBy(sql.ref('found.sortKey'))
    .orderBy('book.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many books have a text: those that do not are looked up, since they are few, and taken from all. */
export async function countCommonBooks(db: ReadDb, viewerScope: ViewerScope, { search, filter }: CommonList) {
  const counted = await db
    .selectNoFrom((eb) => {
      const all = books(db, viewerScope, filter);
      const without = books(db, viewerScope, filter, docsHolding(search, false));
      // Only what is marked may have no document yet.
      const unknown = all
        .where('book.id', 'in', sql<string>`(select "entityId" from "searchMark" where "kind" = 'book')`)
        .where(sql<boolean>`not exists (select 1 from "searchDoc" where "kind" = 'book' and "entityId" = "book"."id")`);
      const count = (query: typeof all) => query.select((of) => of.fn.countAll<number>().as('count')).$asScalar();
      return [
        eb(count(all).$notNull(), '-', count(without).$notNull()).as('known'),
        count(unknown).$notNull().as('unknown'),
      ];
    })
    .executeTakeFirstOrThrow();
  return counted.known - counted.unknown;
}
