import type { ReadDb } from '../../open.ts';
import type { ReadRow, Slice } from '../rows/read-rows.ts';
import type { ViewerScope } from '../rows/viewer-scope.ts';
import { visibleBooks } from '../rows/visibility.ts';

/** A person or publisher whom books name, as one of these books spells them. */
export type CreditedName = ReadRow<typeof listCreditedByKey>;

function visibleCredits(db: ReadDb, viewerScope: ViewerScope, of: 'person' | 'publisher') {
  return db
    .selectFrom('searchCredit')
    .where('kind', '=', of)
    .where('bookId', 'in', visibleBooks(db, viewerScope).select('book.id'));
}

/** Keys of people or publishers of visible books, in the order of an index: nothing is sorted or counted. */
export async function pickCreditedKeys(db: ReadDb, viewerScope: ViewerScope, of: 'person' | 'publisher', page: Slice) {
  const rows = await visibleCredits(db, viewerScope, of)
    .select('nameKey')
    .groupBy('nameKey')
    .orderBy('nameKey')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map(({ nameKey }) => nameKey);
}

/** How many people or publishers visible books name: looks at each of these books. */
export async function countCredited(db: ReadDb, viewerScope: ViewerScope, of: 'person' | 'publisher'): Promise<number> {
  const { count } = await visibleCredits(db, viewerScope, of)
    .select((eb) => eb.fn.count<number>('nameKey').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** People or publishers by their keys, in the order of these; whom the viewer may not see is left out. */
export async function listCreditedByKey(
  db: ReadDb,
  viewerScope: ViewerScope,
  of: 'person' | 'publisher',
  keys: readonly string[],
) {
  if (keys.length === 0) return [];
  return visibleBooks(db, viewerScope)
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
