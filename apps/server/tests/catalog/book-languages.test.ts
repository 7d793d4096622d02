import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listBookLanguages } from '#core/catalog/browse/list-words.ts';
import { makeViewer } from '#core/people/make-viewer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('the languages of all books on %s', (kind) => {
  it('are those of the visible books, by name, each once', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const [shown, other] = [await newShelf(server, { name: 'Shown' }), await newShelf(server, { name: 'Other' })];
    const { db, lists, filtered } = server.context;
    const add = async (shelf: Shelf, seriesId: string, languageIso: string | null, deletedAt: number | null = null) => {
      const bookId = await shelf.addBook(seriesId, `Book in ${String(languageIso)} ${randomUUIDv7()}`, { deletedAt });
      const row = { id: randomUUIDv7(), bookId, languageIso, createdAt: 0, updatedAt: 0 };
      const values = { ...row, authors: '[]', awards: '[]', locks: '[]' };
      await db.transaction(async (tx) => tx.write.insertInto('bookMetadata').values(values).execute());
    };
    const [first, second] = [await shown.addSeries('First'), await other.addSeries('Second')];
    for (const language of ['fr', null, 'EN', '', 'de', 'fr']) await add(shown, first, language);
    await add(shown, first, 'it', 1);
    for (const language of ['ja', 'de']) await add(other, second, language);
    const user = await db.read.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    const viewer = await makeViewer(db.read, user, null);
    const seen = async (libraryIds: readonly string[]) =>
      listBookLanguages({ db, lists, filtered }, { ...viewer, libraryIds });
    expect(await listBookLanguages({ db, lists, filtered }, viewer)).toEqual(['de', 'EN', 'fr', 'ja']);
    expect(await seen([shown.libraryId])).toEqual(['de', 'EN', 'fr']);
    expect(await seen([other.libraryId])).toEqual(['de', 'ja']);
    expect(await seen([])).toEqual([]);
  });

  it('are found once for later requests, and again for waiting requests when the first one disconnects', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const { db, lists, filtered } = server.context;
    const user = await db.read.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    const viewer = await makeViewer(db.read, user, null);
    const gone = new AbortController();
    const left = listBookLanguages({ db: db.whileWanted(() => gone.signal), lists, filtered }, viewer);
    gone.abort(new Error('The first one has left'));
    const asked = { db: db.whileWanted(() => new AbortController().signal), lists, filtered };
    const stays = listBookLanguages(asked, viewer);
    await expect(left).rejects.toThrow('The first one has left');
    expect(await stays).toEqual([]);
    const again = { db: db.whileWanted(() => AbortSignal.abort(new Error('This looks again'))), lists, filtered };
    // What was committed since makes the filtered list unknown, so that only this memory answers.
    await db.transaction(async (tx) => tx.write.updateTable('user').set({ updatedAt: 1 }).execute());
    expect(await listBookLanguages(again, viewer)).toEqual([]);
  });
});
