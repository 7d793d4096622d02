import { chunked } from '../dialect.ts';
import type { ReadDb } from '../open.ts';

/** The content keys that one row names. */
interface NamedKeys {
  readonly id: string;
  readonly keys: readonly string[];
}

/** Tables whose rows name covers. */
export const NAMING_TABLES = ['book', 'series', 'cover'] as const;
export type NamingTable = (typeof NAMING_TABLES)[number];

interface KeysPage {
  /** Ids above this. */
  readonly after: string;
  readonly limit: number;
}

type Row = { readonly id: string } & Readonly<Record<'one' | 'other', string | null>>;

function toKeys({ id, one, other }: Row): NamedKeys {
  return { id, keys: [one, other].filter((key) => key !== null) };
}

/** Keys of covers that the rows of a table name, by id. */
export async function listKeysPage(db: ReadDb, table: NamingTable, { after, limit }: KeysPage): Promise<NamedKeys[]> {
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
    .selectFrom('cover')
    .select(['id', 'coverKey as one'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, one }) => toKeys({ id, one, other: null }));
}

/** Those of the keys that a row names now. */
export async function listNamedKeys(db: ReadDb, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  for (const some of chunked(keys)) {
    const found = await Promise.all([
      db.selectFrom('book').select('coverKey as key').where('coverKey', 'in', some).execute(),
      db.selectFrom('book').select('customCoverKey as key').where('customCoverKey', 'in', some).execute(),
      db.selectFrom('series').select('customCoverKey as key').where('customCoverKey', 'in', some).execute(),
      db.selectFrom('series').select('sidecarCoverKey as key').where('sidecarCoverKey', 'in', some).execute(),
      db.selectFrom('cover').select('coverKey as key').where('coverKey', 'in', some).execute(),
    ]);
    for (const { key } of found.flat()) if (key !== null) named.add(key);
  }
  return named;
}
