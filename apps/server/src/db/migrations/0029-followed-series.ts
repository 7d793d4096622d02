import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

/**
 * Where the books of a listed series moved: when none is left, its list entries follow them. Only listed series add
 * rows.
 */
export async function followListedSeries(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('seriesMove')
    .addColumn('seq', types.serial, (column) => column.primaryKey())
    .addColumn('fromId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('toId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('seriesMoveByFrom').on('seriesMove').columns(['fromId', 'toId']).execute();
  await db.schema.createIndex('seriesMoveByTo').on('seriesMove').column('toId').execute();
  const listed = ['collectionSeries', 'wantToRead', 'seriesRating']
    .map((table) => `exists (select 1 from "${table}" where "${table}"."seriesId" = old."seriesId")`)
    .join(' or ');
  await addRowTrigger(db, types.kind, {
    name: 'noteSeriesMove',
    table: 'book',
    after: 'update of "seriesId"',
    when: 'old."seriesId" <> new."seriesId"',
    run: `insert into "seriesMove" ("fromId", "toId") select old."seriesId", new."seriesId" where ${listed}`,
  });
}
