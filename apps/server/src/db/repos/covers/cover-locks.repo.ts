import { z } from 'zod';
import type { ReadDb, Tx } from '../../open.ts';
import type { Owned } from './stored-covers.repo.ts';

/** How the lock of the cover is called among the locks of a book and of a series. */
const LOCK = { book: 'coverLock', series: 'cover' } as const;

const Locks = z.array(z.string()).catch([]);

function readLocks(text: string | undefined): readonly string[] {
  return text === undefined ? [] : Locks.parse(JSON.parse(text));
}

async function findLocks(db: ReadDb, { kind, id }: Owned) {
  return kind === 'book'
    ? db.selectFrom('bookMetadata').select('locks').where('bookId', '=', id).executeTakeFirst()
    : db.selectFrom('series').select('locks').where('id', '=', id).executeTakeFirst();
}

/** Whether the choice of the cover is locked. */
export async function isCoverLocked(db: ReadDb, owner: Owned): Promise<boolean> {
  return readLocks((await findLocks(db, owner))?.locks).includes(LOCK[owner.kind]);
}

/** Locks or unlocks the choice of the cover; other locks stay. A book without metadata gets a row, with the new id. */
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
  const row = await findLocks(tx.read, { kind, id });
  const locks = withLock(row?.locks);
  if (kind === 'series') {
    await tx.write.updateTable('series').set({ locks }).where('id', '=', id).execute();
  } else if (row !== undefined) {
    await tx.write.updateTable('bookMetadata').set({ locks }).where('bookId', '=', id).execute();
  } else if (isLocked) {
    const empty = { id: newId, bookId: id, authors: '[]', awards: '[]', createdAt: at, updatedAt: at };
    await tx.write
      .insertInto('bookMetadata')
      .values({ ...empty, locks })
      .execute();
  }
}
