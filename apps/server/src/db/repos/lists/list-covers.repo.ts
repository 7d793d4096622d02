import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { ListCoverTable } from '../../schema/index.ts';
import type { ListKind } from './shared-lists.repo.ts';
import { readChunked } from '../rows/read-rows.ts';

/** A picture that a user added to a list. */
export type ListCoverRow = Selectable<ListCoverTable>;
type NewListCover = Insertable<ListCoverTable>;

/** A list that the viewer may see. */
interface Owner {
  readonly kind: ListKind;
  readonly id: string;
}

const COLUMN = { collection: 'collectionId', readList: 'readListId' } as const;

/** The columns of a new cover that say whose it is. */
export function ownedBy({ kind, id }: Owner): Pick<ListCoverRow, 'collectionId' | 'readListId'> {
  return kind === 'collection' ? { collectionId: id, readListId: null } : { collectionId: null, readListId: id };
}

function covers(db: ReadDb, { kind, id }: Owner) {
  return db.selectFrom('listCover').selectAll().where(COLUMN[kind], '=', id);
}

/** Covers of a list, the latest first. */
export async function listListCovers(db: ReadDb, owner: Owner): Promise<ListCoverRow[]> {
  return covers(db, owner).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
}

/** One cover of a list; undefined when it is absent or another list's. */
export async function findListCover(db: ReadDb, owner: Owner, coverId: string) {
  return covers(db, owner).where('id', '=', coverId).executeTakeFirst();
}

/** Content key of the cover that was chosen for a list; undefined when none was. */
export async function findChosenListCover(db: ReadDb, owner: Owner): Promise<string | undefined> {
  return (await covers(db, owner).where('isSelected', '=', 1).executeTakeFirst())?.coverKey;
}

/** Content keys of the covers that were chosen for lists of a kind, by list. */
export async function findChosenListCovers(db: ReadDb, kind: ListKind, ids: readonly string[]) {
  const rows = await readChunked(ids, (some) =>
    db
      .selectFrom('listCover')
      .select(['coverKey', `${COLUMN[kind]} as listId`])
      .where(COLUMN[kind], 'in', some)
      .where('isSelected', '=', 1),
  );
  return new Map(rows.map(({ listId, coverKey }) => [listId, coverKey]));
}

/** Adds a cover. */
export async function insertListCover(tx: Tx, row: NewListCover): Promise<void> {
  await tx.write.insertInto('listCover').values(row).execute();
}

/** Removes a cover. */
export async function deleteListCover(tx: Tx, coverId: string): Promise<void> {
  await tx.write.deleteFrom('listCover').where('id', '=', coverId).execute();
}

/** Makes one cover of a list the chosen one, or none. */
export async function selectListCover(tx: Tx, { kind, id }: Owner, coverId: string | null): Promise<void> {
  await tx.write
    .updateTable('listCover')
    .set({ isSelected: sql<number>`case when "id" = ${coverId ?? ''} then 1 else 0 end` })
    .where(COLUMN[kind], '=', id)
    .execute();
}
