import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { startServer } from '../_harness/start-server.ts';

const QUIET = { config: { 'log.level': 'fatal' } };
const EVE = { username: 'eve', password: 'a long password' };

describe.each(databases)('the log in the web app on %s', (kind) => {
  it('is read by level, area and words, as JSON and as text, without secrets', async () => {
    await using server = await startServer(kind, QUIET);
    const admin = await setupAdmin(server);
    const { log } = server.context;
    log.scan.fatal({ path: 'Saga/1.cbz' }, 'first line');
    log.http.fatal({ token: 'planted secret', path: '/api/v1/books?q=planted' }, 'second line');
    log.scan.error('too unimportant for the level of this server');
    const { entries, isMore } = await admin.call('readLogs', {});
    expect(isMore).toBe(false);
    expect(entries).toMatchObject([
      { level: 'fatal', area: 'scan', message: 'first line', details: { path: 'Saga/1.cbz' } },
      { level: 'fatal', area: 'http', message: 'second line', details: { token: '[redacted]' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('planted');
    const read = async (query: NonNullable<Parameters<typeof admin.call<'readLogs'>>[1]['query']>) =>
      (await admin.call('readLogs', { query })).entries.map(({ message }) => message);
    expect(await read({ area: 'scan' })).toEqual(['first line']);
    expect(await read({ search: 'SAGA first' })).toEqual(['first line']);
    expect(await read({ search: 'saga second' })).toEqual([]);
    expect(await read({ level: 'error' })).toHaveLength(2);
    expect(await admin.call('readLogs', { query: { limit: 1 } })).toMatchObject({
      entries: [{ message: 'second line' }],
      isMore: true,
    });
    const text = await admin.fetch('/api/v1/logs', { headers: { accept: 'text/plain' } });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await text.text()).toMatch(
      /^\d{4}-.+Z FATAL scan: first line [{]"path":"Saga\/1.cbz"[}]\n.+http: second line/,
    );
  });

  it('is followed live by admins, and refused to all others', async () => {
    await using server = await startServer(kind, QUIET);
    const admin = await setupAdmin(server);
    await admin.call('createUser', { body: { ...EVE, role: 'maintainer' } });
    const eve = await signIn(server, EVE);
    expect((await expectRefusal(eve.call('readLogs', {}))).status).toBe(403);
    expect((await eve.fetch('/api/v1/logs/stream')).status).toBe(403);
    server.context.log.server.fatal('before');
    const [last] = (await admin.call('readLogs', {})).entries;
    const stream = await openEventStream(admin, `/api/v1/logs/stream?lastEventId=${last?.id ?? ''}`);
    server.context.log.server.fatal({ count: 2 }, 'after');
    const seen = await stream.until('"after"');
    expect(seen).not.toContain('before');
    expect(seen).toMatch(/event: log_line\nid: \w+-2\ndata: [{].*"details":[{]"count":2[}]/);
    await stream.close();
  });
});
