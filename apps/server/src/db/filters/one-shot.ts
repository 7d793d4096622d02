import { type RawBuilder, sql, type SqlBool } from 'kysely';

/**
 * Condition: the series is a one-shot. Its only live book says so, or lies in no folder.
 * @param seriesId in a query around it
 */
export function isOneShot(seriesId: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from "series" as "alone" where "alone"."id" = ${seriesId}
    and (select count(*) from "book" as "live"
      where "live"."seriesId" = "alone"."id" and "live"."deletedAt" is null) = 1
    and (substr("alone"."path", 1, 1) = '/' or exists (select 1 from "book" as "live"
      inner join "bookMetadata" as "said" on "said"."bookId" = "live"."id"
      where "live"."seriesId" = "alone"."id" and "live"."deletedAt" is null and "said"."bookType" = 'oneshot')))`;
}

/** The same as 0 or 1. */
export function oneShotFlag(seriesId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`case when ${isOneShot(seriesId)} then 1 else 0 end`;
}
