import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';

/** Lists of what is known of a book or series elsewhere, each in a table of its own. */
export type ExternalList = 'externalIds' | 'externalLinks' | 'externalRatings' | 'alternateTitles';

type Owner = 'book' | 'series';

/** One item of such a list, as it is stored, without its owner. */
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

type Links = 'externalLink';
type Column = 'source' | 'url' | 'externalId' | 'createdAt' | 'updatedAt';

/** The other tables pass for that of links: a query names only columns that its own table has. */
function tableOf(list: ExternalList): { readonly table: Links; readonly columns: readonly Column[] } {
  const { table, columns } = TABLES[list];
  return { table: table as Links, columns: columns as unknown as readonly Column[] };
}

const OWNER_COLUMN = { book: 'bookId', series: 'seriesId' } as const;

/** The items of some books or series: by source, titles in the order in which they came. */
export async function listExternals(db: ReadDb, list: ExternalList, owner: Owner, ownerIds: readonly string[]) {
  const { table, columns } = tableOf(list);
  const column = OWNER_COLUMN[owner];
  const found: (ExternalItem & { readonly ownerId: string })[] = [];
  for (const ids of chunked(ownerIds)) {
    const rows = await db
      .selectFrom(table)
      .select(['id', ...columns, `${column} as ownerId`])
      .where(column, 'in', ids)
      .orderBy(list === 'alternateTitles' ? 'id' : 'source')
      .execute();
    for (const { ownerId, ...item } of rows) if (ownerId !== null) found.push({ ...item, ownerId });
  }
  return found;
}

/** Gives a book or series exactly these items, which keep their ids. */
export async function writeExternals(
  tx: Tx,
  list: ExternalList,
  owner: { readonly kind: Owner; readonly id: string },
  items: readonly ExternalItem[],
): Promise<void> {
  const { table } = tableOf(list);
  const column = OWNER_COLUMN[owner.kind];
  await tx.write.deleteFrom(table).where(column, '=', owner.id).execute();
  await addExternals(tx, list, owner, items);
}

/** The same for a book or series that has none. */
export async function addExternals(
  tx: Tx,
  list: ExternalList,
  owner: { readonly kind: Owner; readonly id: string },
  items: readonly ExternalItem[],
): Promise<void> {
  const { table } = tableOf(list);
  const column = OWNER_COLUMN[owner.kind];
  // Each item has the columns of its own table.
  const rows = items.map((item) => ({ ...item, [column]: owner.id })) as unknown as {
    id: string;
    source: string;
    url: string;
    createdAt: number;
    updatedAt: number;
  }[];
  for (const chunk of chunked(rows)) await tx.write.insertInto(table).values(chunk).execute();
}
