import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import type { IdPage } from '../rows/read-rows.ts';

/** Tables whose rows name covers. */
export const NAMING_TABLES = ['book', 'series', 'cover', 'listCover'] as const;
export type NamingTable = (typeof NAMING_TABLES)[number];

const KEY_COLUMNS = {
  book: ['coverKey', 'customCoverKey'],
  series: ['customCoverKey', 'sidecarCoverKey'],
  cover: ['coverKey', 'coverKey'],
  listCover: ['coverKey', 'coverKey'],
} as const satisfies Readonly<Record<NamingTable, readonly [string, string]>>;

/** Keys of covers that the rows of a table name, by id. */
export async function listKeysPage(db: ReadDb, table: NamingTable, { after, limit }: IdPage) {
  const [one, other] = KEY_COLUMNS[table];
  const rows = await db
    .selectFrom(table)
    .select(['id', sql<string | null>`${sql.ref(one)}`.as('one'), sql<string | null>`${sql.ref(other)}`.as('other')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, ...keys }) => ({ id, keys: [keys.one, keys.other].filter((key) => key !== null) }));
}

/** Books first: a key that is on its way goes from a book to what shows the book, never back. */
function queriesFor(db: ReadDb, keys: readonly string[]) {
  return [
    db.selectFrom('book').select('coverKey as key').where('coverKey', 'in', keys),
    db.selectFrom('book').select('customCoverKey as key').where('customCoverKey', 'in', keys),
    db.selectFrom('series').select('customCoverKey as key').where('customCoverKey', 'in', keys),
    db.selectFrom('series').select('sidecarCoverKey as key').where('sidecarCoverKey', 'in', keys),
    db.selectFrom('cover').select('coverKey as key').where('coverKey', 'in', keys),
    db.selectFrom('listCover').select('coverKey as key').where('coverKey', 'in', keys),
  ];
}

/** Those of the keys that a row names now. */
export async function listNamedKeys(db: ReadDb, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const query of chunked(keys).flatMap((some) => queriesFor(db, some))) {
    for (const { key } of await query.execute()) if (key !== null) named.add(key);
    // Each query scans a table, on SQLite in this thread: requests run in between.
    await nextTurn();
  }
  return named;
}
