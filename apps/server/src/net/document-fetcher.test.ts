import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createDocumentFetcher, type FetcherOptions } from './document-fetcher.ts';
import { FetchFailure, readRetryAfter } from './fetch-failure.ts';
import { createAddressGuard } from './guarded-lookup.ts';

/** Long enough for any answer here; what must end early ends by itself. */
const PATIENCE_MS = 60_000;

async function openSite(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const fetcher = (options: Partial<FetcherOptions> = {}) =>
  createDocumentFetcher({ networks: ['loopback'], userAgent: 'test', timeoutMs: PATIENCE_MS, ...options });

async function catchFailure(work: Promise<unknown>): Promise<FetchFailure> {
  try {
    await work;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
  throw new Error('Expected a failure');
}

const send = (response: ServerResponse, status: number, headers: Record<string, string> = {}, body: unknown = '') =>
  void response.writeHead(status, headers).end(body);

describe('a document fetcher', () => {
  it('gets a document with what it is called, and then asks for it only if it changed', async () => {
    const asked: IncomingMessage['headers'][] = [];
    await using site = await openSite((request, response) => {
      asked.push(request.headers);
      if (request.headers['if-none-match'] === '"1"') send(response, 304);
      else send(response, 200, { etag: '"1"', 'last-modified': 'Tue, 03 Jun 2008 11:05:30 GMT' }, 'one');
    });
    const first = await fetcher().fetch({ url: site.url });
    expect(first).toMatchObject({ isUnchanged: false, etag: '"1"', lastModified: 'Tue, 03 Jun 2008 11:05:30 GMT' });
    expect(first.isUnchanged ? '' : first.bytes.toString()).toBe('one');
    expect(await fetcher().fetch({ url: site.url, etag: '"1"', lastModified: 'x' })).toEqual({ isUnchanged: true });
    expect(asked.map((headers) => headers['if-modified-since'])).toEqual([undefined, 'x']);
  });

  it('unpacks what comes packed, within the limit', async () => {
    const zeros = Buffer.alloc(20_000_000);
    const bodies: Readonly<Record<string, readonly [string, Buffer]>> = {
      '/gzip': ['gzip', gzipSync('packed')],
      '/br': ['br', brotliCompressSync('packed')],
      '/bomb': ['gzip', gzipSync(zeros)],
      '/cut': ['gzip', gzipSync('packed'.repeat(1_000)).subarray(0, 30)],
      '/odd': ['zstd', Buffer.from('packed')],
    };
    await using site = await openSite((request, response) => {
      const [encoding, body] = bodies[request.url ?? ''] ?? ['identity', zeros];
      send(response, 200, { 'content-encoding': encoding }, body);
    });
    for (const path of ['/gzip', '/br']) {
      const got = await fetcher().fetch({ url: site.url + path });
      expect(got.isUnchanged ? '' : got.bytes.toString()).toBe('packed');
    }
    for (const path of ['/bomb', '/plain']) {
      expect((await catchFailure(fetcher().fetch({ url: site.url + path }))).kind).toBe('too-large');
    }
    expect((await catchFailure(fetcher().fetch({ url: `${site.url}/cut` }))).message).toMatch(/cut short/);
    expect((await catchFailure(fetcher().fetch({ url: `${site.url}/odd` }))).kind).toBe('refused');
  });

  it('follows redirects, checks each, and keeps the secret for the first origin', async () => {
    const seen: (string | undefined)[] = [];
    await using other = await openSite((request, response) => {
      seen.push(request.headers.authorization);
      send(response, 200, {}, 'there');
    });
    await using site = await openSite((request, response) => {
      seen.push(request.headers.authorization);
      const targets: Readonly<Record<string, string>> = {
        '/away': other.url,
        '/loop': '/loop2',
        '/loop2': '/loop',
        '/file': 'file:///etc/passwd',
        '/metadata': 'http://169.254.169.254/latest',
        '/name': 'http://user:word@127.0.0.1/',
      };
      const url = request.url ?? '';
      const step = /^\/step(\d+)$/.exec(url)?.[1];
      send(response, 302, { location: targets[url] ?? `/step${Number(step ?? 0) + 1}` });
    });
    const get = async (path: string) => fetcher().fetch({ url: site.url + path, authorization: 'Bearer s' });
    expect((await get('/away')).isUnchanged).toBe(false);
    expect(seen).toEqual(['Bearer s', undefined]);
    expect((await catchFailure(get('/loop'))).message).toBe('The server redirects in a circle');
    expect((await catchFailure(get('/step0'))).message).toBe('The server redirects more than 5 times');
    for (const [path, kind] of [
      ['/file', 'refused'],
      ['/metadata', 'private'],
      ['/name', 'refused'],
    ] as const) {
      expect((await catchFailure(get(path))).kind).toBe(kind);
    }
  });

  it('connects to no address that is not public, however it is written, unless it is allowed', async () => {
    let asked = 0;
    await using site = await openSite((_request, response) => {
      asked += 1;
      send(response, 200);
    });
    const strict = fetcher({
      networks: ['10.1.2.3'],
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    const hosts = ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'public.example'];
    for (const host of hosts) {
      const failure = await catchFailure(strict.fetch({ url: `http://${host}:${site.port}/` }));
      expect([host, failure.kind]).toEqual([host, 'private']);
    }
    expect(asked).toBe(0);
    const named = fetcher({
      resolve: (_name, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    expect(await named.fetch({ url: `http://public.example:${site.port}/` })).toMatchObject({ isUnchanged: false });
    expect(asked).toBe(1);
  });

  it('tells in words what was wrong', async () => {
    const closed = await openSite((_request, response) => send(response, 200));
    await closed[Symbol.asyncDispose]();
    expect((await catchFailure(fetcher().fetch({ url: closed.url }))).message).toMatch(/connection refused/);
    await using site = await openSite((request, response) => {
      if (request.url === '/busy') send(response, 429, { 'retry-after': '120' });
      else if (request.url === '/cut')
        response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
      else if (request.url === '/broken') send(response, 500);
    });
    expect(await catchFailure(fetcher().fetch({ url: `${site.url}/busy` }))).toMatchObject({
      status: 429,
      retryAfterMs: 120_000,
    });
    expect((await catchFailure(fetcher().fetch({ url: `${site.url}/cut` }))).message).toMatch(/ended early/);
    expect((await catchFailure(fetcher().fetch({ url: `${site.url}/broken` }))).message).toMatch(/status 500/);
    const impatient = fetcher({ timeoutMs: 20 });
    expect((await catchFailure(impatient.fetch({ url: `${site.url}/silent` }))).kind).toBe('timeout');
    const stop = new AbortController();
    const waiting = fetcher().fetch({ url: `${site.url}/silent`, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('createAddressGuard', () => {
  it('allows what is public, and what the operator names', () => {
    const guard = createAddressGuard(['192.168.1.0/24', 'fd00::/8']);
    const allowed = ['1.1.1.1', '2606:4700::1111', '192.168.1.7', 'fd12::1'];
    const refused = [
      ...[
        '10.0.0.1',
        '100.64.0.1',
        '127.1.1.1',
        '169.254.169.254',
        '172.31.0.1',
        '192.168.2.1',
        '0.0.0.0',
        '255.255.255.255',
      ],
      ...['::1', '::', 'fe80::1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '::ffff:10.0.0.1', 'ff02::1', 'x'],
    ];
    expect(allowed.filter((address) => !guard.allows(address))).toEqual([]);
    expect(refused.filter((address) => guard.allows(address))).toEqual([]);
  });
});

describe('readRetryAfter', () => {
  it('reads seconds and dates', () => {
    const now = Date.UTC(2030, 0, 1);
    expect(readRetryAfter('5', now)).toBe(5_000);
    expect(readRetryAfter('Tue, 01 Jan 2030 00:01:00 GMT', now)).toBe(60_000);
    expect(readRetryAfter('Tue, 01 Jan 2019 00:01:00 GMT', now)).toBe(0);
    expect(readRetryAfter('soon', now)).toBeUndefined();
    expect(readRetryAfter(undefined, now)).toBeUndefined();
  });
});
