import type { Insertable, Selectable } from 'kysely';
import type { ReadDb, Tx } from '../../open.ts';
import type { CoverTable } from '../../schema/index.ts';

/** A book or a series, as the one that has covers. */
export interface CoverOwner {
  readonly kind: 'book' | 'series';
  readonly id: string;
  readonly libraryId: string;
  /** The series that it is, or that the book is in. */
  readonly seriesId: string;
}

export type StoredCoverRow = Selectable<CoverTable>;
export type NewCover = Insertable<CoverTable>;

export type Owned = Pick<CoverOwner, 'kind' | 'id'>;

const COLUMN = { book: 'cover.bookId', series: 'cover.seriesId' } as const;

/** Covers of one owner, the latest first. */
export async function listCovers(db: ReadDb, { kind, id }: Owned): Promise<StoredCoverRow[]> {
  return db
    .selectFrom('cover')
    .selectAll()
    .where(COLUMN[kind], '=', id)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** One cover of an owner; undefined when it is absent or another owner's. */
export async function findCover(db: ReadDb, { kind, id }: Owned, coverId: string): Promise<StoredCoverRow | undefined> {
  return db.selectFrom('cover').selectAll().where('id', '=', coverId).where(COLUMN[kind], '=', id).executeTakeFirst();
}

/** Adds a cover, not selected. */
export async function insertCover(tx: Tx, row: NewCover): Promise<void> {
  await tx.write.insertInto('cover').values(row).execute();
}

/** Replaces the picture of a cover. */
export async function writeCoverPicture(
  tx: Tx,
  coverId: string,
  picture: Pick<NewCover, 'coverKey' | 'coverColor' | 'mediaType' | 'width' | 'height'>,
  at: number,
): Promise<void> {
  await tx.write
    .updateTable('cover')
    .set({ ...picture, updatedAt: at })
    .where('id', '=', coverId)
    .execute();
}

/** Removes one cover. */
export async function deleteCover(tx: Tx, coverId: string): Promise<void> {
  await tx.write.deleteFrom('cover').where('id', '=', coverId).execute();
}

/** Makes one cover of an owner the selected one, or none. */
export async function markSelected(tx: Tx, { kind, id }: Owned, coverId: string | null, at: number): Promise<void> {
  await tx.write
    .updateTable('cover')
    .set({ isSelected: 0, updatedAt: at })
    .where(COLUMN[kind], '=', id)
    .where('isSelected', '=', 1)
    .where('id', '!=', coverId ?? '')
    .execute();
  if (coverId === null) return;
  await tx.write
    .updateTable('cover')
    .set({ isSelected: 1, updatedAt: at })
    .where('id', '=', coverId)
    .where('isSelected', '=', 0)
    .execute();
}
