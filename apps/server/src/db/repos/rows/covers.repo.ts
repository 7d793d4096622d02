import { CoverSource } from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { inOrder, seriesOrder } from './book-order.ts';
import { isFound, type ReadRow } from './read-rows.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleBooks, visibleLibraries, visibleSeries } from './visibility.ts';

const SOURCES = new Map<string | null, CoverSource>(CoverSource.options.map((source) => [source, source]));

/** A stored source of a cover; null for none, and for one that only a later release knows. */
export function parseCoverSource(stored: string | null): CoverSource | null {
  return SOURCES.get(stored) ?? null;
}

export type CoverRow = ReadRow<typeof findBookCover>;

/** A picture by its content key, with its mean colour. */
export interface CoverPicture {
  readonly key: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
}

export type SeriesFront = ReadRow<typeof findSeriesFront>;

/** Content key of the cover that a book shows, over any query that has `book`. */
export const SHOWN_COVER = sql<string | null>`coalesce(${sql.ref('book.customCoverKey')}, ${sql.ref('book.coverKey')})`;

/** Mean colour of the cover that a book shows. */
export const SHOWN_COLOR = sql<string | null>`case when ${sql.ref('book.customCoverKey')} is null
  then ${sql.ref('book.coverColor')} else ${sql.ref('book.customCoverColor')} end`;

/** Content key of what a series shows by itself: the chosen cover, else the picture in its folder. */
export const OWN_COVER = sql<
  string | null
>`coalesce(${sql.ref('series.customCoverKey')}, ${sql.ref('series.sidecarCoverKey')})`;

const COLUMNS = ['book.id as bookId', 'book.libraryId', SHOWN_COVER.as('coverKey'), 'book.state'] as const;

/** Whether a book has a cover, with the condition of the index `bookFront`. */
const HAS_COVER = sql<boolean>`(${sql.ref('book.coverKey')} is not null
  or ${sql.ref('book.customCoverKey')} is not null)`;

/** The first live book of a series that has a cover, numbered books first, from the index `bookFront`. */
export function selectFront(db: ReadDb, seriesId: RawBuilder<string>, isNumbered: boolean) {
  const books = db
    .selectFrom('book')
    .where('book.seriesId', '=', seriesId)
    .where('book.deletedAt', 'is', null)
    .where(HAS_COVER)
    .where('book.numberSort', isNumbered ? 'is not' : 'is', null);
  const numbered = isNumbered ? books.orderBy('book.numberSort') : books;
  return numbered.orderBy('book.sortKey').orderBy('book.id').limit(1);
}

/** The cover of a book that the viewer may see; deleted books keep theirs. */
export async function findBookCover(db: ReadDb, viewerScope: ViewerScope, bookId: string) {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .select(COLUMNS)
    .where('book.id', '=', bookId)
    .executeTakeFirst();
}

/** A series that the viewer may see. */
export async function findSeriesFront(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return visibleSeries(db, viewerScope, { includeDeleted: true })
    .select(['series.id', 'series.libraryId', OWN_COVER.as('ownCoverKey')])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
}

/** Whether the viewer may see the library. */
export async function hasVisibleLibrary(db: ReadDb, viewerScope: ViewerScope, libraryId: string): Promise<boolean> {
  return isFound(visibleLibraries(db, viewerScope).select('library.id').where('library.id', '=', libraryId));
}

/** The first book of a series that has a cover, else the first of all: what it shows is the cover of the series. */
export async function findSeriesCover(db: ReadDb, viewerScope: ViewerScope, seriesId: string) {
  return visibleBooks(db, viewerScope)
    .select(COLUMNS)
    .where('book.seriesId', '=', seriesId)
    .orderBy(sql`case when ${SHOWN_COVER} is null then 1 else 0 end`)
    .$call(inOrder(seriesOrder()))
    .limit(1)
    .executeTakeFirst();
}

/**
 * The first series of a library that has a cover, else the first.
 * @param among how many are looked at; undefined for all
 */
export async function findLibraryFront(db: ReadDb, viewerScope: ViewerScope, libraryId: string, among?: number) {
  const sorted = visibleSeries(db, viewerScope)
    .select(['series.id', 'series.libraryId', OWN_COVER.as('ownCoverKey'), 'series.sortKey'])
    .where('series.libraryId', '=', libraryId)
    .orderBy('series.sortKey')
    .orderBy('series.id');
  const covered = db
    .selectFrom((among === undefined ? sorted : sorted.limit(among)).as('series'))
    .selectAll('series')
    .where((eb) =>
      eb.or([
        eb('series.ownCoverKey', 'is not', null),
        eb.exists(
          eb
            .selectFrom('book')
            .select('book.id')
            .whereRef('book.seriesId', '=', 'series.id')
            .where('book.deletedAt', 'is', null)
            .where(HAS_COVER),
        ),
      ]),
    )
    .orderBy('series.sortKey')
    .orderBy('series.id')
    .limit(1);
  return (await covered.executeTakeFirst()) ?? (await sorted.limit(1).executeTakeFirst());
}
