import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

const NUMBERS = ['volume', 'chapter', 'numberSort', 'fileName'];

/** Series tell whether numbers are missing between their books. Every series is looked at again. */
export async function addSeriesGaps(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('series')
    .addColumn('hasGaps', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await addRowTrigger(db, types.kind, {
    name: 'searchMarkNumbers',
    table: 'book',
    after: `update of ${NUMBERS.map((column) => `"${column}"`).join(', ')}`,
    when: NUMBERS.map((column) => `old."${column}" is distinct from new."${column}"`).join(' or '),
    run: `insert into "searchMark" ("kind", "entityId") select 'series', new."seriesId"`,
  });
  await sql`insert into "searchMark" ("kind", "entityId") select 'series', "id" from "series"`.execute(db);
}
