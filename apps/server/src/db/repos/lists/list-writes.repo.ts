import { sql } from 'kysely';
import { lockFor } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { isFound } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { type ListKind, lists, mayKnow, type SharedListRow, TABLES } from './shared-lists.repo.ts';

/** Locks a list until the transaction ends. @returns false when it is gone */
export async function lockList(tx: Tx, kind: ListKind, id: string): Promise<boolean> {
  await lockFor(tx.kind, tx.write, `list:${id}`);
  return isFound(lists(tx.read, kind).select('list.id').where('list.id', '=', id));
}

/** Locks the names of lists of a kind until the transaction ends. */
export async function lockNames(tx: Tx, kind: ListKind): Promise<void> {
  await lockFor(tx.kind, tx.write, `names:${kind}`);
}

/** Lists whose name has this key, visible or not; also those that keep it under a longer one that begins with `apart`. */
export async function listNamesakes(
  db: ReadDb,
  kind: ListKind,
  viewerScope: ViewerScope,
  { key, apart }: { readonly key: string; readonly apart: string },
) {
  return lists(db, kind)
    .select(['list.id', 'list.nameKey', 'list.condition'])
    .select(sql<number>`case when ${mayKnow(db, kind, viewerScope)} then 1 else 0 end`.as('isKnown'))
    .where((eb) =>
      eb.or([
        eb('list.nameKey', '=', key),
        // a uuid begins with a digit or a letter
        eb.and([eb('list.nameKey', '>', apart), eb('list.nameKey', '<', `${apart}~`)]),
      ]),
    )
    .execute();
}

/** Stores a new list. */
export async function insertList(tx: Tx, kind: ListKind, row: Omit<SharedListRow, 'coverId'>): Promise<void> {
  const insert =
    kind === 'collection'
      ? tx.write.insertInto('collection').values({ ...row, coverSeriesId: null })
      : tx.write.insertInto('readList').values({ ...row, coverBookId: null });
  await insert.execute();
}

/** What a change of a list sets. */
export type ListChange = Partial<Omit<SharedListRow, 'id' | 'createdAt'>>;

/** Changes what is given. */
export async function updateList(tx: Tx, kind: ListKind, id: string, change: ListChange): Promise<void> {
  const { coverId, ...columns } = change;
  const cover = coverId === undefined ? {} : { [TABLES[kind].coverId]: coverId };
  await tx.write
    .updateTable(kind)
    .set({ ...columns, ...cover })
    .where('id', '=', id)
    .execute();
}

/** Removes a list. */
export async function deleteList(tx: Tx, kind: ListKind, id: string): Promise<void> {
  await sql`delete from ${sql.table(kind)} where "id" = ${id}`.execute(tx.write);
}
