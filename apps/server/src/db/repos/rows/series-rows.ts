import { ReadingDirection, type Series, SeriesStatus } from '@lectern/contract';
import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import { seriesOrder } from './book-order.ts';
import { type CoverPicture, parseCoverSource, SHOWN_COLOR, SHOWN_COVER } from './covers.repo.ts';
import { listSeriesRatings, type RatingsOf } from './ratings.repo.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleBooks, visibleSeries } from './visibility.ts';
import { listWantedOwners } from './want-to-read.repo.ts';

interface SeriesStats {
  readonly bookCount: number;
  readonly completedCount: number;
  readonly inProgressCount: number;
  readonly maxVolume: number | null;
  readonly maxChapter: number | null;
  readonly volumesOwned: number;
}

const NO_BOOKS: SeriesStats = {
  ...{ bookCount: 0, completedCount: 0, inProgressCount: 0, maxVolume: null, maxChapter: null, volumesOwned: 0 },
};
const Status = SeriesStatus.catch('unknown');
const Direction = ReadingDirection.nullable().catch(null);

async function selectRows(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]) {
  return visibleSeries(db, viewerScope, { includeDeleted: true })
    .innerJoin('library', 'library.id', 'series.libraryId')
    .leftJoin('releaseTracking as tracking', 'tracking.seriesId', 'series.id')
    .where('series.id', 'in', ids)
    .select([
      'tracking.tracked',
      'series.totalVolumeCount',
      'series.totalChapterCount',
      'series.id',
      'series.libraryId',
      'library.name as libraryName',
      'library.defaultReadingDirection as libraryDirection',
      'series.title',
      'series.titleSort',
      'series.summary',
      'series.publisher',
      'series.year',
      'series.status',
      'series.readingDirection',
      'series.path',
      'series.customCoverKey',
      'series.sidecarCoverKey',
      'series.sidecarCoverColor',
      'series.customCoverColor',
      'series.customCoverSource',
      'series.hasCustomCover',
      'series.createdAt',
      'series.updatedAt',
    ])
    .select((eb) => {
      // The first book in reading order that has a cover lends it to the series: key and colour in one value.
      let first = eb
        .selectFrom('book')
        .select(sql<string>`${SHOWN_COVER} || ' ' || coalesce(${SHOWN_COLOR}, '')`.as('front'))
        .whereRef('book.seriesId', '=', 'series.id')
        .where('book.deletedAt', 'is', null)
        .where(SHOWN_COVER, 'is not', null);
      for (const [expression, way] of seriesOrder()) first = first.orderBy(expression, way);
      return first.limit(1).as('front');
    })
    .execute();
}

type SeriesRow = Awaited<ReturnType<typeof selectRows>>[number];

/** Books of many series counted at once: all, those the viewer has completed, and those they are in. */
async function countSeriesBooks(
  db: ReadDb,
  viewerScope: ViewerScope,
  ids: readonly string[],
): Promise<Map<string, SeriesStats>> {
  const rows = await visibleBooks(db, viewerScope)
    .leftJoin('readProgress', (join) =>
      join.onRef('readProgress.bookId', '=', 'book.id').on('readProgress.userId', '=', viewerScope.userId),
    )
    .where('book.seriesId', 'in', ids)
    .groupBy('book.seriesId')
    .select([
      'book.seriesId',
      sql<number>`count(*)`.as('bookCount'),
      sql<number>`coalesce(sum("readProgress"."completed"), 0)`.as('completedCount'),
      sql<number>`coalesce(sum(1 - "readProgress"."completed"), 0)`.as('inProgressCount'),
      sql<number | null>`max("book"."volume")`.as('maxVolume'),
      sql<number | null>`max("book"."chapter")`.as('maxChapter'),
      sql<number>`sum(case when "book"."volume" is not null and "book"."chapter" is null then 1 else 0 end)`.as(
        'volumesOwned',
      ),
    ])
    .execute();
  return new Map(rows.map(({ seriesId, ...stats }) => [seriesId, stats]));
}

/** The chosen cover, else the picture in the folder, else that of the first book. */
function shownBy({ front, ...row }: SeriesRow): CoverPicture {
  if (row.customCoverKey !== null) return { key: row.customCoverKey, color: row.customCoverColor };
  if (row.sidecarCoverKey !== null) return { key: row.sidecarCoverKey, color: row.sidecarCoverColor };
  const [key = null, color = ''] = front?.split(' ') ?? [];
  return { key, color: color === '' ? null : color };
}

/** How much is out beyond what is here, of what is tracked; null when nothing is missing. */
function computeGap(total: number | null, known: number | null): number | null {
  const gap = total === null ? 0 : total - (known ?? 0);
  return gap > 0 ? Math.round(gap * 10) / 10 : null;
}

/** What a tracked series lacks. */
function deriveGaps({ tracked, totalVolumeCount, totalChapterCount }: SeriesRow, stats: SeriesStats) {
  const isTracked = tracked === 1;
  return {
    tracked: isTracked,
    upstreamVolumeGap: isTracked ? computeGap(totalVolumeCount, stats.maxVolume) : null,
    upstreamChapterGap: isTracked ? computeGap(totalChapterCount, stats.maxChapter) : null,
  };
}

/** The first catalogue, by name, that knows each of these series. */
async function findProviders(db: ReadDb, seriesIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('externalId')
    .select(['seriesId', (eb) => eb.fn.min('source').as('source')])
    .where('seriesId', 'in', seriesIds)
    .groupBy('seriesId')
    .execute();
  return new Map(rows.map(({ seriesId, source }) => [seriesId ?? '', source]));
}

/** What else a series is shown with. */
interface Opinions {
  readonly ratings: RatingsOf | undefined;
  readonly isWanted: boolean;
  readonly provider: string | null;
}

function toSeries(row: SeriesRow, stats: SeriesStats, { ratings, isWanted, provider }: Opinions): Series {
  const { bookCount, completedCount, inProgressCount } = stats;
  const { key, color } = shownBy(row);
  return {
    id: row.id,
    libraryId: row.libraryId,
    libraryName: row.libraryName,
    title: row.title,
    titleSort: row.titleSort,
    summary: row.summary,
    publisher: row.publisher,
    year: row.year,
    status: Status.parse(row.status),
    readingDirection: Direction.parse(row.readingDirection ?? row.libraryDirection),
    // A file in the root is a series of its own, kept under its name: it has no folder.
    path: row.path.startsWith('/') ? '' : row.path,
    bookCount,
    unreadCount: bookCount - completedCount,
    inProgressCount,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    coverVersion: key,
    coverPlaceholder: color,
    selectedCoverSource: parseCoverSource(row.customCoverSource),
    hasCustomCover: row.hasCustomCover === 1,
    wantToRead: isWanted,
    userRating: ratings?.own ?? null,
    communityRating: ratings?.average ?? null,
    localMaxVolume: stats.maxVolume,
    localMaxChapter: stats.maxChapter,
    volumesOwned: stats.volumesOwned,
    ...deriveGaps(row, stats),
    upstreamGapProvider: provider,
  };
}

/** Series by id, in the order of the ids, also without live books; hidden ones are left out. */
export async function findSeriesById(db: ReadDb, viewerScope: ViewerScope, ids: readonly string[]): Promise<Series[]> {
  const byId = new Map<string, Series>();
  for (const some of chunked(ids)) {
    const [rows, stats, ratings, wanted] = await Promise.all([
      selectRows(db, viewerScope, some),
      countSeriesBooks(db, viewerScope, some),
      listSeriesRatings(db, viewerScope.userId, some),
      listWantedOwners(db, viewerScope.userId, 'seriesId', some),
    ]);
    const tracked = rows.filter((row) => row.tracked === 1).map(({ id }) => id);
    const providers = await findProviders(db, tracked);
    for (const row of rows) {
      const provider = providers.get(row.id) ?? null;
      const opinions = { ratings: ratings.get(row.id), isWanted: wanted.has(row.id), provider };
      byId.set(row.id, toSeries(row, stats.get(row.id) ?? NO_BOOKS, opinions));
    }
  }
  return ids.map((id) => byId.get(id)).filter((series) => series !== undefined);
}
