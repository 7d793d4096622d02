import { expect } from 'vitest';
import type { Database } from '#db/open.ts';
import type { Client } from './client.ts';

/** What a reader and an editor have left with books. */
interface Belonging {
  readonly currentPage: number;
  readonly title: string;
}

/** Progress and edits of books: given once to each that can be read, and there ever after. */
export class Belongings {
  readonly #given = new Map<string, Belonging>();

  /** Forgets books that are no more. */
  clear(): void {
    this.#given.clear();
  }

  /** Gives every live book that was read and has nothing yet a progress and a title that a user chose. */
  async give(db: Database, client: Client): Promise<void> {
    const books = await db.read
      .selectFrom('book')
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'book.id')
      .select(['book.id', 'book.pageCount'])
      .where('book.state', '=', 'ready')
      .where('book.deletedAt', 'is', null)
      .execute();
    for (const { id, pageCount } of books) {
      if (this.#given.has(id)) continue;
      const belonging = { currentPage: pageCount, title: `The title of ${id}` };
      await client.call('saveProgress', {
        params: { id },
        body: { currentPage: belonging.currentPage, completed: false },
      });
      await db.transaction(async (tx) => {
        const change = { title: belonging.title, locks: '["titleLock"]' };
        await tx.write.updateTable('bookMetadata').set(change).where('bookId', '=', id).execute();
      });
      this.#given.set(id, belonging);
    }
  }

  /** Everything is where it was. */
  async check(db: Database): Promise<void> {
    const rows = await db.read
      .selectFrom('readProgress')
      .innerJoin('bookMetadata', 'bookMetadata.bookId', 'readProgress.bookId')
      .select(['readProgress.bookId', 'readProgress.currentPage', 'bookMetadata.title', 'bookMetadata.locks'])
      .execute();
    const there = new Map(rows.map(({ bookId, ...row }) => [bookId, row]));
    for (const [id, belonging] of this.#given) {
      expect(there.get(id), `what belongs to book ${id}`).toEqual({ ...belonging, locks: '["titleLock"]' });
    }
  }
}
