import type { ReadDb, Tx } from '../../open.ts';
import { slotsFor, writePrecompiled } from '../../precompiled.ts';
import type { PackedReading, StoredReading } from './pack-reading.ts';
import { unpackReading } from './stored-reading.ts';

export type { StoredReading } from './pack-reading.ts';

/** Keeps what the latest opening of a book file told, in place of what was kept before. */
export async function writeBookReading(tx: Tx, bookId: string, { version, content }: PackedReading): Promise<void> {
  const row = { bookId, version, content };
  await writePrecompiled(tx, 'book reading', row, () => {
    const slots = slotsFor(row);
    return tx.write
      .insertInto('bookReading')
      .values(slots)
      .onConflict((conflict) =>
        conflict.column('bookId').doUpdateSet({ version: slots.version, content: slots.content }),
      );
  });
}

/** Forgets the reading of a book whose file can no longer be read. */
export async function deleteBookReading(tx: Tx, bookId: string): Promise<void> {
  await tx.write.deleteFrom('bookReading').where('bookId', '=', bookId).execute();
}

/**
 * The kept reading of a book. The caller has made sure that its viewer may see the book.
 * @returns undefined when there is none, or one that an older release wrote
 */
export async function findBookReading(db: ReadDb, bookId: string): Promise<StoredReading | undefined> {
  const row = await db
    .selectFrom('bookReading')
    .select(['version', 'content'])
    .where('bookId', '=', bookId)
    .executeTakeFirst();
  return row === undefined ? undefined : await unpackReading(row);
}
