import { describe, expect, it } from 'vitest';
import { endAbandonedWork } from '#core/catalog/metadata/queued-work.ts';
import { runQueuedEdit } from '#core/catalog/metadata/run-queued-edit.ts';
import type { TaskRun } from '#jobs/handler.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { waitForTasks, until } from '../_harness/scans.ts';
import { newShelf, type Shelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const BOOKS = 700;
const WRITER = { username: 'writer', password: 'a long password' };

/** One turn of a task by hand. */
function turn(shouldYield: TaskRun['shouldYield']): TaskRun {
  return { taskId: '', signal: new AbortController().signal, earlier: null, shouldYield, report: () => undefined };
}

async function fill(shelf: Shelf, count: number) {
  const seriesId = await shelf.addSeries('Saga');
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await shelf.addBook(seriesId, `Book ${String(index)}`));
  return { seriesId, ids, condition: { seriesId: { operator: 'is', value: seriesId } } };
}

async function countEdited(client: Client, libraryId: string, publisher = 'Image'): Promise<number> {
  const condition = { publisher: { operator: 'is', value: publisher } };
  return (await client.call('listFilteredBooks', { query: { libraryId, pageSize: 1 }, body: { condition } })).total;
}

describe.each(databases)('an undo of much, on %s', (kind) => {
  it('is the work of a task, goes on in the middle, is taken back when cancelled, and can be undone', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { libraryId, ...shelf } = await newShelf(server);
    const { ids, condition } = await fill({ libraryId, ...shelf }, BOOKS);
    const edit = { publisher: 'Image', imprint: 'Vertigo', manga: true };
    const { actionId } = await client.call('updateManyBooks', { body: { condition, ...edit } });
    await waitForTasks(client);
    expect(await countEdited(client, libraryId)).toBe(BOOKS);
    const of = { params: { id: actionId ?? '' } };
    await client.call('updateBookMetadata', { params: { id: ids[0] ?? '' }, body: { publisher: 'Mine' } });

    // Cancelled after its first steps: all is as before the undo.
    await client.call('pauseTasks', {});
    const cancelled = await client.call('undoMetadataAction', of);
    expect(cancelled).toMatchObject({ undone: 0, message: '2800 changes will be undone by a task' });
    await runQueuedEdit(
      server.context,
      cancelled.actionId ?? '',
      turn(async () => true),
    );
    expect((await client.call('getMetadataAction', of)).undoneCount).toBeGreaterThan(100);
    expect(await expectRefusal(client.call('undoMetadataAction', of))).toMatchObject({ kind: 'Conflict' });
    await client.call('cancelTask', { params: { id: cancelled.taskId ?? '' } });
    await client.call('resumeTasks', {});
    await waitForTasks(client);
    expect(await client.call('getMetadataAction', of)).toMatchObject({ undoneCount: 0 });
    expect(await countEdited(client, libraryId)).toBe(BOOKS - 1);

    const undone = await client.call('undoMetadataAction', of);
    const tasks = await waitForTasks(client);
    expect(tasks.find(({ id }) => id === undone.taskId)).toMatchObject({
      status: 'completed',
      result: { undone: BOOKS * 4 - 1, kept: 1 },
    });
    expect(await countEdited(client, libraryId)).toBe(0);
    expect(await client.call('getBookMetadata', { params: { id: ids[0] ?? '' } })).toMatchObject({
      ...{ publisher: 'Mine', imprint: null, manga: null },
    });
    const again = await client.call('undoMetadataAction', { params: { id: undone.actionId ?? '' } });
    expect(again.taskId).not.toBeNull();
    await waitForTasks(client);
    expect(await countEdited(client, libraryId)).toBe(BOOKS - 1);
    expect(await server.context.db.read.selectFrom('metadataTarget').selectAll().execute()).toEqual([]);
  });

  it('ends, and leaves nothing half done, when who asked for it may not do it any more', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const { condition } = await fill(shelf, 520);
    const user = await admin.call('createUser', {
      body: { ...WRITER, permissions: ['BooksWrite'], libraryIds: [shelf.libraryId] },
    });
    const writer = await signIn(server, WRITER);
    await admin.call('pauseTasks', {});
    const body = { condition, publisher: 'Image' };
    const stripped = await writer.call('updateManyBooks', { body });
    await runQueuedEdit(
      server.context,
      stripped.actionId ?? '',
      turn(async () => true),
    );
    expect(await countEdited(admin, shelf.libraryId)).toBe(50);
    await admin.call('updateUser', { params: user, body: { permissions: [] } });
    await admin.call('resumeTasks', {});
    const tasks = await waitForTasks(admin);
    expect(tasks.find(({ id }) => id === stripped.taskId)).toMatchObject({
      status: 'failed',
      lastError: 'writer no longer has the permission BooksWrite',
    });
    await until(
      async () => countEdited(admin, shelf.libraryId),
      (count) => count === 0,
    );
    await waitForTasks(admin);

    // Of a library that was taken away meanwhile nothing more is edited.
    await admin.call('updateUser', { params: user, body: { permissions: ['BooksWrite'] } });
    await admin.call('pauseTasks', {});
    const { actionId } = await (await signIn(server, WRITER)).call('updateManyBooks', { body });
    await runQueuedEdit(
      server.context,
      actionId ?? '',
      turn(async () => true),
    );
    await admin.call('updateUser', { params: user, body: { libraryIds: [] } });
    await admin.call('resumeTasks', {});
    await waitForTasks(admin);
    expect(await countEdited(admin, shelf.libraryId)).toBe(50);
    await admin.call('undoMetadataAction', { params: { id: actionId ?? '' } });

    // Who is gone edits nothing; and a server that found work without a task takes it back.
    await admin.call('updateUser', { params: user, body: { libraryIds: [shelf.libraryId] } });
    await admin.call('pauseTasks', {});
    const last = await (await signIn(server, WRITER)).call('updateManyBooks', { body });
    await runQueuedEdit(
      server.context,
      last.actionId ?? '',
      turn(async () => true),
    );
    await admin.call('deleteUser', { params: user });
    await server.context.db.transaction(async (tx) => {
      await tx.write
        .deleteFrom('task')
        .where('id', '=', last.taskId ?? '')
        .execute();
    });
    await endAbandonedWork(server.context);
    await admin.call('resumeTasks', {});
    await waitForTasks(admin);
    expect(await countEdited(admin, shelf.libraryId)).toBe(0);
  });
});

describe.each(databases)('what is done to genres and tags themselves, on %s', (kind) => {
  it.each(['Genres', 'Tags'] as const)('is in the journal and undone: %s', async (of) => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const seriesId = await shelf.addSeries('Saga');
    const books = [await shelf.addBook(seriesId, 'One'), await shelf.addBook(seriesId, 'Two')];
    const [one = '', two = ''] = books;
    const calls = chooseCalls(client, of);
    await calls.replace(one, ['SF', 'Drama', 'Sci-Fi']);
    await calls.replace(two, ['Science Fiction', 'Drama']);
    const fixed = await shelf.addSeries('Fixed');
    await shelf.addBook(fixed, 'Three');
    await calls.replaceOfSeries(fixed, ['SF', 'Only']);
    const all = async () => [
      await calls.of(one),
      await calls.of(two),
      await calls.ofSeries(seriesId),
      await calls.ofSeries(fixed),
    ];
    const before = await all();
    const lastAction = async () => (await client.call('listMetadataActions', {})).data[0];
    const undoLast = async () => client.call('undoMetadataAction', { params: { id: (await lastAction())?.id ?? '' } });

    await calls.rename('Drama', 'Tragedy');
    expect(await lastAction()).toMatchObject({
      changes: [{ targetType: of === 'Genres' ? 'genre' : 'tag', title: 'Drama', field: 'name', after: 'Tragedy' }],
    });
    expect(await calls.of(two)).toEqual(['Science Fiction', 'Tragedy']);
    expect(await undoLast()).toMatchObject({ undone: 1, keptCount: 0 });
    expect(await all()).toEqual(before);
    expect(await undoLast()).toMatchObject({ undone: 1 });
    expect(await calls.of(two)).toEqual(['Science Fiction', 'Tragedy']);
    await undoLast();
    // The name that it had in between means nothing any more.
    await calls.replace(two, ['Science Fiction', 'Drama', 'Tragedy']);
    expect(await calls.of(two)).toEqual(['Science Fiction', 'Drama', 'Tragedy']);
    await undoLast();
    expect(await all()).toEqual(before);

    await calls.merge('Science Fiction', ['SF', 'Sci-Fi']);
    expect(await all()).toEqual([
      ['Science Fiction', 'Drama'],
      ['Science Fiction', 'Drama'],
      ['Drama', 'Science Fiction'],
      ['Science Fiction', 'Only'],
    ]);
    const merged = await lastAction();
    expect(merged?.changes.map(({ title, field, after }) => [title, field, after])).toEqual([
      ['SF', 'merged', 'Science Fiction'],
      ['Sci-Fi', 'merged', 'Science Fiction'],
    ]);
    expect(await undoLast()).toMatchObject({ undone: 2, keptCount: 0 });
    expect(await all()).toEqual(before);
    await undoLast();
    expect(await calls.of(one)).toEqual(['Science Fiction', 'Drama']);
    await undoLast();
    expect(await all()).toEqual(before);

    await calls.remove('Drama');
    expect(await calls.of(one)).toEqual(['SF', 'Sci-Fi']);
    // What a user gave others since keeps those.
    await calls.replace(two, ['Chosen']);
    const removed = (await client.call('listMetadataActions', { query: { pageSize: 2 } })).data[1];
    await client.call('undoMetadataAction', { params: { id: removed?.id ?? '' } });
    expect([await calls.of(one), await calls.of(two)]).toEqual([['SF', 'Drama', 'Sci-Fi'], ['Chosen']]);
    const cleaned = await calls.cleanup();
    expect(cleaned.deletedNames).toEqual(['Science Fiction', 'Tragedy']);
    expect(await undoLast()).toMatchObject({ undone: 2 });
    expect(await calls.names()).toEqual(['Chosen', 'Drama', 'Only', 'Sci-Fi', 'Science Fiction', 'SF', 'Tragedy']);

    const account = { ...WRITER, permissions: ['BooksWrite', 'SeriesWrite'] as const, libraryIds: [shelf.libraryId] };
    await client.call('createUser', { body: { ...account, permissions: [...account.permissions] } });
    const writer = await signIn(server, WRITER);
    const { data } = await writer.call('listMetadataActions', {});
    expect(
      data
        .flatMap(({ changes }) => changes)
        .filter(({ targetType }) => targetType !== 'book' && targetType !== 'series'),
    ).toEqual([]);
    const refused = writer.call('undoMetadataAction', { params: { id: removed?.id ?? '' } });
    expect(await expectRefusal(refused)).toMatchObject({ kind: 'NotFound' });
  });
});

describe.each(databases)('one action that several undo at once, on %s', (kind) => {
  it('is undone once', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addBook(await shelf.addSeries('Saga'), 'Saga 1');
    const genres = chooseCalls(admin, 'Genres');
    await genres.replace(id, ['Drama']);
    await genres.remove('Drama');
    const [removed] = (await admin.call('listMetadataActions', {})).data;
    const of = { params: { id: removed?.id ?? '' } };
    const all = await Promise.all([1, 2, 3, 4].map(async () => admin.call('undoMetadataAction', of)));
    expect(all.map(({ undone, keptCount }) => undone + keptCount).toSorted()).toEqual([0, 0, 0, 1]);
    expect(await genres.names()).toEqual(['Drama']);
    expect(await genres.of(id)).toEqual(['Drama']);
  });
});

/** The same calls of genres and of tags. */
function chooseCalls(client: Client, of: 'Genres' | 'Tags') {
  const isGenres = of === 'Genres';
  const toNames = (terms: readonly { readonly name: string }[]) => terms.map(({ name }) => name);
  const list = async () => (await client.call(isGenres ? 'listGenres' : 'listTags', {})).data;
  const fetchId = async (name: string) => (await list()).find((term) => term.name === name)?.id ?? '';
  return {
    names: async () => toNames(await list()),
    of: async (id: string) =>
      isGenres
        ? toNames((await client.call('listBookGenres', { params: { id } })).genres)
        : toNames((await client.call('listBookTags', { params: { id } })).tags),
    ofSeries: async (id: string) =>
      isGenres
        ? toNames((await client.call('listSeriesGenres', { params: { id } })).genres)
        : toNames((await client.call('listSeriesTags', { params: { id } })).tags),
    replace: async (id: string, names: string[]) =>
      isGenres
        ? client.call('replaceBookGenres', { params: { id }, body: { genres: names } })
        : client.call('replaceBookTags', { params: { id }, body: { tags: names } }),
    replaceOfSeries: async (id: string, names: string[]) =>
      isGenres
        ? client.call('replaceSeriesGenres', { params: { id }, body: { genres: names } })
        : client.call('replaceSeriesTags', { params: { id }, body: { tags: names } }),
    rename: async (name: string, to: string) =>
      client.call(isGenres ? 'renameGenre' : 'renameTag', { params: { id: await fetchId(name) }, body: { name: to } }),
    merge: async (into: string, names: readonly string[]) => {
      const ids: string[] = [];
      for (const name of names) ids.push(await fetchId(name));
      const call = { params: { id: await fetchId(into) }, body: { ids } };
      return client.call(isGenres ? 'mergeGenres' : 'mergeTags', call);
    },
    remove: async (name: string) =>
      client.call(isGenres ? 'deleteGenre' : 'deleteTag', { params: { id: await fetchId(name) } }),
    cleanup: async () => client.call(isGenres ? 'cleanupGenres' : 'cleanupTags', {}),
  };
}
