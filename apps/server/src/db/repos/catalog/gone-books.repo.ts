import type { ReadDb } from '../../open.ts';
import type { Slice } from '../lists/reading-lists.repo.ts';
import { type Beholder, visibleBooks } from '../visibility.ts';

/** A book whose file a scan found no more. */
export interface GoneBook {
  readonly id: string;
  readonly seriesId: string;
  /** Below the folder of its library. */
  readonly path: string;
  /** Epoch milliseconds. */
  readonly deletedAt: number;
}

function gone(db: ReadDb, beholder: Beholder) {
  return visibleBooks(db, beholder, { includeDeleted: true }).where('book.deletedAt', 'is not', null);
}

/** Books that are marked deleted, the latest first. */
export async function listGoneBooks(db: ReadDb, beholder: Beholder, { limit, offset }: Slice): Promise<GoneBook[]> {
  return await gone(db, beholder)
    .select(['book.id', 'book.seriesId', 'book.path', 'book.deletedAt'])
    .$narrowType<{ deletedAt: number }>()
    .orderBy('book.deletedAt', 'desc')
    .orderBy('book.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

/** How many there are. */
export async function countGoneBooks(db: ReadDb, beholder: Beholder): Promise<number> {
  const { count } = await gone(db, beholder)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
