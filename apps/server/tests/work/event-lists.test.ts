import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { makeTwoLibraries, type TwoLibraries } from '../_harness/two-libraries.ts';

const STREAM = '/api/v1/events/stream';

/** Names of the events on a stream. The server tells admins of its health at any time. */
function namesIn(text: string): string[] {
  const names = [...text.matchAll(/event: (\w+)\n/g)].map(([, name]) => name ?? '');
  return names.filter((name) => name !== 'health_updated');
}

describe.each(databases)('events of lists and of reading on %s', (kind) => {
  let server: TestServer;
  let scene: TwoLibraries;

  beforeAll(async () => {
    server = await startServer(kind);
    scene = await makeTwoLibraries(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    scene[Symbol.dispose]();
  });

  it('tell of lists to those who may know of them', async () => {
    const { admin, reader, hidden: first, shown: second } = scene;
    const stream = await openEventStream(reader, STREAM);
    const hidden = await admin.call('createCollection', { body: { name: 'Hidden', seriesIds: [first.seriesId] } });
    const rule = { title: { operator: 'contains', value: 'Hidden' } };
    const ruled = await admin.call('createCollection', { body: { name: 'By a rule', condition: rule } });
    await admin.call('updateCollection', { params: { id: hidden.id }, body: { name: 'Still hidden' } });
    const list = await admin.call('createReadList', { body: { name: 'Shown', bookIds: [second.id] } });
    await admin.call('addReadListBooks', { params: { id: list.id }, body: { bookIds: [first.id] } });
    await admin.call('removeReadListBook', { params: { id: list.id, bookId: first.id } });
    // what was shown in it so far goes: they are told, and find that it is gone
    await admin.call('deleteCollection', { params: { id: hidden.id } });
    await admin.call('deleteReadList', { params: { id: list.id } });
    const told = await stream.until('event: read_list_deleted');
    expect(namesIn(told)).toEqual(['read_list_created', 'read_list_updated', 'read_list_updated', 'read_list_deleted']);
    expect(told).toContain(`"read_list_id":"${list.id}"`);
    expect(told).not.toContain(hidden.id);
    expect(told).not.toContain(ruled.id);
    await stream.close();
  });

  it('tell of a list by a rule to those for whom it finds something, and of an empty one to all', async () => {
    const { admin, reader } = scene;
    const stream = await openEventStream(reader, STREAM);
    const rule = { title: { operator: 'contains', value: 'Shown' } };
    const ruled = await admin.call('createCollection', { body: { name: 'By another rule', condition: rule } });
    const empty = await admin.call('createReadList', { body: { name: 'Empty' } });
    const told = await stream.until('event: read_list_created');
    expect(told).toContain(`"collection_id":"${ruled.id}"`);
    expect(told).toContain(`"read_list_id":"${empty.id}"`);
    await stream.close();
  });

  it('send reading, want to read and ratings to their owner only', async () => {
    const { admin, reader, hidden: first, shown: second } = scene;
    const { id: userId } = await reader.call('getCurrentUser', {});
    const [own, other] = [await openEventStream(reader, STREAM), await openEventStream(admin, STREAM)];
    const params = { id: second.id };
    await reader.call('saveProgress', { params, body: { currentPage: 1 } });
    await reader.call('deleteProgress', { params });
    await reader.call('markSeriesRead', { params: { id: second.seriesId } });
    await reader.call('markBooksUnread', { body: { bookIds: [second.id] } });
    await reader.call('saveRating', { params: { id: second.seriesId }, body: { rating: 80 } });
    await reader.call('addWantToRead', { body: { bookId: second.id } });
    await admin.call('saveProgress', { params: { id: first.id }, body: { currentPage: 1 } });
    const told = await own.until('event: want_to_read_updated');
    expect(namesIn(told)).toEqual([
      'progress_updated',
      'progress_deleted',
      'progress_updated',
      'progress_deleted',
      'rating_updated',
      'want_to_read_updated',
    ]);
    expect(told).toContain(`"user_id":"${userId}","book_id":"${second.id}","series_id":"${second.seriesId}"`);
    expect(told).toContain(`"user_id":"${userId}","book_id":null,"series_id":"${second.seriesId}"`);
    const toldOthers = await other.until(first.id);
    expect(namesIn(toldOthers)).toEqual(['progress_updated']);
    expect(toldOthers).not.toContain(userId);
    await own.close();
    await other.close();
  });
});
