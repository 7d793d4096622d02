import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Database } from '#db/open.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

const NAMES = ['A', 'B', 'C'];
const names = fc.subarray(NAMES);
const place = fc.nat({ max: 2 });

/** Something that happens to one of three books or of three series. */
const deed = fc.oneof(
  fc.record({ kind: fc.constant('terms of a book' as const), at: place, names }),
  fc.record({ kind: fc.constant('terms of a series' as const), at: place, names }),
  fc.record({ kind: fc.constant('move' as const), at: place, to: place }),
  fc.record({ kind: fc.constant('delete' as const), at: place, isDeleted: fc.boolean() }),
  fc.record({ kind: fc.constant('lock' as const), at: place, isLocked: fc.boolean() }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

interface Rows {
  readonly books: readonly string[];
  readonly series: readonly string[];
}

async function act(db: Database, { books, series }: Rows, what: Deed): Promise<void> {
  const bookId = books[what.at] ?? '';
  const seriesId = series[what.at] ?? '';
  const changeBook = async (values: { seriesId?: string; deletedAt?: number | null }): Promise<void> =>
    db.transaction(async (tx) => {
      await tx.write.updateTable('book').set(values).where('id', '=', bookId).execute();
    });
  switch (what.kind) {
    case 'terms of a book':
      return db.transaction(async (tx) => {
        await writeTerms(tx, 'genre', { kind: 'book', id: bookId }, what.names);
        await writeTerms(tx, 'tag', { kind: 'book', id: bookId }, what.names);
      });
    case 'terms of a series':
      return db.transaction(async (tx) => {
        await writeTerms(tx, 'genre', { kind: 'series', id: seriesId }, what.names);
        await writeTerms(tx, 'tag', { kind: 'series', id: seriesId }, what.names);
      });
    case 'move':
      return changeBook({ seriesId: series[what.to] ?? '' });
    case 'delete':
      return changeBook({ deletedAt: what.isDeleted ? 1 : null });
    case 'lock':
      return db.transaction(async (tx) => {
        const locks = what.isLocked ? '["genres","tags"]' : '[]';
        await tx.write.updateTable('series').set({ locks }).where('id', '=', seriesId).execute();
      });
  }
}

/** Links that a filter would pass over: neither marked, nor those of the series. */
async function countMissed(db: Database, kind: 'Genre' | 'Tag'): Promise<number> {
  const [ofBooks, ofSeries] = [sql.table(`book${kind}`), sql.table(`series${kind}`)];
  const term = sql.ref(`${kind.toLowerCase()}Id`);
  const missed = sql<{ count: number }>`select count(*) as "count" from ${ofBooks} as "link"
    join "book" on "book"."id" = "link"."bookId" where "link"."isBeyond" = 0 and not exists (select 1
    from ${ofSeries} as "shared" where "shared"."seriesId" = "book"."seriesId" and "shared".${term} = "link".${term})`;
  const { rows } = await db.transaction(async (tx) => missed.execute(tx.write));
  return rows[0]?.count ?? Number.NaN;
}

describe.each(databases)('genres and tags that a series does not have, on %s', (kind) => {
  it('are marked on its books, whatever happens to either', async () => {
    await using server = await startServer(kind);
    const { db } = server.context;
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 1, maxLength: 12 }), async (deeds) => {
        const shelf = await newShelf(server);
        const series = await Promise.all(NAMES.map(async (name) => shelf.addSeries(name)));
        const books = await Promise.all(series.map(async (id) => shelf.addBook(id, 'Book')));
        for (const what of deeds) await act(db, { books, series }, what);
        expect(await countMissed(db, 'Genre')).toBe(0);
        expect(await countMissed(db, 'Tag')).toBe(0);
      }),
      casesToTry(40),
    );
  });

  it('are few: what books bring to their series is not marked', async () => {
    await using server = await startServer(kind);
    const { db } = server.context;
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    const locked = await shelf.addSeries('Locked', { locks: '["genres"]' });
    const books = [await shelf.addBook(series, 'One'), await shelf.addBook(series, 'Two')];
    const other = await shelf.addBook(locked, 'Other');
    await db.transaction(async (tx) => {
      for (const id of [...books, other]) await writeTerms(tx, 'genre', { kind: 'book', id }, ['A', 'B']);
    });
    const marked = async (): Promise<string[]> => {
      const rows = await db.read
        .selectFrom('bookGenre')
        .select('bookId')
        .distinct()
        .where('isBeyond', '=', 1)
        .execute();
      return rows.map(({ bookId }) => bookId);
    };
    expect(await marked()).toEqual([other]);
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ seriesId: series }).where('id', '=', other).execute();
    });
    expect(await marked()).toEqual([]);
  });
});
