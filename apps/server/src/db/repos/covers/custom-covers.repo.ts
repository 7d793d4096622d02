import type { Insertable, Selectable } from 'kysely';
import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import type { CoverTable } from '../../schema/index.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks, visibleSeries } from '../rows/visibility.ts';

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

/** What an owner shows in place of its automatic cover. */
export interface Chosen {
  readonly key: string | null;
  readonly color: string | null;
  readonly source: string | null;
}

type Owned = Pick<CoverOwner, 'kind' | 'id'>;

const COLUMN = { book: 'cover.bookId', series: 'cover.seriesId' } as const;
/** How the lock of the cover is called among the locks of a book and of a series. */
const LOCK = { book: 'coverLock', series: 'cover' } as const;

const Locks = z.array(z.string()).catch([]);

function readLocks(text: string | undefined): readonly string[] {
  return text === undefined ? [] : Locks.parse(JSON.parse(text));
}

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

/** One cover of an owner; undefined when there is none, or it is another user's. */
export async function findCover(db: ReadDb, { kind, id }: Owned, coverId: string): Promise<StoredCoverRow | undefined> {
  return db.selectFrom('cover').selectAll().where('id', '=', coverId).where(COLUMN[kind], '=', id).executeTakeFirst();
}

/**
 * Holds an owner until the transaction ends, so that one after the other changes its covers.
 * @returns false when it is gone
 */
export async function holdOwner(tx: Tx, { kind, id }: Owned): Promise<boolean> {
  const { write } = tx;
  const held =
    kind === 'book'
      ? await write
          .updateTable('book')
          .set({ id })
          .where('id', '=', id)
          .where('deletedAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
      : await write.updateTable('series').set({ id }).where('id', '=', id).returning('id').executeTakeFirst();
  return held !== undefined;
}

/** Adds a cover, not selected. */
export async function insertCover(tx: Tx, row: NewCover): Promise<void> {
  await tx.write.insertInto('cover').values(row).execute();
}

/** Gives a cover another picture. */
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

/** Whether the choice of the cover is protected. */
export async function isCoverLocked(db: ReadDb, { kind, id }: Owned): Promise<boolean> {
  const row =
    kind === 'book'
      ? await db.selectFrom('bookMetadata').select('locks').where('bookId', '=', id).executeTakeFirst()
      : await db.selectFrom('series').select('locks').where('id', '=', id).executeTakeFirst();
  return readLocks(row?.locks).includes(LOCK[kind]);
}

/**
 * Protects the choice of the cover, or lets go of it. The other locks stay as they are. A book without a row of metadata gets
 * one, with the new id.
 */
export async function writeCoverLock(
  tx: Tx,
  { kind, id }: Owned,
  isLocked: boolean,
  { at, newId }: { readonly at: number; readonly newId: string },
): Promise<void> {
  const withLock = (text: string | undefined): string => {
    const others = readLocks(text).filter((lock) => lock !== LOCK[kind]);
    return JSON.stringify(isLocked ? [...others, LOCK[kind]] : others);
  };
  if (kind === 'series') {
    const row = await tx.read.selectFrom('series').select('locks').where('id', '=', id).executeTakeFirst();
    const locks = withLock(row?.locks);
    await tx.write.updateTable('series').set({ locks }).where('id', '=', id).execute();
    return;
  }
  const row = await tx.read.selectFrom('bookMetadata').select('locks').where('bookId', '=', id).executeTakeFirst();
  const locks = withLock(row?.locks);
  if (row !== undefined) {
    await tx.write.updateTable('bookMetadata').set({ locks }).where('bookId', '=', id).execute();
  } else if (isLocked) {
    const empty = { id: newId, bookId: id, authors: '[]', awards: '[]', createdAt: at, updatedAt: at };
    await tx.write
      .insertInto('bookMetadata')
      .values({ ...empty, locks })
      .execute();
  }
}

/** What an owner shows, and what it would show by itself; undefined when it is gone. The series' own cover is not asked. */
export async function findChosen(db: ReadDb, { kind, id }: Owned): Promise<Chosen | undefined> {
  return kind === 'book'
    ? await db
        .selectFrom('book')
        .select(['customCoverKey as key', 'customCoverColor as color', 'customCoverSource as source'])
        .where('id', '=', id)
        .executeTakeFirst()
    : await db
        .selectFrom('series')
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
  if (kind === 'book') await tx.write.updateTable('book').set(change).where('id', '=', id).execute();
  else await tx.write.updateTable('series').set(change).where('id', '=', id).execute();
}
