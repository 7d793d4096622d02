import { type RawBuilder, sql } from 'kysely';
import type { DatabaseKind } from '../sql/dialect.ts';
import type { Tx } from '../open.ts';
import { listGrams, KIND_MARKS, type SearchKind, sqliteTable } from './grams.ts';

/** Texts of a document for the index. */
export interface GramRow {
  readonly id: number;
  readonly kind: SearchKind;
  readonly names: string;
  readonly rest: string;
}

function listTables(
  kind: DatabaseKind,
): readonly { readonly table: RawBuilder<unknown>; readonly key: RawBuilder<unknown> }[] {
  if (kind === 'postgres') return [{ table: sql.table('searchGram'), key: sql.ref('docId') }];
  return (['names', 'anywhere'] as const).map((place) => ({ table: sqliteTable(place), key: sql.ref('rowid') }));
}

/** Replaces the texts of documents in the index. */
export async function putGrams({ kind, write }: Tx, rows: readonly GramRow[]): Promise<void> {
  if (rows.length === 0) return;
  await removeGrams(
    { kind, write },
    rows.map(({ id }) => id),
  );
  const marked = (row: GramRow): string => KIND_MARKS[row.kind] + row.names;
  if (kind === 'sqlite') {
    const texts = { names: marked, anywhere: (row: GramRow): string => marked(row) + row.rest };
    for (const place of ['names', 'anywhere'] as const) {
      const values = rows.map((row) => sql`(${row.id}, ${texts[place](row)})`);
      await sql`insert into ${sqliteTable(place)} ("rowid", "text") values ${sql.join(values)}`.execute(write);
    }
    return;
  }
  const values = rows.map((row) => {
    const names = listGrams(marked(row));
    const grams = [...new Set([...names, ...listGrams(row.rest)])];
    return sql`(${row.id}::bigint, ${names}::text[], ${grams}::text[])`;
  });
  await sql`insert into "searchGram" ("docId", "names", "grams") values ${sql.join(values)}`.execute(write);
}

/** Deletes the texts of documents from the index. */
export async function removeGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { table, key } of listTables(kind)) {
    await sql`delete from ${table} where ${key} in (${sql.join([...ids])})`.execute(write);
  }
}

/** Deletes texts without a document from the index. */
export async function removeStrayGrams({ kind, write }: Pick<Tx, 'kind' | 'write'>): Promise<void> {
  for (const { table, key } of listTables(kind)) {
    await sql`delete from ${table} where ${key} not in (select "id" from "searchDoc")`.execute(write);
  }
}
