import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { jpeg } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';
const FONT = Buffer.from(Array.from({ length: 3_000 }, (_, index) => (index * 31) % 256));
/** SHA-1 of the identifier that `writeEpub` gives its books. */
const FONT_KEY = 'urn:uuid:12345678-1234-4234-8234-123456789abc';

async function hide(font: Buffer): Promise<Buffer> {
  const { createHash } = await import('node:crypto');
  const key = createHash('sha1').update(FONT_KEY).digest();
  return Buffer.from(font.map((byte, index) => (index < 1_040 ? byte ^ (key[index % key.length] ?? 0) : byte)));
}

const LINK = '<link rel="stylesheet" href="../style.css"/>';
const HOSTILE = `<h1 id="top" onclick="steal()">One</h1><script>steal()</script>
<img src="pic ture.jpg" alt="p"/><img src="http://evil.example/x.png"/><a href="../text/c2.xhtml#x">next</a>
<a href="https://example.org/">web</a><p>${'Words of a chapter. '.repeat(150)}</p>`;

async function writeBook(): Promise<Buffer> {
  return writeEpub({
    metadata: '<dc:title>A Book</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language>',
    manifest: `<item id="c1" href="text/c%201.xhtml" media-type="application/xhtml+xml"/>
      <item id="c2" href="text/c2.xhtml" media-type="application/xhtml+xml"/>
      <item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="css" href="style.css" media-type="text/css"/>
      <item id="pic" href="text/pic%20ture.jpg" media-type="image/jpeg" properties="cover-image"/>
      <item id="svg" href="drawing.svg" media-type="image/svg+xml"/>
      <item id="font" href="font.otf" media-type="application/vnd.ms-opentype"/>
      <item id="js" href="script.js" media-type="application/javascript"/>`,
    spine: '<itemref idref="c1"/><itemref idref="c2"/>',
    files: {
      'OPS/text/c 1.xhtml': chapter(HOSTILE, LINK),
      'OPS/text/c2.xhtml': chapter('<p id="x">Two</p>', LINK),
      'OPS/nav.xhtml': chapter(
        '<nav epub:type="toc" xmlns:epub="http://www.idpf.org/2007/ops"><ol><li><a href="text/c%201.xhtml#top">One</a></li></ol></nav>',
      ),
      'OPS/style.css':
        '@import url("http://evil.example/x.css"); p { color: red; background: url("text/pic ture.jpg") }',
      'OPS/text/pic ture.jpg': jpeg.bytes,
      'OPS/drawing.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" onload="steal()"><script>steal()</script><path d="M0 0"/></svg>',
      'OPS/font.otf': await hide(FONT),
      'OPS/script.js': 'steal()',
      'OPS/secret.txt': 'not in the manifest',
      'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container"
        xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
        <enc:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>
        <enc:CipherData><enc:CipherReference URI="OPS/font.otf"/></enc:CipherData></enc:EncryptedData></encryption>`,
    },
  });
}

async function fetchResource(client: Client, id: string, path: string) {
  const answer = await client.fetch(`/api/v1/books/${id}/resources/${path}`);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe.each(databases)('an EPUB on %s', (kind) => {
  it('is described by a manifest whose addresses all answer', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    const manifest = await admin.call('getBookManifest', { params: { id } });
    const base = `/api/v1/books/${id}`;
    expect(manifest).toMatchObject({
      '@context': 'https://readium.org/webpub-manifest/context.jsonld',
      metadata: { language: 'en', author: [{ name: 'Ann Author' }], layout: 'reflowable' },
      readingOrder: [
        { href: `${base}/resources/OPS/text/c%201.xhtml`, type: 'application/xhtml+xml' },
        { href: `${base}/resources/OPS/text/c2.xhtml` },
      ],
      toc: [{ title: 'One', href: `${base}/resources/OPS/text/c%201.xhtml#top` }],
    });
    expect(manifest.links.map(({ href }) => href)).toEqual([`${base}/manifest`, `${base}/positions`]);
    const resources = (manifest['resources'] ?? []) as readonly { readonly href: string }[];
    const all = [...manifest.links, ...manifest.readingOrder, ...resources];
    expect(all.length).toBeGreaterThan(7);
    for (const { href } of all) expect([href, (await admin.fetch(href)).status]).toEqual([href, 200]);
  });

  it('has one position for every 1,024 bytes of a chapter, and as many pages', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    const { total, positions } = await admin.call('getBookPositions', { params: { id } });
    const expected = Math.ceil(Buffer.byteLength(chapter(HOSTILE, LINK)) / 1024) + 1;
    expect([total, positions.length]).toEqual([expected, expected]);
    expect(positions.at(-1)).toMatchObject({
      href: `/api/v1/books/${id}/resources/OPS/text/c2.xhtml`,
      locations: { position: expected, progression: 0 },
    });
    const { book } = await admin.call('getBook', { params: { id } });
    expect(book).toMatchObject({ layout: 'reflowable', pageCount: expected, fileFormat: 'epub' });
    expect(await admin.call('listBookPages', { params: { id } })).toMatchObject([
      { pageNumber: 1, mediaType: 'image/jpeg', fileSize: jpeg.bytes.length },
    ]);
  });

  it('serves chapters without anything that runs or loads from elsewhere', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    const { answer, bytes } = await fetchResource(admin, id, 'OPS/text/c%201.xhtml');
    const text = bytes.toString();
    expect(answer.headers.get('content-type')).toBe('application/xhtml+xml; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('sandbox allow-same-origin');
    expect(policy).not.toContain('allow-scripts');
    expect(text).toContain('Words of a chapter.');
    expect(text).toContain('id="top"');
    expect(text).not.toMatch(/steal|<script|onclick|evil\.example/);
    const etag = answer.headers.get('etag') ?? '';
    const again = await admin.fetch(`/api/v1/books/${id}/resources/OPS/text/c%201.xhtml`, {
      headers: { 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  it('serves style sheets and drawings cleaned, pictures and fonts as they are', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    const css = await fetchResource(admin, id, 'OPS/style.css');
    expect(css.answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(css.bytes.toString()).toContain('color: red');
    expect(css.bytes.toString()).not.toContain('evil.example');
    const svg = await fetchResource(admin, id, 'OPS/drawing.svg');
    expect(svg.answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(svg.bytes.toString()).toContain('<path');
    expect(svg.bytes.toString()).not.toContain('steal');
    const picture = await fetchResource(admin, id, 'OPS/text/pic%20ture.jpg');
    expect(picture.answer.headers.get('content-type')).toBe('image/jpeg');
    expect(picture.bytes.equals(jpeg.bytes)).toBe(true);
    const font = await fetchResource(admin, id, 'OPS/font.otf');
    expect(font.bytes.equals(FONT)).toBe(true);
    const script = await fetchResource(admin, id, 'OPS/script.js');
    expect(script.answer.headers.get('content-type')).toBe('application/octet-stream');
  });

  it('serves nothing as a document that it has not cleaned, whatever the book calls it', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const types = ['image/x+xml', 'audio/x+xml', 'font/x+xml', 'application/xml', 'text/xml', 'text/javascript'];
    const items = types.map((type, index) => `<item id="x${index}" href="${index}.bin" media-type="${type}"/>`);
    const book = writeEpub({
      manifest: `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>${items.join('')}`,
      files: Object.fromEntries(types.map((_type, index) => [`OPS/${index}.bin`, chapter('<script>steal()</script>')])),
    });
    const id = await folder.addFile('Book.epub', book);
    for (const [index, type] of types.entries()) {
      const { headers } = (await fetchResource(admin, id, `OPS/${index}.bin`)).answer;
      expect([type, headers.get('content-type')]).toEqual([type, 'application/octet-stream']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    }
  });

  it('gives nothing away that is not a resource of the book', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    for (const path of [
      'OPS/missing.xhtml',
      'META-INF/container.xml',
      '..%2F..%2Fetc%2Fpasswd',
      'OPS/text',
      'mimetype',
    ]) {
      const { answer, bytes } = await fetchResource(admin, id, path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(JSON.parse(bytes.toString())).toMatchObject({ error: 'NotFound' });
    }
    const stranger = await fetch(`${server.url}/api/v1/books/${id}/resources/OPS/style.css`);
    expect(stranger.status).toBe(401);
  });

  it('is told apart from books of pages and from unknown ones', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: 'p.jpg', bytes: jpeg.bytes }]));
    const refusals = await Promise.all([
      expectRefusal(admin.call('getBookManifest', { params: { id } })),
      expectRefusal(admin.call('getBookPositions', { params: { id } })),
      expectRefusal(admin.call('getBookManifest', { params: { id: UNKNOWN } })),
      expectRefusal(admin.call('getBookPositions', { params: { id: UNKNOWN } })),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await fetchResource(admin, id, 'p.jpg')).answer.status).toBe(404);
    expect((await fetchResource(admin, UNKNOWN, 'p.jpg')).answer.status).toBe(404);
  });

  it('keeps the place of its reader', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.epub', await writeBook());
    const { positions } = await admin.call('getBookPositions', { params: { id } });
    const [, place] = positions;
    const locator = { href: place?.href ?? '', type: 'application/xhtml+xml', locations: { progression: 0.25 } };
    const body = { currentPage: 2, progressPercentage: 0.4, locator };
    const stored = await admin.call('saveProgress', { params: { id }, body });
    expect(stored).toMatchObject({ currentPage: 2, progressPercentage: 0.4, completed: false, locator });
    expect(await readFile(join(folder.path, 'Book.epub'))).toEqual(await writeBook());
  });
});
