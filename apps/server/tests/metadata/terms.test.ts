import { describe, expect, it } from 'vitest';
import type { Database } from '#db/open.ts';
import { listOwnerTerms } from '#db/repos/rows/find-terms.repo.ts';
import type { TermKind } from '#db/repos/rows/term-tables.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

async function readNames(db: Database, kind: TermKind, owner: 'book' | 'series', id: string): Promise<string[]> {
  return (await listOwnerTerms(db.read, kind, owner, [id])).map(({ name }) => name);
}

describe.each(databases)('genres and tags on %s', (kind) => {
  it('come from files, are one whatever their case and accents, and are those of the books for a series', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { db } = server.context;
    using folder = newBookFolder();
    await folder.addComic('Saga/1.cbz', { info: '<Genre>Sci-Fi, Drama, sci-fi</Genre><Tags>Space</Tags>' });
    await folder.addComic('Saga/2.cbz', { tint: 9, info: '<Genre>DRAMÁ, Action</Genre>' });
    const { id: libraryId } = await addLibrary(client, folder.path);
    await scan(client, libraryId);
    await waitForTasks(client);
    const { data } = await client.call('listBooks', { query: { libraryId, sort: 'filename' } });
    const [one, two] = [data[0]?.id ?? '', data[1]?.id ?? ''];
    const seriesId = data[0]?.seriesId ?? '';
    // Whichever file is read first gives the spelling.
    const drama = expect.stringMatching(/^dram[aá]$/i) as string;
    expect(await readNames(db, 'genre', 'book', one)).toEqual(['Sci-Fi', drama]);
    expect(await readNames(db, 'genre', 'book', two)).toEqual([drama, 'Action']);
    expect(await readNames(db, 'tag', 'book', one)).toEqual(['Space']);
    expect((await listOwnerTerms(db.read, 'genre', 'series', [seriesId])).length).toBe(3);
    expect(await readNames(db, 'tag', 'series', seriesId)).toEqual(['Space']);
    await folder.addComic('Saga/1.cbz', { tint: 5, info: '<Genre>Drama</Genre>' });
    await scan(client, libraryId, 'deep');
    await waitForTasks(client);
    expect(await readNames(db, 'genre', 'series', seriesId)).toEqual(['Action', drama]);
    expect(await readNames(db, 'tag', 'series', seriesId)).toEqual([]);
  });

  it('of a series follow its live books, wherever they go, unless they are locked', async () => {
    await using server = await startServer(kind);
    const { db } = server.context;
    const shelf = await newShelf(server);
    const [home, other] = [await shelf.addSeries('Home'), await shelf.addSeries('Other', { locks: '["genres"]' })];
    const one = await shelf.addBook(home, 'One');
    const two = await shelf.addBook(home, 'Two');
    await db.transaction(async (tx) => {
      await writeTerms(tx, 'genre', { kind: 'book', id: one }, ['A', 'B']);
      await writeTerms(tx, 'genre', { kind: 'book', id: two }, ['B', 'C']);
      await writeTerms(tx, 'genre', { kind: 'series', id: other }, ['Chosen']);
    });
    expect(await readNames(db, 'genre', 'series', home)).toEqual(['A', 'B', 'C']);
    const change = async (values: { seriesId?: string; deletedAt?: number | null }): Promise<void> => {
      await db.transaction(async (tx) => {
        await tx.write.updateTable('book').set(values).where('id', '=', one).execute();
      });
    };
    await change({ deletedAt: 1 });
    expect(await readNames(db, 'genre', 'series', home)).toEqual(['B', 'C']);
    await change({ deletedAt: null });
    expect(await readNames(db, 'genre', 'series', home)).toEqual(['A', 'B', 'C']);
    await change({ seriesId: other });
    expect(await readNames(db, 'genre', 'series', home)).toEqual(['B', 'C']);
    expect(await readNames(db, 'genre', 'series', other)).toEqual(['Chosen']);
    await change({ seriesId: home });
    await db.transaction(async (tx) => {
      expect(await writeTerms(tx, 'genre', { kind: 'book', id: one }, ['b', 'a'])).toBe(true);
      expect(await writeTerms(tx, 'genre', { kind: 'book', id: one }, [' B', 'A'])).toBe(false);
    });
    expect(await readNames(db, 'genre', 'book', one)).toEqual(['B', 'A']);
    expect(await readNames(db, 'genre', 'series', other)).toEqual(['Chosen']);
  });
});
