import type { ReadDb } from '../../open.ts';
import { type Beholder, visibleBooks } from '../visibility.ts';

/** A person or publisher whom books name, as one of these books spells them. */
export interface CreditedName {
  readonly name: string;
  /** Books that name them and that the beholder may see. */
  readonly bookCount: number;
}

/** Part of a list. */
interface Slice {
  readonly limit: number;
  readonly offset: number;
}

function visibleCredits(db: ReadDb, beholder: Beholder, of: 'person' | 'publisher') {
  return db
    .selectFrom('searchCredit')
    .where('kind', '=', of)
    .where('bookId', 'in', visibleBooks(db, beholder).select('book.id'));
}

/**
 * Keys of people or publishers whom books name that the beholder may see, by name without accents and case: an index has that
 * order, so that nothing is sorted or counted for it.
 */
export async function pickCreditedKeys(
  db: ReadDb,
  beholder: Beholder,
  of: 'person' | 'publisher',
  { limit, offset }: Slice,
): Promise<string[]> {
  const rows = await visibleCredits(db, beholder, of)
    .select('nameKey')
    .groupBy('nameKey')
    .orderBy('nameKey')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ nameKey }) => nameKey);
}

/** How many people or publishers books name that the beholder may see: looks at each of these books. */
export async function countCredited(db: ReadDb, beholder: Beholder, of: 'person' | 'publisher'): Promise<number> {
  const { count } = await visibleCredits(db, beholder, of)
    .select((eb) => eb.fn.count<number>('nameKey').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** People or publishers by their keys, in the order of these; whom the beholder may not see is left out. */
export async function listCreditedByKey(
  db: ReadDb,
  beholder: Beholder,
  of: 'person' | 'publisher',
  keys: readonly string[],
): Promise<CreditedName[]> {
  if (keys.length === 0) return [];
  return await visibleBooks(db, beholder)
    .innerJoin('searchCredit', 'searchCredit.bookId', 'book.id')
    .where('searchCredit.kind', '=', of)
    .where('searchCredit.nameKey', 'in', keys)
    .select((eb) => [
      eb.fn.min<string>('searchCredit.name').as('name'),
      eb.fn.count<number>('book.id').distinct().as('bookCount'),
    ])
    .groupBy('searchCredit.nameKey')
    .orderBy('searchCredit.nameKey')
    .execute();
}
