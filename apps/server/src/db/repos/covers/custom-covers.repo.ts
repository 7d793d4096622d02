import type { ReadDb, Tx } from '../../open.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';
import type { CoverOwner, Owned } from './stored-covers.repo.ts';

/** What an owner shows in place of its automatic cover. */
export type Chosen = ReadRow<typeof findChosen>;

/** A live book whose covers the viewer may see. */
export async function findBookOwner(db: ReadDb, viewerScope: ViewerScope, id: string): Promise<CoverOwner | undefined> {
  const row = await visibleBooks(db, viewerScope)
    .select(['book.id', 'book.libraryId', 'book.seriesId'])
    .where('book.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { kind: 'book' as const, ...row };
}

/** A series with live books whose covers the viewer may see. */
export async function findSeriesOwner(db: ReadDb, viewerScope: ViewerScope, id: string) {
  const row = await visibleSeries(db, viewerScope)
    .select(['series.id', 'series.libraryId', 'series.id as seriesId'])
    .where('series.id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : { kind: 'series' as const, ...row };
}

/** Locks an owner until the transaction ends. @returns false when it is gone */
export async function lockOwner(tx: Tx, { kind, id }: Owned): Promise<boolean> {
  if (kind === 'series') {
    return isFound(tx.write.updateTable('series').set({ id }).where('id', '=', id).returning('id'));
  }
  const live = tx.write.updateTable('book').set({ id }).where('id', '=', id).where('deletedAt', 'is', null);
  return isFound(live.returning('id'));
}

/** What an owner shows in place of its automatic cover; undefined when it is gone. */
export async function findChosen(db: ReadDb, { kind, id }: Owned) {
  return db
    .selectFrom(kind)
    .select(['customCoverKey as key', 'customCoverColor as color', 'customCoverSource as source'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Writes what an owner shows in place of its automatic cover, and whether it has any covers to choose from. */
export async function writeChosen(
  tx: Tx,
  { kind, id }: Owned,
  { key, color, source }: Chosen,
  { hasCustomCover, updatedAt }: { readonly hasCustomCover: number; readonly updatedAt?: number },
): Promise<void> {
  const change = {
    ...{ customCoverKey: key, customCoverColor: color, customCoverSource: source, hasCustomCover },
    ...(updatedAt === undefined ? {} : { updatedAt }),
  };
  await tx.write.updateTable(kind).set(change).where('id', '=', id).execute();
}
