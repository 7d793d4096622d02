import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { countRows, type Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** Conditions of a list of the bin; all that are given hold. */
export interface BinFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  /** Id of the user. */
  readonly deletedBy?: string | undefined;
  /** A part of a title of the book or its series. */
  readonly search?: string | undefined;
}

function isIn(column: string, part: string): RawBuilder<SqlBool> {
  const text = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like lower(${text}) escape '\\'`;
}

function binnedBooks(db: ReadDb, viewerScope: ViewerScope, filter: BinFilter) {
  const { libraryId, seriesId, deletedBy, search = '' } = filter;
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .innerJoin('series', 'series.id', 'book.seriesId')
    .innerJoin('library', 'library.id', 'book.libraryId')
    .where('book.binnedAt', 'is not', null)
    .$if(libraryId !== undefined, (query) => query.where('book.libraryId', '=', libraryId ?? ''))
    .$if(seriesId !== undefined, (query) => query.where('book.seriesId', '=', seriesId ?? ''))
    .$if(deletedBy !== undefined, (query) => query.where('book.binnedBy', '=', deletedBy ?? ''))
    .$if(search !== '', (query) =>
      query.where((eb) => eb.or([isIn('book.title', search), isIn('series.title', search)])),
    );
}

/** Books of the bin, the last deleted first. */
export async function listBinnedBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  { limit, offset, ...filter }: BinFilter & Slice,
) {
  return binnedBooks(db, viewerScope, filter)
    .leftJoin('user', 'user.id', 'book.binnedBy')
    .select(['book.id', 'book.title', 'book.path', 'book.fileSize', 'book.libraryId', 'library.name as libraryName'])
    .select(['book.seriesId', 'series.title as seriesName', 'book.binnedAt', 'book.binnedBy', 'user.username'])
    .select((eb) => [
      eb.fn.coalesce('book.customCoverKey', 'book.coverKey').as('coverVersion'),
      // The last one is the file that a restoration takes back.
      eb
        .selectFrom('trashedFile')
        .select((of) => of.fn.max('trashedFile.trashedAt').as('at'))
        .whereRef('trashedFile.bookId', '=', 'book.id')
        .whereRef('trashedFile.path', '=', 'book.path')
        .as('trashedAt'),
    ])
    .$narrowType<{ binnedAt: number }>()
    .orderBy('book.binnedAt', 'desc')
    .orderBy('book.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many there are. */
export async function countBinnedBooks(db: ReadDb, viewerScope: ViewerScope, filter: BinFilter): Promise<number> {
  return countRows(binnedBooks(db, viewerScope, filter));
}

function binnedSeries(db: ReadDb, viewerScope: ViewerScope, filter: BinFilter) {
  return binnedBooks(db, viewerScope, filter).groupBy([
    'series.id',
    'series.title',
    'series.libraryId',
    'library.name',
  ]);
}

/** Series with books in the bin, the last deleted first. */
export async function listBinnedSeries(
  db: ReadDb,
  viewerScope: ViewerScope,
  { limit, offset, ...filter }: BinFilter & Slice,
) {
  return binnedSeries(db, viewerScope, filter)
    .select(['series.id', 'series.title', 'series.libraryId', 'library.name as libraryName'])
    .select((eb) => [
      eb.fn.countAll<number>().as('binnedCount'),
      eb.fn.max('book.binnedAt').as('deletedAt'),
      eb
        .selectFrom('book as live')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('live.seriesId', '=', 'series.id')
        .where('live.deletedAt', 'is', null)
        .$asScalar()
        .$notNull()
        .as('bookCount'),
    ])
    .$narrowType<{ deletedAt: number }>()
    .orderBy('deletedAt', 'desc')
    .orderBy('series.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many there are. */
export async function countBinnedSeries(db: ReadDb, viewerScope: ViewerScope, filter: BinFilter): Promise<number> {
  return countRows(
    db.selectFrom(binnedSeries(db, viewerScope, filter).select('series.id').as('found')).select('found.id'),
  );
}
