import type { Insertable, Selectable } from 'kysely';
import { chunked } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { ListCoverTable } from '../../schema/index.ts';
import type { ListKind } from './shared-lists.repo.ts';

/** A picture that a user added to a list. */
export type ListCoverRow = Selectable<ListCoverTable>;
type NewListCover = Insertable<ListCoverTable>;

/** The list whose covers are meant; who may see it was asked before. */
interface Owner {
  readonly kind: ListKind;
  readonly id: string;
}

const COLUMN = { collection: 'collectionId', readList: 'readListId' } as const;

/** The columns of a new cover that say whose it is. */
export function ownedBy({ kind, id }: Owner): Pick<ListCoverRow, 'collectionId' | 'readListId'> {
  return kind === 'collection' ? { collectionId: id, readListId: null } : { collectionId: null, readListId: id };
}

/** Covers of a list, the latest first. */
export async function listListCovers(db: ReadDb, { kind, id }: Owner): Promise<ListCoverRow[]> {
  return db
    .selectFrom('listCover')
    .selectAll()
    .where(COLUMN[kind], '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One cover of a list; undefined when there is none, or it is another list's. */
export async function findListCover(db: ReadDb, { kind, id }: Owner, coverId: string) {
  return db
    .selectFrom('listCover')
    .selectAll()
    .where('id', '=', coverId)
    .where(COLUMN[kind], '=', id)
    .executeTakeFirst();
}

/** Content key of the cover that was chosen for a list; undefined when none was. */
export async function findChosenListCover(db: ReadDb, { kind, id }: Owner): Promise<string | undefined> {
  const row = await db
    .selectFrom('listCover')
    .select('coverKey')
    .where(COLUMN[kind], '=', id)
    .where('isSelected', '=', 1)
    .executeTakeFirst();
  return row?.coverKey;
}

/** Content keys of the covers that were chosen for lists of a kind, by list. */
export async function findChosenListCovers(db: ReadDb, kind: ListKind, ids: readonly string[]) {
  const chosen = new Map<string, string>();
  for (const some of chunked(ids)) {
    const rows = await db
      .selectFrom('listCover')
      .select(['coverKey', `${COLUMN[kind]} as listId`])
      .where(COLUMN[kind], 'in', some)
      .where('isSelected', '=', 1)
      .execute();
    for (const { listId, coverKey } of rows) if (listId !== null) chosen.set(listId, coverKey);
  }
  return chosen;
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
    .set((eb) => ({
      isSelected: eb
        .case()
        .when('id', '=', coverId ?? '')
        .then(1)
        .else(0)
        .end(),
    }))
    .where(COLUMN[kind], '=', id)
    .execute();
}
