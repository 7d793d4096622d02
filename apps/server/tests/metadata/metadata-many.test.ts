import { describe, expect, it } from 'vitest';
import { runQueuedEdit } from '#core/catalog/metadata/run-queued-edit.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import type { TaskRun } from '#jobs/handler.ts';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

/** One turn of a task by hand. */
function turn(shouldYield: TaskRun['shouldYield']): TaskRun {
  return { taskId: '', signal: new AbortController().signal, earlier: null, shouldYield, report: () => undefined };
}

describe.each(databases)('metadata of many on %s', (kind) => {
  it('is edited by a condition, at once or by a task, undone, and all or none when the task is cancelled', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const ids: string[] = [];
    for (let index = 0; index < 520; index += 1) ids.push(await shelf.addBook(seriesId, `Book ${String(index)}`));
    const one = { title: { operator: 'is', value: 'Book 7' } };
    const few = await client.call('updateManyBooks', { body: { condition: one, imprint: 'Vertigo' } });
    expect(few).toMatchObject({ updatedCount: 1, matchedCount: 1, taskId: null });
    const condition = { seriesId: { operator: 'is', value: seriesId } };
    const dry = await client.call('updateManyBooks', { body: { condition, imprint: 'Vertigo', dryRun: true } });
    expect(dry).toMatchObject({ updatedCount: 519, matchedCount: 520, taskId: null, actionId: null });
    const queued = await client.call('updateManyBooks', { body: { condition, imprint: 'Vertigo', manga: true } });
    expect(queued).toMatchObject({ matchedCount: 520, updatedCount: 0 });
    expect(queued.taskId).not.toBeNull();
    const tasks = await waitForTasks(client);
    expect(tasks.find(({ id }) => id === queued.taskId)).toMatchObject({ status: 'completed' });
    const last = { params: { id: ids.at(-1) ?? '' } };
    expect(await client.call('getBookMetadata', last)).toMatchObject({ imprint: 'Vertigo', manga: true });
    const action = await client.call('getMetadataAction', { params: { id: queued.actionId ?? '' } });
    expect(action).toMatchObject({ kind: 'bulk', changeCount: 519 * 3 + 2 });
    const undone = await client.call('undoMetadataAction', { params: { id: queued.actionId ?? '' } });
    expect(undone).toMatchObject({ undone: 519 * 3 + 2, keptCount: 0 });
    const { imprint, manga, locks } = await client.call('getBookMetadata', last);
    expect({ imprint, manga, isLocked: Object.values(locks).some(Boolean) }).toEqual({
      ...{ imprint: null, manga: null, isLocked: false },
    });
    expect(await client.call('getBookMetadata', { params: { id: ids[7] ?? '' } })).toMatchObject({
      imprint: 'Vertigo',
    });

    // Cancelled in the middle: what was done is taken back, and nothing is left to do.
    await client.call('pauseTasks', {});
    const { actionId, taskId } = await client.call('updateManyBooks', { body: { condition, edition: 'First' } });
    const firstTurn = await runQueuedEdit(
      server.context,
      actionId ?? '',
      turn(async () => true),
    );
    expect(firstTurn).toEqual({ again: true, result: { edited: 50 } });
    const busy = client.call('undoMetadataAction', { params: { id: actionId ?? '' } });
    expect(await expectRefusal(busy)).toMatchObject({ kind: 'Conflict' });
    await client.call('cancelTask', { params: { id: taskId ?? '' } });
    await client.call('resumeTasks', {});
    await waitForTasks(client);
    const { changeCount, undoneCount } = await client.call('getMetadataAction', { params: { id: actionId ?? '' } });
    expect([changeCount, undoneCount]).toEqual([100, 100]);
    expect(await server.context.db.read.selectFrom('metadataWork').selectAll().execute()).toEqual([]);
    for (const id of ids.slice(0, 60)) {
      expect((await client.call('getBookMetadata', { params: { id } })).edition).toBeNull();
    }
    const wrong = client.call('updateManyBooks', { body: { condition: { nonsense: {} }, edition: 'First' } });
    expect(await expectRefusal(wrong)).toMatchObject({ kind: 'BadRequest' });
    expect(await expectRefusal(client.call('resetManyBooks', { body: {} }))).toMatchObject({ kind: 'BadRequest' });
  });

  it('shows genres with counts of what is seen only, and renames, merges, deletes and cleans them up', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { db } = server.context;
    const [shelf, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    const names = { one: ['SF', 'Drama'], two: ['Science Fiction'], three: ['Drama', 'Secret'] };
    const books: string[] = [];
    for (const [name, genres] of Object.entries(names)) {
      const at = name === 'three' ? hidden : shelf;
      const id = await at.addBook(await at.addSeries(name), name);
      books.push(id);
      await db.transaction(async (tx) => writeTerms(tx, 'genre', { kind: 'book', id }, genres));
    }
    const account = { username: 'guest', password: 'a long password', libraryIds: [shelf.libraryId] };
    await client.call('createUser', { body: account });
    const guest = await signIn(server, account);
    const counts = async (of = client, libraryId?: string) =>
      (await of.call('listGenres', { query: { libraryId } })).data.map(
        ({ name, seriesCount }) => `${name} ${String(seriesCount)}`,
      );
    expect(await counts()).toEqual(['Drama 2', 'Science Fiction 1', 'Secret 1', 'SF 1']);
    expect(await counts(guest)).toEqual(['Drama 1', 'Science Fiction 1', 'SF 1']);
    expect(await counts(client, hidden.libraryId)).toEqual(['Drama 1', 'Secret 1']);
    expect(await counts(guest, shelf.libraryId)).toEqual(['Drama 1', 'Science Fiction 1', 'SF 1']);
    expect(await counts(guest, hidden.libraryId)).toEqual([]);
    const { data } = await client.call('listGenres', { query: { search: 's' } });
    const findId = (name: string): string => data.find((genre) => genre.name === name)?.id ?? '';
    const into = { id: findId('Science Fiction') };
    const merged = await client.call('mergeGenres', { params: into, body: { ids: [findId('SF')] } });
    expect(merged).toMatchObject({ name: 'Science Fiction', seriesCount: 2 });
    // A file with the old name means the new one.
    await client.call('replaceBookGenres', { params: { id: books[2] ?? '' }, body: { genres: ['sf', 'Fresh'] } });
    expect(await counts()).toEqual(['Drama 1', 'Fresh 1', 'Science Fiction 3', 'Secret 0']);
    await client.call('renameGenre', { params: into, body: { name: 'Sci-Fi' } });
    expect(await expectRefusal(client.call('renameGenre', { params: into, body: { name: 'DRAMA' } }))).toMatchObject({
      kind: 'Conflict',
    });
    const added = await client.call('addBookGenre', {
      params: { id: books[0] ?? '' },
      body: { name: 'science fiction' },
    });
    expect(added.name).toBe('Sci-Fi');
    expect(await client.call('cleanupGenres', {})).toEqual({ deletedCount: 1, deletedNames: ['Secret'] });
    await client.call('deleteGenre', { params: into });
    expect(await counts()).toEqual(['Drama 1', 'Fresh 1']);
    expect((await client.call('listBookGenres', { params: { id: books[1] ?? '' } })).genres).toEqual([]);
    expect(await expectRefusal(guest.call('deleteGenre', { params: into }))).toMatchObject({ kind: 'Forbidden' });
  });

  it('is told to those who see it, and shown in full on lists of any length with the same number of queries', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [shelf, hidden] = [await newShelf(server), await newShelf(server, { name: 'Hidden' })];
    const seriesId = await shelf.addSeries('Saga');
    const bookId = await shelf.addBook(seriesId, 'One');
    const secret = await hidden.addBook(await hidden.addSeries('Secret'), 'Secret');
    const account = { username: 'guest', password: 'a long password', libraryIds: [shelf.libraryId] };
    await client.call('createUser', { body: account });
    const stream = await openEventStream(await signIn(server, account), '/api/v1/events/stream');
    await client.call('updateBookMetadata', { params: { id: secret }, body: { summary: 'Hidden' } });
    await client.call('updateBookMetadata', { params: { id: bookId }, body: { summary: 'Seen', genre: 'Drama' } });
    const said = await stream.until('"series_updated"');
    expect(said).toContain('"fields":["summary","genres","locks"]');
    expect(said).not.toContain(secret);
    await stream.close();
    await client.call('markBookRead', { params: { id: bookId } });
    const paths = [
      ...['books', 'books/recently-added', `series/${seriesId}/books`, `libraries/${shelf.libraryId}/books`],
      ...['books/recently-read', 'series', 'series/recently-updated', `libraries/${shelf.libraryId}/series`],
    ];
    for (const path of paths) {
      const response = await client.fetch(`/api/v1/${path}?full=true&libraryId=${shelf.libraryId}`);
      const page = (await response.json()) as { data: { readCount: number; genres: object[]; metadata: object }[] };
      expect([path, page.data.length, page.data[0]]).toMatchObject([
        path,
        1,
        { readCount: 1, genres: [{ name: 'Drama' }], metadata: { locks: {} } },
      ]);
    }
  });
});
