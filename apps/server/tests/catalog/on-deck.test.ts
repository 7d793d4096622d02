import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const AT = Date.UTC(2026, 2, 1);

describe.each(databases)('what is on deck on %s', (kind) => {
  it('is the same on the home page, however much was read since', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id: userId } = await client.call('getCurrentUser', {});
    const shelf = await newShelf(server);
    let readCount = 0;
    const read = async (seriesId: string, count: number, { at = 0, isDone = true } = {}): Promise<void> => {
      for (let number = 1; number <= count; number += 1) {
        const bookId = await shelf.addBook(seriesId, `Book ${number}`, { numberSort: number, number: String(number) });
        readCount += 1;
        const updatedAt = at === 0 ? AT + readCount * 1_000 : at;
        const times = { startedAt: AT, updatedAt, completedAt: isDone ? updatedAt : null };
        await server.context.db.transaction(async (tx) => {
          const place = { id: bookId, userId, bookId, currentPage: 5, completed: isDone ? 1 : 0 };
          await tx.write
            .insertInto('readProgress')
            .values({ ...place, ...times })
            .execute();
        });
      }
    };
    const begin = async (title: string, count: number, options = {}): Promise<void> => {
      const seriesId = await shelf.addSeries(title);
      await read(seriesId, count, options);
      await shelf.addBook(seriesId, 'Next', { numberSort: 900, number: '900' });
    };
    const compare = async (limit: number): Promise<string[]> => {
      const { data, total } = await client.call('listOnDeck', { query: { pageSize: limit } });
      const { onDeck } = await client.call('getHome', { query: { limit } });
      expect(onDeck).toEqual(data);
      return [...data.map(({ seriesName }) => seriesName), String(total)];
    };
    await begin('Old', 2);
    await begin('In the middle', 1, { isDone: false });
    // Marked as read at once: all in one moment.
    for (const title of ['One', 'Two', 'Three']) await begin(title, 3, { at: AT + 7_000 });
    await read(await shelf.addSeries('All read'), 4);
    expect((await compare(2)).at(-1)).toBe('4');
    expect((await compare(10)).toSorted()).toEqual(['4', 'Old', 'One', 'Three', 'Two']);
    // More than the home page looks at first, and none of it on deck.
    await read(await shelf.addSeries('Long and over'), 248);
    expect((await compare(2)).length).toBe(3);
    expect((await compare(10)).length).toBe(5);
    await begin('New', 1);
    expect((await compare(1))[0]).toBe('New');
    await compare(2);
    await compare(3);
  });
});
