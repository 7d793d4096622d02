import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dismissDuplicate, listDuplicates, listDuplicateSeries } from '#core/activities/duplicates/list-duplicates.ts';
import { type Viewer } from '#core/viewer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const HASH = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);

const list = async (client: Client, query: { includeDismissed?: 'true'; page?: number; pageSize?: number } = {}) =>
  client.call('listDuplicates', { query });

async function setBook(server: TestServer, id: string, values: { fileHash?: string; deletedAt?: number | null }) {
  await server.context.db.transaction(async (tx) => {
    await tx.write.updateTable('book').set(values).where('id', '=', id).execute();
  });
}

function makeViewer(libraryIds: readonly string[]): Viewer {
  return { userId: '', username: 'u', role: 'reader', permissions: new Set(), sessionId: null, libraryIds };
}

describe.each(databases)('duplicate books on %s', (kind) => {
  it('are groups of equal files with titles and paths, the largest first, page by page', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Akira');
    const pair = [
      await shelf.addBook(series, 'One', { fileHash: OTHER }),
      await shelf.addBook(series, 'Two', { fileHash: OTHER }),
    ];
    const three: string[] = [];
    for (const title of ['A', 'B', 'C']) three.push(await shelf.addBook(series, title, { fileHash: HASH }));
    await shelf.addBook(series, 'Alone', { fileHash: 'c'.repeat(64) });
    await shelf.addBook(series, 'No checksum yet');
    await shelf.addBook(series, 'Nor this');
    const all = await list(client);
    expect(all).toMatchObject({ total: 2, totalGroups: 2, totalDuplicateBooks: 5, page: 1, totalPages: 1 });
    expect(all.data.map(({ fileHash, bookIds, duplicateCount }) => [fileHash, bookIds, duplicateCount])).toEqual([
      [HASH, three, 3],
      [OTHER, pair, 2],
    ]);
    expect(all.data[1]?.books[0]).toEqual({
      id: pair[0],
      title: 'One',
      path: `/nowhere/${shelf.libraryId}/${series}/One.cbz`,
      fileSize: 1_000,
      libraryId: shelf.libraryId,
      libraryName: 'Shelf',
      seriesId: series,
      seriesName: 'Akira',
    });
    const second = await list(client, { page: 2, pageSize: 1 });
    expect(second.data.map(({ fileHash }) => fileHash)).toEqual([OTHER]);
    expect([second.links.next, second.links.prev]).toEqual([null, '/api/v1/duplicates?page=1&pageSize=1']);
  });

  it('follow books that are hashed, deleted, restored, moved and removed', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [shelf, elsewhere] = [await newShelf(server), await newShelf(server, { name: 'Elsewhere' })];
    const series = await shelf.addSeries('S');
    const target = await elsewhere.addSeries('T');
    const first = await shelf.addBook(series, 'One', { fileHash: HASH });
    const second = await shelf.addBook(series, 'Two');
    const members = async () => (await list(client)).data.map(({ bookIds }) => bookIds);
    expect(await members()).toEqual([]);
    await setBook(server, second, { fileHash: HASH });
    expect(await members()).toEqual([[first, second]]);
    const { id } = (await list(client)).data[0] ?? { id: '' };
    await setBook(server, first, { deletedAt: 1 });
    expect(await members()).toEqual([]);
    await setBook(server, first, { deletedAt: null });
    expect(await members()).toEqual([[first, second]]);
    const third = await elsewhere.addBook(target, 'Three', { fileHash: HASH });
    const grown = await list(client);
    expect(grown.data[0]?.bookIds).toEqual([first, second, third]);
    await server.context.db.transaction(async (tx) => {
      const change = { libraryId: elsewhere.libraryId, seriesId: target, path: 'moved.cbz' };
      await tx.write.updateTable('book').set(change).where('id', '=', first).execute();
    });
    const moved = (await list(client)).data[0];
    expect([moved?.id, moved?.bookIds]).toEqual([grown.data[0]?.id, [first, second, third]]);
    expect(moved?.books[0]).toMatchObject({
      libraryName: 'Elsewhere',
      path: `/nowhere/${elsewhere.libraryId}/moved.cbz`,
    });
    await client.call('deleteLibrary', { params: { id: elsewhere.libraryId } });
    expect(await members()).toEqual([]);
    expect(id).not.toBe('');
  });

  it('keep their id and stay dismissed until their books are others', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('S');
    const first = await shelf.addBook(series, 'One', { fileHash: HASH });
    await shelf.addBook(series, 'Two', { fileHash: HASH });
    const [group] = (await list(client)).data;
    const id = group?.id ?? '';
    await client.call('dismissDuplicate', { params: { id } });
    await client.call('dismissDuplicate', { params: { id } });
    expect(await list(client)).toMatchObject({ data: [], totalGroups: 0, totalDuplicateBooks: 0 });
    // A search, and a checksum that comes out the same, change no membership.
    await client.call('scanDuplicates', {});
    await waitForTasks(client);
    await setBook(server, first, { fileHash: HASH });
    expect((await list(client)).data).toEqual([]);
    expect((await list(client, { includeDismissed: 'true' })).data).toMatchObject([{ id, dismissed: true }]);
    await shelf.addBook(series, 'Three', { fileHash: HASH });
    expect((await list(client)).data).toMatchObject([{ id, dismissed: false, duplicateCount: 3 }]);
    await client.call('dismissDuplicate', { params: { id } });
    await setBook(server, first, { deletedAt: 1 });
    expect((await list(client)).data).toMatchObject([{ id, dismissed: false, duplicateCount: 2 }]);
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000000' } };
    expect(await expectRefusal(client.call('dismissDuplicate', unknown))).toMatchObject({ status: 404 });
  });

  it('are only those of which the viewer may see two', async () => {
    await using server = await startServer(kind);
    const [open, hidden] = [await newShelf(server), await newShelf(server)];
    const [seen, unseen] = [await open.addSeries('Seen'), await hidden.addSeries('Unseen')];
    const visible = [
      await open.addBook(seen, 'One', { fileHash: HASH }),
      await open.addBook(seen, 'Two', { fileHash: HASH }),
    ];
    await hidden.addBook(unseen, 'Three', { fileHash: HASH });
    await open.addBook(seen, 'Four', { fileHash: OTHER });
    await hidden.addBook(unseen, 'Five', { fileHash: OTHER });
    const wanted = { page: 1, pageSize: 50, includeDismissed: false };
    const all = await listDuplicates(server.context, { ...makeViewer([]), libraryIds: undefined }, wanted);
    expect([all.total, all.totalBooks]).toEqual([2, 5]);
    const viewer = makeViewer([open.libraryId]);
    const some = await listDuplicates(server.context, viewer, wanted);
    expect(some.groups.map(({ bookIds }) => bookIds)).toEqual([visible]);
    expect([some.total, some.totalBooks, some.groups[0]?.duplicateCount]).toEqual([1, 2, 2]);
    const other = all.groups.find(({ fileHash }) => fileHash === OTHER)?.id ?? '';
    await expect(dismissDuplicate(server.context, viewer, other)).rejects.toMatchObject({ kind: 'NotFound' });
    expect(await listDuplicates(server.context, makeViewer([]), wanted)).toEqual({
      groups: [],
      total: 0,
      totalBooks: 0,
    });
  });

  it('are told of when they change', async () => {
    await using server = await startServer(kind);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('S');
    await server.context.duplicates.refreshBooks();
    const told: (readonly string[] | null)[] = [];
    using _listening = server.context.events.onChange((change) => {
      if (change.name === 'duplicates_updated') told.push(change.kind === 'libraries' ? change.libraryIds : null);
    });
    await shelf.addBook(series, 'One', { fileHash: HASH });
    await server.context.duplicates.refreshBooks();
    expect(told).toEqual([]);
    await shelf.addBook(series, 'Two', { fileHash: HASH });
    await server.context.duplicates.refreshBooks();
    expect(told).toEqual([[shelf.libraryId]]);
    await server.context.duplicates.refreshBooks();
    expect(told).toHaveLength(1);
  });

  it('are found in new files, and a file that changed meanwhile is none any more', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    await using folder = await newBookFolder(server);
    const bytes = Buffer.from('the same in both');
    const first = await folder.addFile('one.cbz', bytes);
    const second = await folder.addFile('two.cbz', bytes);
    await folder.addFile('three.cbz', Buffer.from('another one'));
    const { taskId } = await client.call('scanDuplicates', {});
    const tasks = await waitForTasks(client);
    expect(tasks.find(({ id }) => id === taskId)).toMatchObject({
      taskType: 'find_duplicates',
      status: 'completed',
      result: { filesChecked: 2, filesChanged: 0, filesMissing: 0, librariesUnread: 0 },
    });
    expect((await list(client)).data.map(({ bookIds }) => bookIds)).toEqual([[first, second]]);
    await writeFile(join(folder.path, 'two.cbz'), 'not the same at all');
    await utimes(join(folder.path, 'two.cbz'), 1_000_000_000, 1_000_000_000);
    await client.call('scanDuplicates', {});
    await waitForTasks(client);
    expect((await list(client)).data).toEqual([]);
    expect((await client.call('getBook', { params: { id: second } })).book.fileHash).toBe('');
  });

  it('are searched for by one task at a time', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    await server.context.db.transaction(async (tx) => {
      await server.context.queue.enqueue(tx, 'find_duplicates', {});
      await tx.write
        .updateTable('task')
        .set({ scheduledFor: Date.now() + 3_600_000 })
        .execute();
    });
    expect(await expectRefusal(client.call('scanDuplicates', {}))).toMatchObject({ status: 409 });
  });
});

describe.each(databases)('duplicate series on %s', (kind) => {
  const series = async (
    client: Client,
    query: { matchType?: 'title' | 'external_id'; includeDismissed?: 'true' } = {},
  ) => client.call('listDuplicateSeries', { query });

  it('have the same title in one library, or the same number at an outside catalogue', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
    const ids: string[] = [];
    for (const [place, title] of [
      [shelf, 'Pokémon: Red'],
      [shelf, 'pokemon red'],
      [other, 'Pokémon Red'],
    ] as const) {
      const id = await place.addSeries(title, { path: `${title}-${String(ids.length)}` });
      await place.addBook(id, title);
      ids.push(id);
    }
    await server.context.db.transaction(async (tx) => {
      for (const seriesId of ids.slice(1)) {
        const row = { jsonFile: '{}', coverFile: null, coverDrawn: null, jsonProblem: null, coverProblem: null };
        await tx.write
          .insertInto('seriesSidecar')
          .values({ ...row, seriesId, jsonContent: '{"comicVineId":4711}' })
          .execute();
      }
    });
    // No catalogue is trusted until a user says so.
    expect(await series(client)).toMatchObject({ totalGroups: 1, externalIdGroups: 0, titleGroups: 1 });
    await client.call('updateSetting', {
      params: { key: 'duplicate_detection.trusted_external_id_sources' },
      body: { value: ['comicvine'] },
    });
    const all = await series(client);
    expect(all).toMatchObject({ totalGroups: 2, totalDuplicateSeries: 4, externalIdGroups: 1, titleGroups: 1 });
    const byType = Object.fromEntries(all.data.map((group) => [group.matchType, group]));
    expect(byType['title']).toMatchObject({ matchKey: 'pokemon red', libraryId: shelf.libraryId });
    expect(byType['title']?.members.map(({ id, bookCount }) => [id, bookCount])).toEqual([
      [ids[0], 1],
      [ids[1], 1],
    ]);
    expect(byType['external_id']).toMatchObject({ matchKey: 'comicvine:4711', libraryId: null, duplicateCount: 2 });
    expect(byType['external_id']?.members.map(({ libraryName }) => libraryName)).toEqual(['Shelf', 'Other']);
    const some = await series(client, { matchType: 'title' });
    expect(some.data.map(({ matchType }) => matchType)).toEqual(['title']);
    const wrong = await client.fetch('/api/v1/duplicates/series?matchType=cover');
    expect(wrong.status).toBe(400);
    await wrong.body?.cancel();
    const wanted = { page: 1, pageSize: 50, includeDismissed: false };
    const seen = await listDuplicateSeries(server.context, makeViewer([other.libraryId]), wanted);
    expect(seen.groups).toEqual([]);
  });

  it('stay dismissed until they are others', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const shelf = await newShelf(server);
    const add = async (title: string, path: string): Promise<string> => {
      const id = await shelf.addSeries(title, { path });
      await shelf.addBook(id, title);
      return id;
    };
    await add('Saga', 'a');
    await add('SAGA', 'b');
    const id = (await series(client)).data[0]?.id ?? '';
    await client.call('dismissDuplicateSeries', { params: { id } });
    await client.call('scanDuplicates', {});
    await waitForTasks(client);
    expect((await series(client)).data).toEqual([]);
    expect((await series(client, { includeDismissed: 'true' })).data).toMatchObject([{ id, dismissed: true }]);
    const third = await add('Saga!', 'c');
    expect((await series(client)).data).toMatchObject([{ id, dismissed: false, duplicateCount: 3 }]);
    await server.context.db.transaction(async (tx) => {
      const change = { title: 'Saga 2', updatedAt: Date.now() + 1_000_000_000 };
      await tx.write.updateTable('series').set(change).where('id', '=', third).execute();
    });
    expect((await series(client)).data).toMatchObject([{ id, duplicateCount: 2 }]);
    const unknown = { params: { id: '0192f0c1-0000-7000-8000-000000000000' } };
    expect(await expectRefusal(client.call('dismissDuplicateSeries', unknown))).toMatchObject({ status: 404 });
  });
});
