import type { Database, Tx } from '../../apps/server/src/db/open.ts';
import { writeTerms } from '../../apps/server/src/db/repos/rows/terms.repo.ts';

const GENRES = ['Action', 'Drama', 'Comedy', 'Horror', 'Mystery', 'Romance', 'Science Fiction', 'Slice of Life'];
const TAGS = ['Award', 'Colour', 'Isekai', 'Long', 'Magic', 'School', 'Short', 'Sports', 'Time travel', 'War'];
const NOW = 1_750_000_000_000;
const BATCH = 500;

function pick(values: readonly string[], index: number): string {
  return values[index % values.length] ?? '';
}

async function writeReading(tx: Tx, userId: string, bookId: string, index: number): Promise<void> {
  const at = NOW + index;
  const isDone = index % 200 !== 0;
  await tx.write
    .insertInto('readProgress')
    .values({
      id: bookId,
      userId,
      bookId,
      currentPage: 5,
      completed: isDone ? 1 : 0,
      completedAt: isDone ? at : null,
      startedAt: at,
      updatedAt: at,
    })
    .execute();
}

/**
 * Gives each book two genres and a tag, and the only user progress in every tenth: in the middle of the first in every
 * fourth series, else at the end.
 */
export async function fillReading(db: Database): Promise<void> {
  const { id: userId } = await db.read.selectFrom('user').select('id').executeTakeFirstOrThrow();
  const books = await db.read.selectFrom('book').select('id').orderBy('createdAt').execute();
  for (let start = 0; start < books.length; start += BATCH) {
    await db.transaction(async (tx) => {
      for (const [offset, { id }] of books.slice(start, start + BATCH).entries()) {
        const index = start + offset;
        const series = Math.floor(index / 50);
        const genres = [pick(GENRES, series), pick(GENRES, series * 3 + 1)];
        await writeTerms(tx, 'genre', { kind: 'book', id }, genres);
        await writeTerms(tx, 'tag', { kind: 'book', id }, [pick(TAGS, series)]);
        if (index % 10 === 0) await writeReading(tx, userId, id, index);
      }
    });
  }
}
