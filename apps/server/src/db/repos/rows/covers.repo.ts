import { CoverSource } from '@lectern/contract';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb } from '../../open.ts';
import { runPrecompiled, slot } from '../../precompiled.ts';
import { seriesOrder } from './book-order.ts';
import { type ViewerScope, visibleBooks, visibleLibraries, visibleSeries } from './visibility.ts';

const SOURCES = new Map<string | null, CoverSource>(CoverSource.options.map((source) => [source, source]));

/** A stored source of a cover; null for none, and for one of a release to come. */
export function coverSourceOf(stored: string | null): CoverSource | null {
  return SOURCES.get(stored) ?? null;
}

/** The cover of a book, as far as the database knows it. */
export interface CoverRow {
  readonly bookId: string;
  readonly libraryId: string;
  /** Content key of what is shown: the chosen cover, else the automatic one. */
  readonly coverKey: string | null;
  readonly state: string;
}

/** A picture by its content key, with its mean colour. */
export interface CoverPicture {
  readonly key: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
}

/** A series with what was chosen as its cover. */
export interface SeriesFront {
  readonly id: string;
  readonly libraryId: string;
  /** Of the chosen cover, else of the picture in its folder; null when it shows that of its first book. */
  readonly ownCoverKey: string | null;
}

/** Content key of the cover that a book shows, over any query that has `book`. */
export const SHOWN_COVER = sql<string | null>`coalesce(${sql.ref('book.customCoverKey')}, ${sql.ref('book.coverKey')})`;

/** Its mean colour, over the same. */
export const SHOWN_COLOR = sql<string | null>`case when ${sql.ref('book.customCoverKey')} is null
  then ${sql.ref('book.coverColor')} else ${sql.ref('book.customCoverColor')} end`;

/** Content key of what a series shows by itself, over any query that has `series`: chosen, else the picture in its folder. */
export const OWN_COVER = sql<
  string | null
>`coalesce(${sql.ref('series.customCoverKey')}, ${sql.ref('series.sidecarCoverKey')})`;

const COLUMNS = ['book.id as bookId', 'book.libraryId', SHOWN_COVER.as('coverKey'), 'book.state'] as const;

/** Whether a book has a cover, said as the index `bookFront` says it, over any query that has `book`. */
const HAS_COVER = sql<boolean>`(${sql.ref('book.coverKey')} is not null
  or ${sql.ref('book.customCoverKey')} is not null)`;

/**
 * Live books of a series that have a cover, in reading order, by a walk along the index `bookFront`: the first lends its
 * cover to the series. Books with a number come before those without.
 * @param seriesId a value, or the column of an outer query
 */
export function selectFronts(db: ReadDb, seriesId: RawBuilder<string>, isNumbered: boolean) {
  const books = db
    .selectFrom('book')
    .where('book.seriesId', '=', seriesId)
    .where('book.deletedAt', 'is', null)
    .where(HAS_COVER)
    .where('book.numberSort', isNumbered ? 'is not' : 'is', null);
  const inOrder = isNumbered ? books.orderBy('book.numberSort') : books;
  return inOrder.orderBy('book.sortKey').orderBy('book.id').limit(1);
}

/** The cover of a book that the viewer may see; deleted books keep theirs. */
export async function findBookCover(
  db: ReadDb,
  viewerScope: ViewerScope,
  bookId: string,
): Promise<CoverRow | undefined> {
  return visibleBooks(db, viewerScope, { includeDeleted: true })
    .select(COLUMNS)
    .where('book.id', '=', bookId)
    .executeTakeFirst();
}

/** A series that the viewer may see. */
export async function findSeriesFront(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesId: string,
): Promise<SeriesFront | undefined> {
  return visibleSeries(db, viewerScope, { includeDeleted: true })
    .select(['series.id', 'series.libraryId', OWN_COVER.as('ownCoverKey')])
    .where('series.id', '=', seriesId)
    .executeTakeFirst();
}

/** Whether the viewer may see the library. */
export async function hasVisibleLibrary(db: ReadDb, viewerScope: ViewerScope, libraryId: string): Promise<boolean> {
  const row = await visibleLibraries(db, viewerScope)
    .select('library.id')
    .where('library.id', '=', libraryId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The first book of a series that has a cover, else the first of all: what it shows is the cover of the series. */
export async function findSeriesCover(
  db: ReadDb,
  viewerScope: ViewerScope,
  seriesId: string,
): Promise<CoverRow | undefined> {
  let query = visibleBooks(db, viewerScope)
    .select(COLUMNS)
    .where('book.seriesId', '=', seriesId)
    .orderBy(sql`case when ${SHOWN_COVER} is null then 1 else 0 end`);
  for (const [expression, way] of seriesOrder()) query = query.orderBy(expression, way);
  return query.limit(1).executeTakeFirst();
}

/** Series of a library as it shows them: the first that has a cover, and the first of all. */
function selectLibraryFronts(
  db: ReadDb,
  viewerScope: ViewerScope,
  libraryId: string | RawBuilder<string>,
  among: number | undefined,
) {
  const inOrder = visibleSeries(db, viewerScope)
    .select(['series.id', 'series.libraryId', OWN_COVER.as('ownCoverKey'), 'series.sortKey'])
    .where('series.libraryId', '=', libraryId)
    .orderBy('series.sortKey')
    .orderBy('series.id');
  const covered = db
    .selectFrom((among === undefined ? inOrder : inOrder.limit(among)).as('series'))
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
  return { covered, first: inOrder.limit(1) };
}

/** The series of a library that lends it its cover: the first that has one, else the first of all. */
export async function findLibraryFront(
  db: ReadDb,
  viewerScope: ViewerScope,
  libraryId: string,
): Promise<SeriesFront | undefined> {
  const { covered, first } = selectLibraryFronts(db, viewerScope, libraryId, undefined);
  return (await covered.executeTakeFirst()) ?? (await first.executeTakeFirst());
}

/** The server's own eyes: what covers lend each other does not depend on who looks. */
const EVERYONE = { userId: '' };

/**
 * The same for the server itself, which asks often.
 * @param among how many series from the front are looked at
 */
export async function findOwnLibraryFront(
  db: ReadDb,
  libraryId: string,
  among: number,
): Promise<SeriesFront | undefined> {
  const select = () => selectLibraryFronts(db, EVERYONE, slot('libraryId'), among);
  const shape = `among ${String(among)}`;
  const [covered] = await runPrecompiled<SeriesFront>(
    db,
    `covered front ${shape}`,
    { libraryId },
    () => select().covered,
  );
  if (covered !== undefined) return covered;
  const [first] = await runPrecompiled<SeriesFront>(db, `first front ${shape}`, { libraryId }, () => select().first);
  return first;
}
