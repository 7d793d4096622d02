import { chunked } from '../sql/dialect.ts';
import type { ReadDb, Tx } from '../open.ts';

/** A person or publisher that a book names. */
export interface SearchCredit {
  readonly kind: 'person' | 'publisher';
  readonly nameKey: string;
  readonly bookId: string;
  readonly name: string;
}

/** Which of these people or publishers have a document. */
export async function listKnownNames(
  db: ReadDb,
  kind: SearchCredit['kind'],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const some of chunked(keys)) {
    const query = db.selectFrom('searchDoc').select('entityId').where('kind', '=', kind).where('entityId', 'in', some);
    for (const { entityId } of await query.execute()) known.add(entityId);
  }
  return known;
}

/** Replaces the credits of books. */
export async function putCredits(tx: Tx, bookIds: readonly string[], credits: readonly SearchCredit[]): Promise<void> {
  for (const some of chunked(bookIds)) await tx.write.deleteFrom('searchCredit').where('bookId', 'in', some).execute();
  for (const some of chunked(credits)) {
    await tx.write
      .insertInto('searchCredit')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
