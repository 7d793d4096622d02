import { sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled } from '../../precompiled.ts';
import { buildInitial } from './step-order.ts';
import type { IdPage } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { filteredBooks, isWhole, shapeFor, type BookFilter } from './book-filter.ts';

/** Ids of the books of a list, by id: those after one. */
export async function listBookIds(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter, { after, limit }: IdPage) {
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  const rows = await runPrecompiled(db, undefined, values, () =>
    filteredBooks(db, viewerScope, filter)
      .select('book.id')
      .where('book.id', '>', after)
      .orderBy('book.id')
      .limit(limit),
  );
  return rows.map(({ id }) => id);
}

/** How many books of a list begin with each character. */
export async function countBookInitials(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter) {
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  return runPrecompiled(db, shapeFor('book-initials', viewerScope, filter), values, () =>
    filteredBooks(db, viewerScope, filter)
      .select((eb) => [buildInitial('book').as('initial'), eb.fn.countAll<number>().as('count')])
      .groupBy(buildInitial('book')),
  );
}

/** All books minus the few deleted ones: SQLite counts a whole table by its pages, which is many times faster. */
async function countLive(db: ReadDb): Promise<number> {
  const rows = await runPrecompiled(db, 'count-live', {}, () =>
    db.selectNoFrom((eb) => {
      const count = eb.selectFrom('book').select((of) => of.fn.countAll<number>().as('count'));
      // True of every book: SQLite then takes the index of deleted books, which is in this order.
      const gone = count.where('book.deletedAt', 'is not', null).where('book.fileSize', '>=', sql.lit(0));
      return [count.$asScalar().$notNull().as('total'), gone.$asScalar().$notNull().as('gone')];
    }),
  );
  return (rows[0]?.total ?? 0) - (rows[0]?.gone ?? 0);
}

/** How many books a list holds. */
export async function countBooks(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter): Promise<number> {
  if (isWhole(viewerScope, filter)) return countLive(db);
  const shape = shapeFor('count-books', viewerScope, filter);
  const values = { libraryId: filter.libraryId, seriesId: filter.seriesId };
  const rows = await runPrecompiled(db, shape, values, () =>
    filteredBooks(db, viewerScope, filter).select((eb) => eb.fn.countAll<number>().as('count')),
  );
  return rows[0]?.count ?? 0;
}
