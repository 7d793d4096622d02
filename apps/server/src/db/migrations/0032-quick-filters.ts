import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;
type Kind = 'Genre' | 'Tag';

/** Whether the series of a book has a term too. */
function seriesHas(kind: Kind, book: string, term: string): string {
  const links = `"series${kind}"`;
  return `exists (select 1 from "book" as "place" join ${links} on ${links}."seriesId" = "place"."seriesId"
    where "place"."id" = ${book} and ${links}."${kind.toLowerCase()}Id" = ${term})`;
}

async function addTriggers(db: Db, database: ColumnTypes['kind'], kind: Kind): Promise<void> {
  const books = `"book${kind}"`;
  const termId = `"${kind.toLowerCase()}Id"`;
  const inSeries = (series: string): string => `"bookId" in (select "id" from "book" where "seriesId" = ${series})`;
  await addRowTrigger(db, database, {
    ...{ name: `note${kind}Beyond`, table: `book${kind}`, after: 'insert', when: '1 = 1' },
    run: `update ${books} set "isBeyond" = 1 where "bookId" = new."bookId" and ${termId} = new.${termId}
      and not ${seriesHas(kind, 'new."bookId"', `new.${termId}`)}`,
  });
  await addRowTrigger(db, database, {
    ...{ name: `share${kind}`, table: `series${kind}`, after: 'insert', when: '1 = 1' },
    run: `update ${books} set "isBeyond" = 0 where ${termId} = new.${termId} and "isBeyond" = 1
      and ${inSeries('new."seriesId"')}`,
  });
  await addRowTrigger(db, database, {
    ...{ name: `unshare${kind}`, table: `series${kind}`, after: 'delete', when: '1 = 1' },
    run: `update ${books} set "isBeyond" = 1 where ${termId} = old.${termId} and ${inSeries('old."seriesId"')}`,
  });
  await addRowTrigger(db, database, {
    ...{ name: `carry${kind}s`, table: 'book', after: 'update of "seriesId"' },
    when: 'old."seriesId" <> new."seriesId"',
    run: `update ${books} set "isBeyond" = case when ${seriesHas(kind, 'new."id"', `${books}.${termId}`)} then 0 else 1 end
      where "bookId" = new."id"`,
  });
}

/**
 * Marks the few terms of books that their series do not have: a filter then reads the terms of series, and only these
 * of books. A mark too many is harmless, so an uncertain one stays.
 */
async function markTermsBeyond(db: Db, database: ColumnTypes['kind'], kind: Kind): Promise<void> {
  const links = `book${kind}`;
  const termId = `${kind.toLowerCase()}Id`;
  await db.schema
    .alterTable(links)
    .addColumn('isBeyond', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  const isShared = sql.raw(seriesHas(kind, `"${links}"."bookId"`, `"${links}"."${termId}"`));
  await sql`update ${sql.table(links)} set "isBeyond" = 1 where not ${isShared}`.execute(db);
  await db.schema
    .createIndex(`${links}Beyond`)
    .on(links)
    .columns([termId, 'bookId'])
    .where(sql.ref('isBeyond'), '=', sql.lit(1))
    .execute();
  await addTriggers(db, database, kind);
}

/** Filters by genre and tag in time that depends on the result, hardly on the catalog. */
export async function quickenFilters(db: Db, types: ColumnTypes): Promise<void> {
  for (const kind of ['Genre', 'Tag'] as const) await markTermsBeyond(db, types.kind, kind);
}
