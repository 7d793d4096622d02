import { type SqlBool, sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { SeriesRatingTable } from '../../schema/index.ts';
import { countRows, isFound, type ReadRow, type Slice } from './read-rows.ts';
import type { ViewerScope } from './viewer-scope.ts';
import { visibleSeries } from './visibility.ts';

/** A user's rating of a series; undefined when there is none. */
export async function findRating(db: ReadDb, userId: string, seriesId: string): Promise<SeriesRatingTable | undefined> {
  return db
    .selectFrom('seriesRating')
    .selectAll()
    .where('userId', '=', userId)
    .where('seriesId', '=', seriesId)
    .executeTakeFirst();
}

/** Stores a rating; notes that are undefined stay as they are. */
export async function writeRating(
  tx: Tx,
  row: Omit<SeriesRatingTable, 'notes'> & { readonly notes: string | null | undefined },
): Promise<void> {
  const { rating, notes, updatedAt } = row;
  await tx.write
    .insertInto('seriesRating')
    .values({ ...row, notes: notes ?? null })
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'seriesId'])
        .doUpdateSet({ rating, updatedAt, ...(notes === undefined ? {} : { notes }) }),
    )
    .execute();
}

/** Removes a rating. @returns false when there is none */
export async function deleteRating(tx: Tx, userId: string, seriesId: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('seriesRating').where('userId', '=', userId).where('seriesId', '=', seriesId).returning('id'),
  );
}

function ownRatings(db: ReadDb, viewerScope: ViewerScope) {
  return visibleSeries(db, viewerScope, { includeDeleted: true })
    .innerJoin('seriesRating', 'seriesRating.seriesId', 'series.id')
    .where('seriesRating.userId', '=', viewerScope.userId);
}

/** One page of a user's ratings, the latest first. */
export async function listRatings(db: ReadDb, viewerScope: ViewerScope, { limit, offset }: Slice) {
  return ownRatings(db, viewerScope)
    .selectAll('seriesRating')
    .orderBy('seriesRating.updatedAt', 'desc')
    .orderBy('seriesRating.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many ratings a user has. */
export async function countRatings(db: ReadDb, viewerScope: ViewerScope): Promise<number> {
  return countRows(ownRatings(db, viewerScope));
}

/** Whether the user of a rating is active and sees the library of the series, for queries with `series` and `seriesRating`. */
export const COUNTED_RATING = sql<SqlBool>`exists (select 1 from "user" as "rater"
  where "rater"."id" = "seriesRating"."userId" and "rater"."isActive" = 1
  and ("rater"."allLibraries" = 1 or "rater"."role" = 'admin' or "rater"."permissions" like '%"SystemAdmin"%'
    or exists (select 1 from "userLibrary" as "given"
      where "given"."userId" = "rater"."id" and "given"."libraryId" = "series"."libraryId")
    or exists (select 1 from "accessGroupMember" as "member"
      inner join "accessGroup" as "group" on "group"."id" = "member"."groupId"
      where "member"."userId" = "rater"."id" and ("group"."allLibraries" = 1
        or exists (select 1 from "accessGroupLibrary" as "lent"
          where "lent"."groupId" = "group"."id" and "lent"."libraryId" = "series"."libraryId")))))`;

export type RatingsOf = ReadRow<typeof listSeriesRatings>;

/** Ratings of series: only people who are active and may see the series count. Series without any are left out. */
export async function listSeriesRatings(db: ReadDb, userId: string, seriesIds: readonly string[]) {
  const rows = await db
    .selectFrom('seriesRating')
    .innerJoin('series', 'series.id', 'seriesRating.seriesId')
    .where('seriesRating.seriesId', 'in', seriesIds)
    .where(COUNTED_RATING)
    .groupBy('seriesRating.seriesId')
    .select([
      'seriesRating.seriesId',
      sql<number | null>`max(case when "seriesRating"."userId" = ${userId} then "seriesRating"."rating" end)`.as('own'),
      sql<number>`cast(avg("seriesRating"."rating") as double precision)`.as('average'),
      sql<number>`count(*)`.as('count'),
    ])
    .execute();
  return new Map(rows.map((row) => [row.seriesId, row]));
}
