import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

const NOW_MS = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: `cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const;

/**
 * The age up to which a user sees series, and when the age rating of a series changed last. A renamed folder makes a new series,
 * which must never show what was hidden: it takes the age rating of its first book's old series, with its lock.
 */
export async function addAgeLimits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('user').addColumn('maxAge', 'integer').execute();
  await db.schema
    .alterTable('user')
    .addColumn('showsUnrated', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('ageChange')
    .addColumn('seriesId', 'text', (column) => column.primaryKey().references('series.id').onDelete('cascade'))
    .addColumn('changedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('ageChangeByTime').on('ageChange').column('changedAt').execute();
  await addRowTrigger(db, types.kind, {
    name: 'noteAgeChange',
    table: 'series',
    after: 'update of "ageRating"',
    when: 'coalesce(old."ageRating", -1) <> coalesce(new."ageRating", -1)',
    run: `insert into "ageChange" ("seriesId", "changedAt") values (new."id", ${NOW_MS[types.kind]})
      on conflict ("seriesId") do update set "changedAt" = excluded."changedAt"`,
  });
  await addRowTrigger(db, types.kind, {
    name: 'bringAgeRating',
    table: 'book',
    after: 'update of "seriesId"',
    when: 'old."seriesId" <> new."seriesId"',
    run: `update "series" set "ageRating" = (select "own"."ageRating" from "series" as "own" where "own"."id" = old."seriesId"),
        "locks" = case when "locks" = '[]' and exists (select 1 from "series" as "own" where "own"."id" = old."seriesId"
          and "own"."locks" like '%"ageRating"%') then '["ageRating"]' else "locks" end
      where "id" = new."seriesId" and "ageRating" is null
      and exists (select 1 from "series" as "own" where "own"."id" = old."seriesId" and "own"."ageRating" is not null)
      and not exists (select 1 from "book" as "mate" where "mate"."seriesId" = new."seriesId" and "mate"."id" <> new."id")`,
  });
  // Series that have a rating already: files made before are not told apart.
  await sql`insert into "ageChange" ("seriesId", "changedAt")
    select "id", "updatedAt" from "series" where "ageRating" is not null`.execute(db);
}
