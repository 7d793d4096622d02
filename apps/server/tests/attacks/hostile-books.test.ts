import type { Book } from '@lectern/contract';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapter, writeEpub, writeOpf } from '../../../../fixtures/epub-writer.ts';
import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { runEach } from '../_harness/contract-asks.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { newPicture, newPngBomb, sendPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, until, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const CANARY = 'the canary sings';
const MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)>';
const MEBIBYTE = 1_048_576;
const PAGE = { name: '1.png', bytes: png(20, 30).bytes };

const LAUGHS = ['lol', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, at, names) =>
  at === 0 ? `<!ENTITY ${name} "${'ha'.repeat(50)}">` : `<!ENTITY ${name} "${`&${names[at - 1] ?? ''};`.repeat(10)}">`,
);

/** A server that records every request. */
async function startCanary() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end(CANARY);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    url: `http://127.0.0.1:${String(port)}`,
    [Symbol.asyncDispose]: async () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('a library full of hostile books', () => {
  let server: TestServer;
  let canary: Awaited<ReturnType<typeof startCanary>>;
  let folder: BookFolder;
  let outside: string;
  let admin: Client;
  let books: readonly Book[];

  const findBook = (name: string): Book => {
    const found = books.find(({ path }) => path.includes(name));
    if (found === undefined)
      throw new Error(`There is no book ${name}, only ${books.map(({ path }) => path).join(', ')}`);
    return found;
  };
  const resource = async (name: string, path: string) =>
    admin.fetch(`/api/v1/books/${findBook(name).id}/resources/OPS/${path}`);

  async function addBooks(secret: string): Promise<void> {
    const entity = `<!DOCTYPE x [<!ENTITY file SYSTEM "file://${secret}"><!ENTITY net SYSTEM "${canary.url}/entity">
      <!ENTITY % more SYSTEM "${canary.url}/parameter"> %more;]>`;
    const comicInfo = (text: string) => ({ name: 'ComicInfo.xml', bytes: Buffer.from(text) });
    const zip = async (name: string, entries: Parameters<typeof writeZip>[0]) =>
      folder.addFile(`Hostile/${name}`, writeZip(entries));
    await zip('entities.cbz', [
      PAGE,
      comicInfo(`${entity}<ComicInfo><Title>&file;&net;</Title><Series>Entities</Series></ComicInfo>`),
    ]);
    await zip('laughs.cbz', [
      PAGE,
      comicInfo(`<!DOCTYPE x [${LAUGHS.join('')}]><ComicInfo><Title>&i;</Title></ComicInfo>`),
    ]);
    await zip('deep.cbz', [PAGE, comicInfo(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)]);
    await zip('bomb.cbz', [{ name: '0.png', bytes: Buffer.alloc(64 * MEBIBYTE), method: 8, length: 2 ** 31 }, PAGE]);
    await zip('pixels.cbz', [{ name: '0.png', bytes: newPngBomb(60_000, 60_000) }, PAGE]);
    await zip('nested.cbz', [{ name: 'inner.cbz', bytes: writeZip([PAGE]) }, PAGE]);
    const up = relative(join(folder.path, 'Hostile'), secret);
    const names = [
      `../../${up}.png`,
      `/${secret}.png`,
      '..\\..\\x.png',
      'C:\\x.png',
      '\\\\host\\share\\x.png',
      'a/../../x.png',
    ];
    await zip('paths.cbz', [...names.map((name) => ({ name, bytes: PAGE.bytes })), PAGE]);
    await zip('link.cbz', [{ name: '0.png', bytes: Buffer.from(secret), mode: 0o120777 }, PAGE]);
    await zip(`${MARKUP.replaceAll('/', '_')}.cbz`, [
      PAGE,
      comicInfo(`<ComicInfo><Title><![CDATA[${MARKUP}]]></Title>
      <Summary><![CDATA[${MARKUP}]]></Summary><Writer><![CDATA[${MARKUP}]]></Writer></ComicInfo>`),
    ]);
    await zip('line\r\nSet-Cookie: evil=1.cbz', [PAGE]);
    await folder.addFile('Hostile/text.epub', hostileText(entity));
    await folder.addFile('Hostile/pages.epub', drawnPages());
    await folder.addFile(
      'Hostile/package.epub',
      writeEpub({
        opf: `${entity}${writeOpf({ metadata: '<dc:title>&file;&net;</dc:title>' })}`,
      }),
    );
    await folder.addFile(
      'Hostile/packed.epub',
      writeZip([
        { name: 'mimetype', bytes: Buffer.from('application/epub+zip') },
        {
          name: 'META-INF/container.xml',
          bytes: Buffer.from(
            `<container><rootfiles><rootfile full-path="../../../..${secret}" media-type="application/oebps-package+xml"/></rootfiles></container>`,
          ),
        },
      ]),
    );
    symlinkSync(secret, folder.at('Hostile/linked.cbz'));
    symlinkSync(outside, folder.at('Linked'));
    // Beside the books: what they may say of themselves and of their series.
    await folder.addFile(
      'Hostile/series.json',
      `{"__proto__":{"polluted":1},"metadata":{"name":"Hostile","description_text":"${canary.url}/series"}}`,
    );
    await folder.addFile(
      'Hostile/entities.opf',
      `${entity}<package><metadata><title>&file;</title></metadata></package>`,
    );
    await folder.addFile('Hostile/cover.svg', drawing());
    await folder.addFile('Hostile/cover.jpg', drawing());
  }

  /** A drawing that wants a file and an address. */
  function drawing(): string {
    const wanted = [`file://${join(outside, 'canary.txt')}`, `${canary.url}/drawing.png`, '../canary.txt'];
    const images = wanted.map((href) => `<image href="${href}" xlink:href="${href}" width="20" height="30"/>`);
    return `<?xml version="1.0"?><?xml-stylesheet href="${canary.url}/style.css"?>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="20" height="30" onload="alert(1)">
      <script href="${canary.url}/script.js">alert(1)</script><style>@import url(${canary.url}/import.css);</style>
      <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canary.url}/frame"/></foreignObject>
      <use href="${canary.url}/use.svg#a"/><a href="javascript:alert(1)"><rect width="9" height="9"/></a>${images.join('')}</svg>`;
  }

  function hostileText(entity: string): Buffer {
    const body = `${MARKUP}<iframe src="${canary.url}/frame"></iframe><object data="${canary.url}/object"></object>
      <embed src="${canary.url}/embed"/><form action="${canary.url}/form"><input name="p" type="password"/></form>
      <a href="javascript:alert(1)">x</a><a href="data:text/html,${MARKUP.replaceAll('<', '&lt;')}">x</a>
      <img src="${canary.url}/picture.png" srcset="${canary.url}/set.png 2x"/><video poster="${canary.url}/poster"/>
      <p style="background:url(${canary.url}/style.png)" onclick="alert(1)">${'A word of text. '.repeat(100)}</p>
      <svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`;
    const head = `<base href="${canary.url}/"/><meta http-equiv="refresh" content="0;url=${canary.url}/refresh"/>
      <link rel="stylesheet" href="${canary.url}/link.css"/><script src="${canary.url}/script.js"></script>`;
    return writeEpub({
      metadata: `<dc:title>${MARKUP.replaceAll('<', '&lt;')}</dc:title><dc:description>${MARKUP.replaceAll('<', '&lt;')}</dc:description>
        <meta name="cover" content="s"/>`,
      manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>
        <item id="c2" href="c2.xhtml" media-type="application/xhtml+xml"/>
        <item id="s" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>
        <item id="r" href="${canary.url}/remote.xhtml" media-type="application/xhtml+xml"/>
        <item id="u" href="../../../../../../etc/passwd" media-type="text/plain"/>
        <item id="css" href="style.css" media-type="text/css"/>`,
      spine: '<itemref idref="c1"/><itemref idref="c2"/><itemref idref="r"/>',
      files: {
        'OPS/c1.xhtml': chapter(body, head),
        'OPS/c2.xhtml': `${entity}<html xmlns="http://www.w3.org/1999/xhtml"><body><p>&file;&net; second words</p></body></html>`,
        'OPS/cover.svg': drawing(),
        'OPS/style.css': `@import "${canary.url}/a.css"; @font-face { font-family: x; src: url(${canary.url}/font) }
          p { background: url(${canary.url}/b.png); behavior: url(x.htc); width: expression(alert(1)) }`,
      },
    });
  }

  function drawnPages(): Buffer {
    return writeEpub({
      metadata: '<dc:title>Pages</dc:title><meta property="rendition:layout">pre-paginated</meta>',
      manifest:
        '<item id="c1" href="p1.svg" media-type="image/svg+xml"/><item id="c2" href="p2.xhtml" media-type="application/xhtml+xml"/><item id="i" href="i.svg" media-type="image/svg+xml"/>',
      spine: '<itemref idref="c1"/><itemref idref="c2"/>',
      files: { 'OPS/p1.svg': drawing(), 'OPS/p2.xhtml': chapter('<img src="i.svg"/>'), 'OPS/i.svg': drawing() },
    });
  }

  beforeAll(async () => {
    canary = await startCanary();
    server = await startServer('sqlite');
    folder = newBookFolder();
    outside = mkdtempSync(join(tmpdir(), 'lectern-outside-'));
    writeFileSync(join(outside, 'canary.txt'), CANARY);
    await addBooks(join(outside, 'canary.txt'));
    admin = await setupAdmin(server);
    const { id } = await addLibrary(admin, folder.path, { name: MARKUP });
    await scan(admin, id);
    await waitForTasks(admin);
    books = await listAllBooks(admin);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await canary[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
    rmSync(outside, { recursive: true });
  });

  /** Everything that the server says of every book. */
  async function everything(): Promise<readonly (readonly [path: string, response: Response, said: string])[]> {
    const paths = [
      ...['/api/v1/books/errors', '/api/v1/series', '/api/v1/libraries', '/api/v1/tasks', '/api/v1/duplicates'],
      ...books.flatMap(({ id, seriesId }) => [
        ...['', '?full=true', '/pages', '/manifest', '/positions', '/thumbnail', '/placement', '/covers', '/file'].map(
          (tail) => `/api/v1/books/${id}${tail}`,
        ),
        ...[1, 2, 7].flatMap((page) => [
          `/api/v1/books/${id}/pages/${String(page)}`,
          `/api/v1/books/${id}/pages/${String(page)}?width=16`,
        ]),
        ...['c1.xhtml', 'c2.xhtml', 'cover.svg', 'style.css', 'p1.svg', 'p2.xhtml', 'i.svg'].map(
          (name) => `/api/v1/books/${id}/resources/OPS/${name}`,
        ),
        `/api/v1/series/${seriesId}/download`,
      ]),
    ];
    const said: (readonly [string, Response, string])[] = [];
    await runEach(paths, async (path) => {
      const ask = async () => {
        const response = await admin.fetch(path);
        return { response, text: await response.text() };
      };
      // On a busy machine a page may not get its turn, and is asked for again as the answer says.
      const { response, text } = await until(ask, (one) => !one.response.headers.has('retry-after'));
      said.push([path, response, text]);
    });
    return said;
  }

  it('is read to its end: every book that has a page has it, and the others say what is wrong', async () => {
    const names = [
      'entities',
      'laughs',
      'deep',
      'bomb',
      'pixels',
      'nested',
      'paths',
      'link.cbz',
      'text.epub',
      'pages.epub',
      'line',
    ];
    for (const name of names) expect([name, findBook(name).pageCount > 0]).toEqual([name, true]);
    expect(books.filter(({ path }) => /linked|Linked|canary/.test(path))).toEqual([]);
    const failed = (await admin.call('listTasks', { query: { status: 'failed' } })).data;
    expect(failed).toEqual([]);
  });

  it('makes the server contact no machine, read nothing else and write nowhere else', async () => {
    const before = readdirSync(outside);
    const said = await everything();
    expect(said.filter(([, { status }]) => status === 200).length).toBeGreaterThan(books.length * 4);
    expect(said.filter(([, { status }]) => status >= 500).map(([path, { status }]) => [path, status])).toEqual([]);
    const password = readFileSync('/etc/passwd', 'utf8').split('\n')[0] ?? 'root:';
    for (const [path, , text] of said) {
      // Files go out as they are: what stands in them is in them.
      if (/\/(file|download)$/.test(path)) continue;
      expect([path, text.includes(CANARY), text.includes(password)]).toEqual([path, false, false]);
    }
    expect(canary.asked).toEqual([]);
    expect(readdirSync(outside)).toEqual(before);
    expect(({} as Readonly<Record<string, unknown>>)['polluted']).toBeUndefined();
  });

  it('shows nothing that runs, loads or leads away by itself', async () => {
    for (const [name, path] of [
      ['text.epub', 'c1.xhtml'],
      ['text.epub', 'c2.xhtml'],
      ['text.epub', 'cover.svg'],
      ['text.epub', 'style.css'],
      ['pages.epub', 'p1.svg'],
      ['pages.epub', 'p2.xhtml'],
      ['pages.epub', 'i.svg'],
    ] as const) {
      const response = await resource(name, path);
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect([
        path,
        /<script|<iframe|<object|<embed|<form|<input|<base|<meta http|\son\w+=|javascript:|data:text|expression\(|behavior/i.exec(
          text,
        ),
      ]).toEqual([path, null]);
      expect([path, text.includes(canary.url)]).toEqual([path, false]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect([path, policy]).toEqual([path, expect.stringMatching(/default-src 'none'.*sandbox/)]);
      expect([path, /allow-(scripts|forms|popups|top-navigation|downloads|modals)/.exec(policy)]).toEqual([path, null]);
    }
    expect(await (await resource('text.epub', 'c1.xhtml')).text()).toContain('A word of text.');
  });

  it('has drawings and covers of harmless kinds', async () => {
    for (const { id, path } of books) {
      const cover = await admin.fetch(`/api/v1/books/${id}/thumbnail`);
      expect([path, cover.headers.get('content-type')]).toEqual([
        path,
        expect.stringMatching(/^image\/(webp|jpeg|png)$/),
      ]);
      const page = await admin.fetch(`/api/v1/books/${id}/pages/1`);
      await page.arrayBuffer();
      const type = page.headers.get('content-type') ?? '';
      const policy = page.headers.get('content-security-policy') ?? '';
      expect([path, /^(image\/\w+|application\/json)/.test(type), policy.includes("default-src 'none'")]).toEqual([
        path,
        true,
        true,
      ]);
    }
  });

  it('has names that are text: in JSON as they are, in headers in one line', async () => {
    const { title, id, seriesId, libraryName } = findBook('onerror');
    expect([title.includes('onerror'), libraryName]).toEqual([true, MARKUP]);
    for (const path of [
      `/api/v1/books/${id}/file`,
      `/api/v1/series/${seriesId}/download`,
      `/api/v1/books/${findBook('line').id}/file`,
    ]) {
      const { headers } = await admin.fetch(path, { method: 'HEAD' });
      const disposition = headers.get('content-disposition') ?? '';
      expect([path, disposition]).toEqual([
        path,
        expect.stringMatching(/^attachment; filename="[^"\r\n\\/]*"; filename\*=UTF-8''[\w%!#$&+.^`|~-]+$/),
      ]);
      expect([path, headers.getSetCookie(), headers.get('x-content-type-options')]).toEqual([path, [], 'nosniff']);
    }
  });

  it('takes no picture that is a program: a drawing, a page, a bomb, under whatever name', async () => {
    const path = `/api/v1/books/${findBook('entities').id}/cover`;
    const pictures: readonly (readonly [string, Buffer])[] = [
      ['image/svg+xml', Buffer.from(drawing())],
      ['image/png', Buffer.from(drawing())],
      ['image/png', Buffer.from(`<html>${MARKUP}</html>`)],
      ['image/png', newPngBomb(60_000, 60_000)],
      ['image/png', Buffer.concat([png(4, 4).bytes.subarray(0, 30), Buffer.from(MARKUP)])],
      ['image/x-portable-pixmap', Buffer.from('P6 60000 60000 255\n')],
      [
        'image/png',
        Buffer.from(`push graphic-context\nviewbox 0 0 640 480\nfill 'url(${canary.url}/magick)'\npop graphic-context`),
      ],
    ];
    for (const [type, picture] of pictures) {
      for (const field of [undefined, 'cover']) {
        const response = await sendPicture(admin, path, picture, field === undefined ? { type } : { field, type });
        expect([type, response.status]).toEqual([
          type,
          expect.toSatisfy((status: number) => [400, 413, 415].includes(status)),
        ]);
      }
    }
    // What is both a picture and a page goes out as the picture.
    const both = Buffer.concat([await newPicture('gif', 'red'), Buffer.from(MARKUP)]);
    const taken = await sendPicture(admin, path, both, { type: 'image/gif' });
    const { id } = (await taken.json()) as { readonly id: string };
    const image = await admin.fetch(`${path}s/${id}/image`);
    expect(image.headers.get('content-type')).toMatch(/^image\/\w+$/);
    expect([image.status, image.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(canary.asked).toEqual([]);
  });

  it('is named in no address that leads out: raw, encoded once or twice, with either slash', async () => {
    const { id } = findBook('text.epub');
    const base = `/api/v1/books/${id}/resources`;
    const { hostname, port } = new URL(server.url);
    const ask = async (path: string) =>
      new Promise<readonly [number, string]>((resolve, reject) => {
        // No client of ours tidies the address.
        const sent = request(
          { host: hostname, port, path, headers: { authorization: `Bearer ${admin.token ?? ''}` } },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (piece: string) => (text += piece));
            answer.on('end', () => resolve([answer.statusCode ?? 0, text]));
          },
        );
        sent.on('error', reject);
        sent.end();
      });
    const up = [
      '../',
      '..%2f',
      '%2e%2e/',
      '%2e%2e%2f',
      '..%252f',
      '..%5c',
      '..\\',
      '..%c0%af',
      '..;/',
      './../',
      '..%00/',
    ];
    const tails = up.flatMap((step) => [
      `${step.repeat(12)}etc/passwd`,
      `OPS/${step.repeat(12)}etc/passwd`,
      `${step}book.opf`,
    ]);
    for (const path of tails.flatMap((tail) => [`${base}/${tail}`, `/${tail}`, `/assets/${tail}`, `/docs/${tail}`])) {
      const [status, text] = await ask(path);
      expect([path, status < 500, text.includes('root:')]).toEqual([path, true, false]);
      if (path.startsWith(base)) expect([path, status >= 400]).toEqual([path, true]);
    }
    for (const path of [
      '//etc/passwd',
      '/etc/passwd',
      '/../lectern.db',
      '/%2e%2e/jwt-secret',
      'http://127.0.0.1/etc/passwd',
    ]) {
      const [status, text] = await ask(path);
      expect([path, status < 500, /root:|SQLite format/.test(text)]).toEqual([path, true, false]);
    }
  });
});
