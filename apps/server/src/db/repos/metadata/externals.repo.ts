import type { Insertable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ExternalLinkTable } from '../../schema/index.ts';
import { readChunked, writeChunked } from '../rows/read-rows.ts';

/** Lists of what is known of a book or series elsewhere, each in a table of its own. */
export type ExternalList = 'externalIds' | 'externalLinks' | 'externalRatings' | 'alternateTitles';

type Owner = 'book' | 'series';

/** A stored item without its owner. */
export type ExternalItem = Readonly<Record<string, string | number | null>> & { readonly id: string };

/** Tables that are read and written alike; each has the columns named here beside `id` and the owner. */
const TABLES = {
  externalIds: {
    table: 'externalId',
    columns: ['source', 'externalId', 'externalUrl', 'metadataHash', 'lastSyncedAt', 'createdAt', 'updatedAt'],
  },
  externalLinks: { table: 'externalLink', columns: ['source', 'url', 'externalId', 'createdAt', 'updatedAt'] },
  externalRatings: {
    table: 'externalRating',
    columns: ['source', 'rating', 'voteCount', 'fetchedAt', 'createdAt', 'updatedAt'],
  },
  alternateTitles: { table: 'alternateTitle', columns: ['label', 'title', 'createdAt', 'updatedAt'] },
} as const;

const OWNER_COLUMN = { book: 'bookId', series: 'seriesId' } as const;

/** The other tables pass for that of links: a query names only columns that its own table has. */
function tableFor(list: ExternalList, owner: Owner) {
  const { table, columns } = TABLES[list] as unknown as (typeof TABLES)['externalLinks'];
  return { table, columns, column: OWNER_COLUMN[owner] };
}

/** The items of some books or series: by source, titles in the order in which they came. */
export async function listExternals(
  db: ReadDb,
  list: ExternalList,
  owner: Owner,
  ownerIds: readonly string[],
): Promise<(ExternalItem & { readonly ownerId: string })[]> {
  const { table, columns, column } = tableFor(list, owner);
  const rows = await readChunked(ownerIds, (ids) =>
    db
      .selectFrom(table)
      .select(['id', ...columns, `${column} as ownerId`])
      .where(column, 'in', ids)
      .orderBy(list === 'alternateTitles' ? 'id' : 'source'),
  );
  return rows.flatMap(({ ownerId, ...item }) => (ownerId === null ? [] : [{ ...item, ownerId }]));
}

/** Replaces the items of a book or series; the new ones keep their ids. */
export async function writeExternals(
  tx: Tx,
  list: ExternalList,
  owner: { readonly kind: Owner; readonly id: string },
  items: readonly ExternalItem[],
): Promise<void> {
  const { table, column } = tableFor(list, owner.kind);
  await tx.write.deleteFrom(table).where(column, '=', owner.id).execute();
  await addExternals(tx, list, owner, items);
}

/** Adds items to a book or series that has none. */
export async function addExternals(
  tx: Tx,
  list: ExternalList,
  owner: { readonly kind: Owner; readonly id: string },
  items: readonly ExternalItem[],
): Promise<void> {
  const { table, column } = tableFor(list, owner.kind);
  // Each item has the columns of its own table.
  const rows = items.map((item) => ({ ...item, [column]: owner.id })) as unknown as Insertable<ExternalLinkTable>[];
  await writeChunked(rows, (chunk) => tx.write.insertInto(table).values(chunk));
}
