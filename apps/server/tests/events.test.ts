import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Client, createClient, setupAdmin, signIn } from './_harness/client.ts';
import { databases } from './_harness/databases.ts';
import { startServer, type TestServer } from './_harness/start-server.ts';

const STREAM = '/api/v1/events/stream';
const LIBRARY = '0192f0c1-0000-7000-8000-000000000001';

function emit(server: TestServer, library_id = LIBRARY): void {
  server.context.events.emit({ type: 'library_updated', library_id, timestamp: new Date(0).toISOString() });
}

/** An open stream, read piece by piece. */
async function openStream(client: Client, headers: Record<string, string> = {}) {
  const response = await client.fetch(STREAM, { headers: { accept: 'text/event-stream', ...headers } });
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('Expected a body');
  let seen = '';
  return {
    response,
    /** Reads on until `wanted` has come, and gives everything that came. */
    until: async (wanted: string): Promise<string> => {
      while (!seen.includes(wanted)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`The stream ended before "${wanted}" came, after "${seen}"`);
        seen += value;
      }
      return seen;
    },
    /** Resolves when the server has ended the stream. */
    ended: async (): Promise<string> => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return seen;
        seen += value;
      }
    },
    close: async () => reader.cancel(),
  };
}

afterEach(() => vi.useRealTimers());

describe.each(databases)('live events on %s', (kind) => {
  it('come as frames of event, id and data', async () => {
    await using server = await startServer(kind);
    const stream = await openStream(await setupAdmin(server));
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
    const first = await openStream(client);
    await first.until('retry:');
    emit(server);
    const id = /event: \S+\nid: (\S+)\n/.exec(await first.until('\ndata:'))?.[1] ?? '';
    await first.close();
    const missed = '0192f0c1-0000-7000-8000-000000000002';
    emit(server, missed);
    const second = await openStream(client, { 'last-event-id': id });
    const text = await second.until(missed);
    expect(text).not.toContain(LIBRARY);
    await second.close();
  });

  it('are kept alive every 15 seconds, until the session ends', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const client = await signIn(server);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const stream = await openStream(client);
    await stream.until('retry:');
    await vi.advanceTimersByTimeAsync(14_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await stream.until(': keep-alive\n\n')).toMatch(/^retry: 3000\nid: \S+-0\n\n: keep-alive\n\n$/);
    await client.fetch('/api/v1/auth/logout', { method: 'POST' });
    expect(await stream.ended()).toMatch(/^retry: 3000\nid: \S+-0\n\n: keep-alive\n\n$/);
  });

  it('end when the server stops, which does not wait for them', async () => {
    const server = await startServer(kind);
    const stream = await openStream(await setupAdmin(server));
    await stream.until('retry:');
    const started = performance.now();
    await Promise.all([server[Symbol.asyncDispose](), stream.ended()]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  it('are not for strangers', async () => {
    await using server = await startServer(kind);
    const response = await createClient(server).fetch(STREAM);
    expect(response.status).toBe(401);
    await response.body?.cancel();
  });

  it('let a client go that does not read', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const response = await client.fetch(STREAM);
    const large = 'x'.repeat(100_000);
    for (let count = 0; count < 200; count += 1) {
      emit(server, large);
      if (count % 20 === 0) await setTimeout(1);
    }
    const text = await response.text();
    expect(text.split('event: ').length - 1).toBeLessThan(200);
  });
});
