import { setImmediate as nextTurn } from 'node:timers/promises';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb } from '../../open.ts';
import type { IdPage } from '../rows/read-rows.ts';

/** The content keys that one row names. */
interface NamedKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

/** Tables whose rows name covers. */
export const NAMING_TABLES = ['book', 'series', 'cover', 'listCover'] as const;
export type NamingTable = (typeof NAMING_TABLES)[number];

type Row = { readonly id: string } & Readonly<Record<'one' | 'other', string | null>>;

function toKeys({ id, one, other }: Row): NamedKeys {
  return { id, keys: [one, other].filter((key) => key !== null) };
}

/** Keys of covers that the rows of a table name, by id. */
export async function listKeysPage(db: ReadDb, table: NamingTable, { after, limit }: IdPage): Promise<NamedKeys[]> {
  if (table === 'book') {
    const rows = await db
      .selectFrom('book')
      .select(['id', 'coverKey as one', 'customCoverKey as other'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toKeys);
  }
  if (table === 'series') {
    const rows = await db
      .selectFrom('series')
      .select(['id', 'customCoverKey as one', 'sidecarCoverKey as other'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toKeys);
  }
  const rows = await db
    .selectFrom(table)
    .select(['id', 'coverKey as one'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, one }) => toKeys({ id, one, other: null }));
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
    // Each looks through a whole table, which SQLite does in this thread: requests get their turn in between.
    await nextTurn();
  }
  return named;
}
