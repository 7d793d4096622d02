import { api, type Endpoint, routes } from '@lectern/contract';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { switchCompatOn } from '../_harness/compat.ts';
import { runEach, type KnownIds, plainAsk, ROUTE_NAMES, send } from '../_harness/contract-asks.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { newPicture, sendPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { sendTo } from '../_harness/send-to.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const MARKUP = '<script>alert(document.domain)</script>';

/** What every answer says, whatever it answers. */
const ALWAYS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()',
};

/** The words of a Content-Security-Policy by directive. */
function parsePolicy(headers: Headers): ReadonlyMap<string, string> {
  const parts = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim());
  return new Map(parts.map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1).join(' ')]));
}

describe('the headers of every answer', () => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;
  let ids: KnownIds;
  let textId: string;
  let coverId: string;

  beforeAll(async () => {
    server = await startServer('sqlite', { config: { 'api.enable_api_docs': 'true' } });
    folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    const text = writeEpub({
      metadata: `<dc:title>Text</dc:title><dc:language>en</dc:language>`,
      manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
        <item id="s" href="s.svg" media-type="image/svg+xml"/><item id="h" href="h.html" media-type="text/html"/>
        <item id="x" href="x.xml" media-type="application/xml"/><item id="j" href="j.js" media-type="text/javascript"/>`,
      files: {
        'OPS/c1.xhtml': chapter(`<p>${'words '.repeat(300)}</p>${MARKUP}`),
        'OPS/s.svg': `<svg xmlns="http://www.w3.org/2000/svg">${MARKUP}<path d="M0 0"/></svg>`,
        'OPS/h.html': `<html><body>${MARKUP}</body></html>`,
        'OPS/x.xml': `<x xmlns="http://www.w3.org/1999/xhtml">${MARKUP}</x>`,
        'OPS/j.js': 'alert(1)',
      },
    });
    await folder.addFile('Text/Text 1.epub', text);
    admin = await setupAdmin(server);
    const { id: libraryId } = await addLibrary(admin, folder.path);
    await scan(admin, libraryId);
    await waitForTasks(admin);
    const [comic, epub] = await listAllBooks(admin);
    ids = { libraryId, bookId: comic?.id ?? '', seriesId: comic?.seriesId ?? '' };
    textId = epub?.id ?? '';
    const picture = await newPicture('png', 'red');
    const cover = await sendPicture(admin, `/api/v1/books/${comic?.id ?? ''}/cover`, picture);
    ({ id: coverId } = (await cover.json()) as { id: string });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  function check(what: string, { headers }: Response): void {
    for (const [name, value] of Object.entries(ALWAYS))
      expect([what, name, headers.get(name)]).toEqual([what, name, value]);
    const policy = parsePolicy(headers);
    // No page of another user frames it; the reader of this server frames chapters.
    expect([what, policy.get('frame-ancestors')]).toEqual([what, expect.stringMatching(/^'(none|self)'$/)]);
    expect([what, policy.get('default-src')]).toEqual([what, expect.stringMatching(/^'(none|self)'$/)]);
    const plugins = policy.get('object-src') ?? policy.get('default-src');
    expect([what, policy.get('base-uri'), plugins]).toEqual([what, "'none'", "'none'"]);
    expect([what, policy.get('form-action')]).toEqual([what, expect.stringMatching(/^'(none|self)'$/)]);
    expect([what, headers.get('server'), headers.get('x-powered-by')]).toEqual([what, null, null]);
  }

  it('protect whatever a route of the contract answers, to anybody and to an administrator', async () => {
    const { key } = await admin.call('createApiKey', { body: { name: 'Tests' } });
    const names = ROUTE_NAMES.filter((name) => {
      const { answer }: Endpoint = api[name];
      return answer !== 'events' && routes[name][0] !== 'DELETE';
    });
    for (const headers of [{}, { 'x-api-key': key }]) {
      await runEach(names, async (name) => {
        const response = await send(server, name, plainAsk(name, ids), headers);
        await response.arrayBuffer();
        check(`${name} ${String(response.status)}`, response);
      });
    }
    await admin.call('resumeTasks', {});
    await server.idle();
  });

  it('let nothing of a book run or load, and no other site frame it', async () => {
    const book = `/api/v1/books/${ids['bookId'] ?? ''}`;
    const paths = [
      ...[`${book}/pages/1`, `${book}/pages/1?width=16&format=webp`, `${book}/thumbnail`, `${book}/file`],
      ...[`${book}/covers/${coverId}/image`, `/api/v1/series/${ids['seriesId'] ?? ''}/download`],
      ...['c1.xhtml', 's.svg', 'h.html', 'x.xml', 'j.js'].map(
        (name) => `/api/v1/books/${textId}/resources/OPS/${name}`,
      ),
    ];
    for (const path of paths) {
      for (const init of [{}, { method: 'HEAD' }, { headers: { range: 'bytes=0-3' } }]) {
        const response = await admin.fetch(path, init);
        const said = await response.text();
        check(path, response);
        const policy = parsePolicy(response.headers);
        expect([path, policy.get('default-src')]).toEqual([path, "'none'"]);
        expect([path, policy.has('sandbox'), policy.get('sandbox')?.includes('allow-scripts')]).toEqual([
          path,
          true,
          false,
        ]);
        expect([path, policy.has('script-src')]).toEqual([path, false]);
        const isMarkup = /html|xml|svg|javascript/.test(response.headers.get('content-type') ?? '');
        expect([path, isMarkup && said.includes('<script')]).toEqual([path, false]);
      }
      const { headers } = await admin.fetch(path, { headers: { 'accept-encoding': 'identity' } });
      expect([path, headers.get('cache-control')]).toEqual([path, expect.stringMatching(/^(private|no-store)/)]);
      const again = await admin.fetch(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([path, again.status]).toEqual([path, 304]);
      check(`${path} 304`, again);
      expect([path, again.headers.get('cache-control')]).toEqual([path, headers.get('cache-control')]);
    }
  });

  it('are there of streams', async () => {
    for (const name of ROUTE_NAMES) {
      const { answer }: Endpoint = api[name];
      if (answer !== 'events') continue;
      const response = await admin.fetch(routes[name][1]);
      await response.body?.cancel();
      expect([name, response.status, response.headers.get('cache-control')]).toEqual([name, 200, 'no-store']);
      check(name, response);
    }
  });

  it('are there of what is no route: the web app, its documentation, and wrong addresses', async () => {
    const paths = ['/', '/login', '/index.html', '/docs', '/docs/', '/api/docs', '/docs/openapi.json', '/nothing'];
    for (const path of [...paths, '/api/v1/nothing', '/%zz', '/assets/none.js', `/${MARKUP}`, '/docs/js/scalar.js']) {
      for (const accept of ['text/html', '*/*']) {
        const response = await fetch(server.url + path, { headers: { accept }, redirect: 'manual' });
        const said = await response.text();
        check(`${path} ${String(response.status)}`, response);
        const isPage = response.headers.get('content-type')?.startsWith('text/html') === true;
        // A page says nothing of what was asked for.
        expect([path, isPage && said.includes(MARKUP)]).toEqual([path, false]);
        expect([path, parsePolicy(response.headers).get('frame-ancestors')]).toEqual([path, "'none'"]);
      }
    }
  });

  it('of the web app let scripts of this server run, and no others', async () => {
    const { headers } = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
    const policy = parsePolicy(headers);
    const scripts = policy.get('script-src') ?? policy.get('default-src');
    expect(scripts === "'self'" || scripts === "'none'").toBe(true);
    expect(JSON.stringify([...policy])).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
  });

  it('are there even of what is no request', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write('NONSENSE\r\n\r\n');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    const [head = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const headers = new Headers(
      lines.map((line) => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
    );
    check('no request', new Response(null, { headers }));
  });

  it('keep answers to one person from caches that many share', async () => {
    const anybody = createClient(server);
    const paths = [
      '/api/v1/auth/me',
      '/api/v1/books',
      '/api/v1/libraries',
      '/api/v1/user/preferences',
      '/api/v1/users',
    ];
    for (const path of paths) {
      for (const client of [admin, anybody]) {
        const { status, headers } = await client.fetch(path);
        const control = headers.get('cache-control') ?? '';
        expect([path, status, control]).toEqual([path, status, status === 200 ? 'private, no-cache' : 'no-store']);
      }
    }
    // A path that ends like a file of the web app is none: no cache keeps it for others by its name.
    for (const path of [
      '/api/v1/auth/me/x.css',
      '/api/v1/auth/me%2Fx.css',
      '/api/v1/auth/me;x.css',
      '/api/v1/auth/me%00.css',
    ]) {
      const response = await admin.fetch(path, { headers: { accept: 'text/css' } });
      expect([path, response.status >= 400, response.headers.get('cache-control')]).toEqual([path, true, 'no-store']);
    }
    const signedIn = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'correct horse battery' }),
    });
    expect([signedIn.status, signedIn.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('ask over https for https from then on, and say nothing of it over http', async () => {
    await using proxied = await startServer('sqlite', { config: { 'server.trusted_proxies': 'loopback' } });
    const told = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await fetch(proxied.url + path, { headers })).headers.get('strict-transport-security');
    for (const path of ['/', '/health', '/api/v1/nothing', '/opds', '/api/v1/books']) {
      expect([path, await told(path, { 'x-forwarded-proto': 'https' })]).toEqual([path, 'max-age=31536000']);
      expect([path, await told(path, {})]).toEqual([path, null]);
    }
    // Nor of the port, which a trusted one may say.
    const { access_token: token } = await createClient(proxied).call('initializeSetup', {
      body: { username: 'ann', password: 'correct horse battery' },
    });
    const fetchLinks = async (url: string, headers: Readonly<Record<string, string>>, bearer: string) =>
      (await sendTo(url, '/opds/v2', { headers: { ...headers, authorization: `Bearer ${bearer}` } })).text;
    const passedOn = {
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'books.example.org',
      'x-forwarded-port': '8443',
    };
    expect(await fetchLinks(proxied.url, passedOn, token)).toContain('"https://books.example.org:8443/opds/');
    expect(await fetchLinks(proxied.url, { ...passedOn, 'x-forwarded-port': '443' }, token)).toContain(
      '"https://books.example.org/opds/',
    );
    expect(await fetchLinks(server.url, { host: 'nas', 'x-forwarded-port': '8443' }, admin.token ?? '')).toContain(
      '"http://nas/opds/',
    );
    // Who is no trusted proxy says nothing of the way.
    const lied = await fetch(`${server.url}/health`, { headers: { 'x-forwarded-proto': 'https' } });
    expect(lied.headers.get('strict-transport-security')).toBeNull();
  });

  it('name no host in catalogs that may be a stranger’s, and keep the path', async () => {
    await switchCompatOn(admin);
    const authorization = `Bearer ${admin.token ?? ''}`;
    const paths = ['/opds', '/opds/v1.2/search.xml', '/opds/v2', '/api/v1/opds/v2/auth', '/komga/opds/v2'];
    for (const path of paths) {
      for (const host of ['evil.example', 'evil.example:8080', '127.0.0.1.evil.example', 'localhost.evil.example']) {
        const { status, text, headers } = await sendTo(server.url, path, { headers: { host, authorization } });
        expect([path, host, status, text.includes('evil')]).toEqual([path, host, 200, false]);
        expect(JSON.stringify(headers)).not.toContain('evil');
        expect(text).toMatch(/"\/(api\/v1\/)?(opds|me)\//);
      }
      for (const host of ['nas:8080', '192.168.1.7', '[::1]:9', 'books.local']) {
        const { text } = await sendTo(server.url, path, { headers: { host, authorization } });
        expect([path, host, text.includes(`http://${host}/`)]).toEqual([path, host, true]);
      }
    }
    // Without sign-in the answer names the authentication document, by the same rule.
    const { status, text, headers } = await sendTo(server.url, '/opds', { headers: { host: 'evil.example' } });
    expect([status, text.includes('evil'), headers['link']]).toEqual([
      401,
      false,
      expect.stringContaining('</opds/v2/auth>'),
    ]);
  });

  it('are not poisoned by what a request says of itself', async () => {
    const bad = 'evil.example';
    const lies = {
      ...{
        'x-forwarded-host': bad,
        'x-forwarded-proto': 'https',
        'x-forwarded-prefix': `/${bad}`,
        forwarded: `host=${bad}`,
      },
      ...{
        'x-original-url': '/api/v1/users',
        'x-rewrite-url': '/api/v1/users',
        'x-forwarded-for': '203.0.113.5',
        origin: bad,
      },
    };
    for (const path of ['/', '/api/v1/setup/status', '/api/v1/books?page=1', '/docs', '/api/v1/nothing']) {
      const [plain, lied] = await Promise.all([admin.fetch(path), admin.fetch(path, { headers: lies })]);
      expect([path, lied.status, await lied.text()]).toEqual([path, plain.status, await plain.text()]);
      const told = JSON.stringify([...lied.headers]);
      expect([path, told.includes(bad)]).toEqual([path, false]);
    }
  });
});
