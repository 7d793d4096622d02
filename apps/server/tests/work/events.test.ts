import { afterEach, describe, expect, it, vi } from 'vitest';
import { createUser } from '#core/people/operate-user.ts';
import { createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const STREAM = '/api/v1/events/stream';
const LIBRARY = '0192f0c1-0000-7000-8000-000000000001';

function emit(server: TestServer, library_id = LIBRARY): void {
  server.context.events.emit({ type: 'library_updated', library_id, timestamp: new Date(0).toISOString() });
}

afterEach(() => vi.useRealTimers());

describe.each(databases)('live events on %s', (kind) => {
  it('come as frames of event, id and data', async () => {
    await using server = await startServer(kind);
    const stream = await openEventStream(await setupAdmin(server), STREAM);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.response.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.response.headers.get('content-encoding')).toBeNull();
    await stream.until('retry:');
    emit(server);
    const text = await stream.until('"timestamp":"1970-01-01T00:00:00.000Z"}\n\n');
    const data = `{"type":"library_updated","library_id":"${LIBRARY}","timestamp":"1970-01-01T00:00:00.000Z"}`;
    expect(text).toMatch(/event: library_updated\nid: \S+\ndata: /);
    expect(text.endsWith(`data: ${data}\n\n`)).toBe(true);
    await stream.close();
  });

  it('go on where a client that comes back left', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const first = await openEventStream(client, STREAM);
    await first.until('retry:');
    emit(server);
    const id = /event: \S+\nid: (\S+)\n/.exec(await first.until('\ndata:'))?.[1] ?? '';
    await first.close();
    const missed = '0192f0c1-0000-7000-8000-000000000002';
    emit(server, missed);
    const second = await openEventStream(client, STREAM, { 'last-event-id': id });
    const text = await second.until(missed);
    expect(text).not.toContain(LIBRARY);
    await second.close();
  });

  it('go on where they were when a client asked who it is', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { lastEventId } = await client.call('getCurrentUser', {});
    emit(server);
    const later = '0192f0c1-0000-7000-8000-000000000002';
    const first = await openEventStream(client, `${STREAM}?lastEventId=${lastEventId}`);
    const id = /event: \S+\nid: (\S+)\n/.exec(await first.until(LIBRARY))?.[1] ?? '';
    await first.close();
    emit(server, later);
    // Browsers come back to the same address: what they saw last counts for more than what it says.
    const second = await openEventStream(client, `${STREAM}?lastEventId=${lastEventId}`, { 'last-event-id': id });
    expect(await second.until(later)).not.toContain(LIBRARY);
    await second.close();
    const unknown = await openEventStream(client, `${STREAM}?lastEventId=of-another-log`);
    await unknown.until('event: stream_reset');
    await unknown.close();
  });

  it('are kept alive every 15 seconds, until the session ends', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const client = await signIn(server);
    // It tells events of its own.
    await server.context.health[Symbol.asyncDispose]();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openEventStream(client, STREAM);
    await stream.until('retry:');
    await vi.advanceTimersByTimeAsync(14_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await stream.until(': keep-alive\n\n')).toMatch(/^retry: 3000\nid: \S+-0\n\n: keep-alive\n\n$/);
    await client.fetch('/api/v1/auth/logout', { method: 'POST' });
    expect(await stream.ended()).toMatch(/^retry: 3000\nid: \S+-0\n\n: keep-alive\n\n$/);
  });

  it('end at once for a user whose account is closed, and for no other', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const reader = { username: 'reader', password: 'the same for all' };
    await createUser(server.context, { ...reader, email: null, role: 'reader' });
    const client = await signIn(server, reader);
    const { id } = await client.call('getCurrentUser', {});
    const [closed, open] = [await openEventStream(client, STREAM), await openEventStream(admin, STREAM)];
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('user').set({ isActive: 0 }).where('id', '=', id).execute();
    });
    server.context.access.forgetUser(id);
    emit(server);
    expect(await closed.ended()).not.toContain('event: ');
    await open.until('event: library_updated');
    await open.close();
  });

  it('end when the server stops, which does not wait for them', async () => {
    const server = await startServer(kind);
    const stream = await openEventStream(await setupAdmin(server), STREAM);
    await stream.until('retry:');
    // The stream goes on for good unless the server ends it.
    const [, told] = await Promise.all([server[Symbol.asyncDispose](), stream.ended()]);
    expect(told).not.toContain('event: ');
  });

  it('are not for strangers', async () => {
    await using server = await startServer(kind);
    const response = await createClient(server).fetch(STREAM);
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });

  it('let a client go that does not read, and no other', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const idle = await client.fetch(STREAM);
    const busy = await client.fetch(STREAM);
    const reader = busy.body?.getReader();
    const large = 'x'.repeat(100_000);
    let received = 0;
    for (let count = 1; count <= 200; count += 1) {
      emit(server, large);
      while (received < count * large.length) {
        const chunk: { readonly value?: Uint8Array } | undefined = await reader?.read();
        received += chunk?.value?.length ?? 0;
      }
    }
    expect((await idle.text()).split('event: ').length - 1).toBeLessThan(200);
    await reader?.cancel();
  });
});
