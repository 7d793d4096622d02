import type { ConnectionFinding } from '@lectern/contract';
import { request as httpRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

interface Asked {
  readonly address?: string;
  readonly clientTime?: string;
  readonly sentAuthorization?: 'true' | 'false';
  readonly headers?: Readonly<Record<string, string>>;
}

/** What is found, by topic. */
async function findings(client: Client, { headers, ...query }: Asked = {}) {
  const answer = await client.call('checkConnection', {
    query: { address: client.url, ...query },
    ...(headers === undefined ? {} : { headers }),
  });
  const of = (topic: ConnectionFinding['topic']) => answer.findings.find((finding) => finding.topic === topic);
  return { of, levels: Object.fromEntries(answer.findings.map(({ topic, level }) => [topic, level])), answer };
}

/** Asks with a Host of its own, as a proxy does that writes its own, which `fetch` does not let anybody. */
async function askAs(server: { readonly url: string }, path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ readonly findings: readonly ConnectionFinding[] }>((resolve, reject) => {
    const sent = httpRequest(`${server.url}${path}`, { headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.on('end', () => resolve(JSON.parse(text) as { findings: ConnectionFinding[] }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const PUBLIC = 'https://books.example.org';

describe.each(databases)('the check of a connection on %s', (kind) => {
  it('says from where an address can be reached, and whether it is encrypted', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    for (const [address, reach, encryption] of [
      [server.url, 'problem', 'good'],
      ['http://localhost:8080', 'problem', 'good'],
      ['http://[::1]:8080', 'problem', 'good'],
      ['http://192.168.1.4:8080', 'notice', 'notice'],
      ['http://172.20.0.9', 'notice', 'notice'],
      ['http://172.32.0.9', 'good', 'notice'],
      ['http://[fd00::1]', 'notice', 'notice'],
      ['http://nas', 'notice', 'notice'],
      ['https://nas.local', 'notice', 'good'],
      [PUBLIC, 'good', 'good'],
    ]) {
      const { levels } = await findings(admin, { address: address ?? '' });
      expect([address, levels['reach'], levels['encryption']]).toEqual([address, reach, encryption]);
    }
    const { of } = await findings(admin);
    expect(of('reach')?.advice).toMatch(/server[.]host to 0[.]0[.]0[.]0/);
    for (const address of ['ftp://x', 'nothing', '', `https://${'x'.repeat(3_000)}`]) {
      await expect(findings(admin, { address })).rejects.toMatchObject({ status: 400 });
    }
    await expect(findings(createClient(server))).rejects.toMatchObject({ status: 401 });
  });

  it('notices a proxy that hides the address, and believes one that is trusted', async () => {
    await using server = await startServer(kind, { config: { 'server.trusted_proxies': 'loopback' } });
    const admin = await setupAdmin(server);
    const path = `/api/v1/connection?address=${encodeURIComponent(PUBLIC)}`;
    const authorization = `Bearer ${admin.token ?? ''}`;
    const fetchLevel = async (headers: Readonly<Record<string, string>>) => {
      const { findings: found } = await askAs(server, path, { authorization, ...headers });
      return found.find(({ topic }) => topic === 'address');
    };
    expect(await fetchLevel({ host: 'app:8080' })).toMatchObject({
      level: 'problem',
      advice: expect.stringContaining('send Host') as string,
    });
    expect(await fetchLevel({ host: 'books.example.org' })).toMatchObject({
      level: 'problem',
      message: expect.stringContaining('http://books') as string,
    });
    const told = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'books.example.org' };
    expect(await fetchLevel({ host: 'app:8080', ...told })).toMatchObject({ level: 'good' });
    await using strict = await startServer(kind);
    const other = await setupAdmin(strict);
    const { findings: found } = await askAs(strict, path, {
      ...{ authorization: `Bearer ${other.token ?? ''}`, host: 'app:8080' },
      ...told,
    });
    expect(found.find(({ topic }) => topic === 'address')).toMatchObject({
      level: 'problem',
      advice: expect.stringContaining('server.trusted_proxies') as string,
    });
  });

  it('compares the configured address with the one that is used', async () => {
    const checked = async (publicUrl: string | undefined, address: string) => {
      const config: Readonly<Record<string, string>> =
        publicUrl === undefined ? {} : { 'server.public_url': publicUrl };
      await using server = await startServer(kind, { config });
      const { levels } = await findings(await setupAdmin(server), { address });
      return [levels['public_address'], levels['address']];
    };
    expect(await checked(undefined, PUBLIC)).toEqual([undefined, 'problem']);
    expect(await checked(`${PUBLIC}/`, PUBLIC)).toEqual(['good', 'good']);
    expect(await checked('https://other.example.org', PUBLIC)).toEqual(['notice', 'problem']);
    expect(await checked(`${PUBLIC}/lectern`, PUBLIC)).toEqual(['good', 'problem']);
    expect(await checked('http://localhost:8080', PUBLIC)).toEqual(['problem', 'problem']);
  });

  it('tells what a key may not do, a clock that is wrong, and what is switched off', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const full = await findings(admin, { clientTime: new Date().toISOString(), sentAuthorization: 'true' });
    expect(full.levels).toMatchObject({ sign_in: 'good', permissions: 'good', clock: 'good', doors: 'notice' });
    expect(full.of('doors')?.message).toBe('Switched off: Apps for Komga servers');
    expect(Object.keys((await findings(admin)).levels)).not.toContain('clock');
    const { key } = await admin.call('createApiKey', { body: { name: 'Weak', permissions: ['BooksRead'] } });
    const weak = await findings(createClient(server, key));
    expect(weak.of('permissions')).toMatchObject({
      level: 'notice',
      message:
        'The API key “Weak” does not have all permissions that apps need: read pages, load progress, save progress',
    });
    // The header was sent, so the client says, and never came.
    const byHeader = createClient(server);
    const stripped = await findings(byHeader, { sentAuthorization: 'true', headers: { 'x-api-key': key } });
    expect(stripped.of('sign_in')).toMatchObject({
      level: 'problem',
      advice: expect.stringContaining('Authorization') as string,
    });
    const other = { 'x-api-key': key, authorization: 'Probe 1' };
    expect((await findings(byHeader, { sentAuthorization: 'true', headers: other })).levels['sign_in']).toBe('good');
    for (const [minutes, level] of [
      [0.5, 'good'],
      [2, 'notice'],
      [90, 'problem'],
    ] as const) {
      const clientTime = new Date(Date.now() - minutes * 60_000).toISOString();
      expect([minutes, (await findings(admin, { clientTime })).levels['clock']]).toEqual([minutes, level]);
    }
    await admin.call('updateSetting', { params: { key: 'compat_api.enabled' }, body: { value: true } });
    expect((await findings(admin)).levels['doors']).toBe('good');
    await admin.call('updateSetting', { params: { key: 'koreader_sync.enabled' }, body: { value: false } });
    expect((await findings(admin)).of('doors')?.message).toBe('Switched off: KOReader progress');
  });

  it('has a small file whose parts and tag arrive as they are sent', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const path = '/api/v1/connection/sample';
    const whole = await admin.fetch(path);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect([whole.status, bytes.length, whole.headers.get('etag')]).toEqual([200, 65_536, '"connection-sample"']);
    const part = await admin.fetch(path, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 100-199/65536']);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
    const same = await admin.fetch(path, { headers: { 'if-none-match': '"connection-sample"' } });
    expect(same.status).toBe(304);
    expect((await createClient(server).fetch(path)).status).toBe(401);
  });
});
