import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { openAuthority } from '#tls/authority.ts';
import { askHttp1, askHttp2, openHttp2 } from '../_harness/ask-secure.ts';
import { setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { openSaga } from '../_harness/saga.ts';
import { findFreePort } from '../../../../fixtures/proxy-programs.ts';
import { newSelfSigned, type SelfSigned } from '../_harness/self-signed.ts';
import { startCommand } from '../_harness/run-command.ts';
import { startServer } from '../_harness/start-server.ts';

interface Files extends AsyncDisposable {
  readonly config: Readonly<Record<'server.tls.cert' | 'server.tls.key', string>>;
  readonly write: (pair: Partial<SelfSigned>) => Promise<void>;
}

async function makeFiles(pair: SelfSigned): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-tls-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const write = async (files: Partial<SelfSigned>): Promise<void> => {
    if (files.cert !== undefined) await writeFile(cert, files.cert);
    if (files.key !== undefined) await writeFile(key, files.key);
  };
  await write(pair);
  return {
    config: { 'server.tls.cert': cert, 'server.tls.key': key },
    write,
    [Symbol.asyncDispose]: async () => rm(folder, { recursive: true, force: true }),
  };
}

/** The fingerprint of the certificate that a server shows to a new connection. */
async function readFingerprint(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connectTls({ host: hostname, port: Number(port), rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

/** Scans a library by plain http, and reads a page of its first book. */
async function readFirstPage(kind: DatabaseKind, home: Home) {
  await using server = await startServer(kind, { home });
  const admin = await setupAdmin(server);
  using _folder = await openSaga(admin);
  const { data } = await admin.call('listBooks', {});
  const path = `/api/v1/books/${data[0]?.id ?? ''}/pages/1?width=100&format=webp`;
  const expected = await (await admin.fetch(path)).text();
  return { path, expected, token: admin.token ?? '' };
}

const LOGIN = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
};

describe.each(databases)('https on %s', (kind) => {
  it('speaks HTTP/2, and HTTP/1.1 with clients that know no other', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    await using server = await startServer(kind, { config: files.config });
    expect(server.url).toMatch(/^https:/);
    await setupAdmin(server);
    await using session = await openHttp2(server.url, pair.cert);
    for (const answer of [
      await askHttp2(session, '/api/v1/auth/login', LOGIN),
      await askHttp1(`${server.url}/api/v1/auth/login`, pair.cert, LOGIN),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
      const cookies = [answer.headers['set-cookie'] ?? []].flat();
      expect(cookies[0]).toMatch(/^__Host-lectern_session=.*; Path=\/; .*; Secure$/);
      expect(cookies.every((line) => line.endsWith('; Secure'))).toBe(true);
    }
    expect((await askHttp2(session, '/api/v1/nothing')).status).toBe(404);
    expect((await askHttp2(session, '/health', { method: 'HEAD' })).body).toBe('');
  });

  it('reads the header of a proxy over both protocols', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    const rules = { 'auth.proxy.addresses': 'loopback', 'auth.proxy.create_accounts': 'true' };
    await using server = await startServer(kind, { config: { ...files.config, ...rules } });
    await setupAdmin(server);
    await using session = await openHttp2(server.url, pair.cert);
    const ask = { method: 'POST', headers: { 'remote-user': Buffer.from('zoë').toString('latin1') } };
    for (const { status, body } of [
      await askHttp2(session, '/api/v1/auth/proxy', ask),
      await askHttp1(`${server.url}/api/v1/auth/proxy`, pair.cert, ask),
    ]) {
      expect([status, JSON.parse(body)]).toMatchObject([200, { user: { username: 'zoë' } }]);
    }
    const twice = session.request({
      ':path': '/api/v1/auth/proxy',
      ':method': 'POST',
      'remote-user': ['zoë', 'admin'],
    });
    twice.end();
    expect((await once(twice, 'response'))[0]).toMatchObject({ ':status': 400 });
  });

  it('sends pages, parts of files and live events over one connection, of which any may be given up', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    await using server = await startServer(kind, { config: files.config });
    const { token = '' } = await setupAdmin(server);
    await using session = await openHttp2(server.url, pair.cert);
    const headers = { authorization: `Bearer ${token}` };
    const sample = await askHttp2(session, '/api/v1/connection/sample', {
      headers: { ...headers, range: 'bytes=100-199' },
    });
    expect([sample.status, sample.headers['content-range'], sample.headers['content-length']]).toEqual([
      206,
      'bytes 100-199/65536',
      '100',
    ]);
    const openStream = async () => {
      const stream = session.request({ ':path': '/api/v1/events/stream', accept: 'text/event-stream', ...headers });
      stream.setEncoding('utf8');
      await once(stream, 'response');
      const seen: string[] = [];
      stream.on('data', (chunk: string) => seen.push(chunk));
      await expect.poll(() => seen.join('')).toContain('retry:');
      return { stream, seen };
    };
    const [first, second] = [await openStream(), await openStream()];
    first.stream.close();
    await expect.poll(() => server.context.counters.events.clients.entity).toBe(1);
    const named = await askHttp2(session, '/api/v1/libraries', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Comics', path: await mkdtemp(join(tmpdir(), 'lectern-https-')) }),
    });
    expect(named.status).toBe(201);
    await expect.poll(() => second.seen.join('')).toContain('library_created');
    second.stream.close();
    await expect.poll(() => server.context.counters.requests.open).toBe(0);
  });

  it('sends the pages of books as they are, over both protocols', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    await using home = await openHome(kind);
    const { path, expected, token } = await readFirstPage(kind, home);
    await using server = await startServer(kind, { home, config: files.config });
    await using session = await openHttp2(server.url, pair.cert);
    const headers = { authorization: `Bearer ${token}` };
    expect((await askHttp2(session, path, { headers })).body).toBe(expected);
    expect((await askHttp1(server.url + path, pair.cert, { headers })).body).toBe(expected);
  });
});

describe('the certificate of the server', () => {
  it('is loaded again when its files change, and stays while they are wrong', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    await using server = await startServer('sqlite', { config: files.config });
    const before = await readFingerprint(server.url);
    const next = newSelfSigned();
    await files.write({ cert: next.cert });
    await new Promise((wake) => setTimeout(wake, 6_000));
    expect(await readFingerprint(server.url)).toBe(before);
    await files.write({ key: next.key });
    await expect.poll(async () => readFingerprint(server.url)).not.toBe(before);
  });

  it.each([
    [
      'names a missing file',
      async (files: Files) => ({ ...files.config, 'server.tls.cert': '/none/cert.pem' }),
      'it does not exist',
    ],
    [
      'names a file without a certificate',
      async (files: Files) => {
        await files.write({ cert: 'nothing' });
        return files.config;
      },
      'Expected a certificate (PEM)',
    ],
    [
      'belongs to another key',
      async (files: Files) => {
        await files.write({ key: newSelfSigned().key });
        return files.config;
      },
      'does not belong to the first certificate',
    ],
    [
      'has no key',
      async (files: Files) => ({ 'server.tls.cert': files.config['server.tls.cert'] }),
      'server.tls.key is missing',
    ],
  ])('stops the start in words when it %s', async (_name, change, message) => {
    await using files = await makeFiles(newSelfSigned());
    const config = await change(files);
    await expect(startServer('sqlite', { config })).rejects.toThrow(message);
  });

  it('sends plain http to https, for hosts that are its own', async () => {
    await using files = await makeFiles(newSelfSigned());
    const port = await findFreePort();
    const config = { ...files.config, 'server.tls.redirect_port': String(port) };
    await using server = await startServer('sqlite', { config });
    const answer = await fetch(`http://127.0.0.1:${String(port)}/api/v1/info?a=1`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([307, `${server.url}/api/v1/info?a=1`]);
    expect((await fetch(`http://127.0.0.1:${String(port)}/certificate`, { redirect: 'manual' })).status).toBe(307);
    // A program that shows its password on the way must not go on as if nothing were wrong.
    for (const init of [
      { headers: { authorization: 'Basic YWRtaW46c2VjcmV0' } },
      { headers: { 'x-api-key': 'svc_abcdefgh_secret' } },
      { headers: { 'x-auth-user': 'admin', 'x-auth-key': 'secret' } },
      LOGIN,
    ]) {
      const refused = await fetch(`http://127.0.0.1:${String(port)}/opds`, { ...init, redirect: 'manual' });
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
      expect(await refused.text()).toContain(server.url);
    }
  });

  it('is shown to clients with TLS 1.2 and 1.3 and forward secrecy only', async () => {
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    await using server = await startServer('sqlite', { config: files.config });
    const { hostname, port } = new URL(server.url);
    const shake = async (options: ConnectionOptions): Promise<string> => {
      const socket = connectTls({ host: hostname, port: Number(port), ca: pair.cert, ...options });
      try {
        await once(socket, 'secureConnect');
        return `${String(socket.getProtocol())} ${socket.getCipher().name}`;
      } catch (error) {
        return error instanceof Error ? `refused: ${error.message}` : '';
      } finally {
        socket.destroy();
      }
    };
    const weak = 'DEFAULT:@SECLEVEL=0';
    expect(await shake({})).toMatch(/^TLSv1\.3 TLS_/);
    expect(await shake({ maxVersion: 'TLSv1.2' })).toMatch(/^TLSv1\.2 ECDHE-ECDSA-.*(GCM|POLY1305)/);
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      expect(await shake({ minVersion: version, maxVersion: version, ciphers: weak })).toMatch(/^refused: .*version/i);
    }
    for (const ciphers of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384']) {
      expect(await shake({ maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })).toMatch(
        /^refused: .*handshake/i,
      );
    }
  });
});

describe('the authority of the server', () => {
  it('signs a certificate that devices trust, and is kept in the data folder', async () => {
    const port = await findFreePort();
    const config = { 'server.tls.mode': 'local', 'server.tls.redirect_port': String(port) };
    await using server = await startServer('sqlite', { config });
    const page = await fetch(`http://127.0.0.1:${String(port)}/certificate`);
    const text = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const file = await fetch(`http://127.0.0.1:${String(port)}/certificate/lectern.crt`);
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert');
    const authority = new X509Certificate(Buffer.from(await file.arrayBuffer()));
    expect(text).toContain(authority.fingerprint256);
    expect(text).toContain('<svg');
    const ca = authority.toString();
    const answer = await askHttp1(`${server.url}/health`, ca);
    expect([answer.status, answer.headers['strict-transport-security']]).toEqual([200, undefined]);
    const { port: securePort } = new URL(server.url);
    expect((await askHttp1(`https://localhost:${securePort}/certificate`, ca)).body).toContain(
      authority.fingerprint256,
    );
    await expect(askHttp1(`${server.url}/health`, newSelfSigned().cert)).rejects.toThrow();
    if (process.platform !== 'win32') {
      const path = join(server.dataDir, 'tls', 'authority.pem');
      expect((await stat(path)).mode & 0o077).toBe(0);
    }
  });
});

describe('the command tls', () => {
  async function ask(home: Home, tls: Readonly<Record<string, string>>): Promise<string> {
    const path = join(home.dataDir, 'lectern.json');
    await writeFile(path, JSON.stringify({ server: { tls } }));
    const { code, output } = await startCommand(home, ['tls', '--config', path]).ended;
    return `${String(code)} ${output}`;
  }

  it('shows the authority that the server signs with, and makes it when there is none', async () => {
    await using home = await openHome('sqlite');
    expect(await ask(home, {})).toMatch(/^0 The server speaks http\./);
    const shown = await ask(home, { mode: 'local' });
    const { cert } = await openAuthority(join(home.dataDir, 'tls'));
    expect(shown).toContain(`SHA-256:     ${new X509Certificate(cert).fingerprint256}`);
    expect(await ask(home, { mode: 'local' })).toBe(shown);
  });

  it('shows the certificate of the files, or what is wrong with them', async () => {
    await using home = await openHome('sqlite');
    const pair = newSelfSigned();
    await using files = await makeFiles(pair);
    const tls = { cert: files.config['server.tls.cert'], key: files.config['server.tls.key'] };
    expect(await ask(home, tls)).toContain(`SHA-256:     ${new X509Certificate(pair.cert).fingerprint256}`);
    await files.write({ key: newSelfSigned().key });
    expect(await ask(home, tls)).toMatch(/^1 .*key/s);
  });
});
