import { afterEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { setupAdmin } from '../_harness/client.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newPicture, sendPicture } from '../_harness/pictures.ts';
import { startServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, READER } from '../_harness/two-libraries.ts';

const STREAM = '/sse/v1/events';
const ME = '/api/v2/users/me';

/** The stream as an app opens it that has nothing but its cookies. */
async function open(app: ReaderApp, headers: Readonly<Record<string, string>> = {}) {
  return openEventStream(app, STREAM, headers, ': welcome');
}

/** What came, as apps read it: a name, and JSON on one line. */
function eventsIn(text: string): unknown[] {
  return text
    .split('\n\n')
    .filter((frame) => frame.startsWith('event: '))
    .map((frame) => {
      const [, name, data] = /^event: (\w+)\ndata: (\{[\x20-\x7e]*\})$/.exec(frame) ?? [];
      return [name, JSON.parse(data ?? 'null') as unknown];
    });
}

afterEach(() => vi.useRealTimers());

describe.each(databases)('events of the compatible API on %s', (kind) => {
  it('tell of what changes, to those who may see it', async () => {
    await using server = await startServer(kind);
    using scene = await makeTwoLibraries(server);
    const { admin, reader, shown, hidden } = scene;
    await switchCompatOn(admin);
    const app = new ReaderApp(server, basic(READER.username, READER.password));
    await app.fetch(ME);
    const cookiesOnly = app.withCookies();
    const stream = await open(cookiesOnly);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('content-encoding')).toBeNull();

    for (const book of [hidden, shown]) {
      await admin.call('updateBookMetadata', { params: { id: book.id }, body: { summary: 'Ü' } });
      await admin.call('chooseBookPageCover', { params: { id: book.id }, body: { page: 2 } });
      await admin.call('updateLibrary', { params: { id: book.libraryId }, body: { description: 'One' } });
    }
    const { id: hiddenList } = await admin.call('createReadList', { body: { name: 'A', bookIds: [hidden.id] } });
    const { id: listId } = await admin.call('createReadList', { body: { name: 'B', bookIds: [hidden.id, shown.id] } });
    // What is in a list is looked up when it is told.
    await stream.until('event: ReadListAdded');
    await admin.call('removeReadListBook', { params: { id: listId, bookId: shown.id } });
    const { id: collectionId } = await admin.call('createCollection', {
      body: { name: 'C', seriesIds: [hidden.seriesId, shown.seriesId] },
    });
    await stream.until('event: CollectionAdded');
    const body = { coverSeriesId: shown.seriesId };
    await admin.call('updateCollection', { params: { id: collectionId }, body });
    await stream.until('event: ThumbnailSeriesCollectionAdded');
    await admin.call('deleteCollection', { params: { id: collectionId } });
    await admin.call('saveProgress', { params: { id: shown.id }, body: { currentPage: 2 } });
    const { id: userId } = await reader.call('getCurrentUser', {});
    await reader.call('saveProgress', { params: { id: shown.id }, body: { currentPage: 2 } });
    await reader.call('deleteProgress', { params: { id: shown.id } });
    await reader.call('markSeriesRead', { params: { id: shown.seriesId } });
    await reader.call('markSeriesUnread', { params: { id: shown.seriesId } });

    const told = await stream.until('event: ReadProgressSeriesDeleted');
    const { id: bookId, seriesId, libraryId } = shown;
    const events = eventsIn(await stream.until('"}\n\n'));
    expect(events).toEqual([
      ['BookChanged', { bookId, seriesId, libraryId }],
      ['ThumbnailBookAdded', { bookId, seriesId, selected: true }],
      ['ThumbnailSeriesAdded', { seriesId, selected: true }],
      ['LibraryChanged', { libraryId }],
      ['ReadListAdded', { readListId: listId, bookIds: [bookId] }],
      // nothing is left in it that they may see
      ['ReadListDeleted', { readListId: listId, bookIds: [] }],
      ['CollectionAdded', { collectionId, seriesIds: [seriesId] }],
      ['CollectionChanged', { collectionId, seriesIds: [seriesId] }],
      ['ThumbnailSeriesCollectionAdded', { collectionId, selected: true }],
      ['CollectionDeleted', { collectionId, seriesIds: [] }],
      ['ReadProgressChanged', { bookId, userId }],
      ['ReadProgressDeleted', { bookId, userId }],
      ['ReadProgressSeriesChanged', { seriesId, userId }],
      ['ReadProgressSeriesDeleted', { seriesId, userId }],
    ]);
    for (const id of [hidden.id, hidden.seriesId, hidden.libraryId, hiddenList]) expect(told).not.toContain(id);
    await stream.close();
  });

  it('say of a reading list when it shows another picture, and only then', async () => {
    await using server = await startServer(kind);
    using scene = await makeTwoLibraries(server);
    const { admin, shown, hidden } = scene;
    await switchCompatOn(admin);
    const make = async (name: string, bookIds: string[]) =>
      (await admin.call('createReadList', { body: { name, bookIds } })).id;
    const [readListId, hiddenId] = [await make('Shown', [shown.id]), await make('Hidden', [hidden.id])];
    const app = new ReaderApp(server, basic(READER.username, READER.password));
    await app.fetch(ME);
    const stream = await open(app.withCookies());

    const picture = await newPicture('png', 'red');
    for (const id of [hiddenId, readListId]) {
      const params = { id };
      const sent = await sendPicture(admin, `/api/v1/readlists/${id}/cover`, picture, { field: 'file' });
      const { id: coverId } = (await sent.json()) as { readonly id: string };
      await admin.call('updateReadList', { params, body: { name: `Renamed ${id}` } });
      await admin.call('resetReadListCover', { params });
      await admin.call('selectReadListCover', { params: { id, coverId } });
      await admin.call('deleteReadListCover', { params: { id, coverId } });
    }
    await admin.call('updateBookMetadata', { params: { id: shown.id }, body: { summary: 'The last' } });

    const told = await stream.until('event: BookChanged');
    const changed = ['ReadListChanged', { readListId, bookIds: [shown.id] }];
    const another = ['ThumbnailReadListAdded', { readListId, selected: true }];
    const sentAndRenamed = [changed, another, changed];
    const resetChosenAndDeleted = [changed, another, changed, another, changed, another];
    expect(eventsIn(told.slice(0, told.indexOf('event: BookChanged')))).toEqual([
      ...sentAndRenamed,
      ...resetChosenAndDeleted,
    ]);
    expect(told).not.toContain(hiddenId);
    await stream.close();
  });

  it('are kept alive, and tell administrators of the work that is left, until the session ends', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const app = new ReaderApp(server, { ...ADMIN, 'x-auth-token': '' });
    const token = (await app.fetch(ME)).headers.get('x-auth-token') ?? '';
    const tokenOnly = new ReaderApp(server, { 'x-auth-token': token });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await open(tokenOnly);
    const told = '{"count":0,"countByType":{}}\n\n';
    await stream.until(`event: TaskQueueStatus\ndata: ${told}`);
    await vi.advanceTimersByTimeAsync(10_000);
    await stream.until(`${told}event: TaskQueueStatus\ndata: ${told}`);
    await vi.advanceTimersByTimeAsync(5_000);
    await stream.until(': keep-alive\n\n');
    const { id: userId } = await admin.call('getCurrentUser', {});
    expect(await tokenOnly.send('POST', '/api/logout')).toBe(204);
    const all = await stream.ended();
    expect(eventsIn(all).at(-1)).toEqual(['SessionExpired', { userId }]);
    expect(await (await tokenOnly.fetch(STREAM)).text()).toContain('Unauthorized');
  });

  it('tell nothing that the dialect has no word for', async () => {
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const stream = await open(new ReaderApp(server, ADMIN));
    const task = {
      ...({ task_id: 't', task_type: 'scan_library', status: 'running', error: null, timestamp: '' } as const),
      ...{ progress: { current: 0, total: 0, message: '' }, library_id: null, series_id: null, book_id: null },
    };
    server.context.events.emitTask(task, { kind: 'everyone' });
    server.context.events.emitDuplicates([]);
    server.context.events.emit({ type: 'library_updated', library_id: 'last', timestamp: '' });
    expect(await stream.until('event: LibraryChanged')).not.toMatch(/scan_library|uplicates/);
    await stream.close();
  });
});
