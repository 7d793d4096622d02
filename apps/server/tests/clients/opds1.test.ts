import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { type AtomEntry, type AtomFeed, checkXml, getAtom, linkTo, toPath, walkAtom } from '../_harness/atom-feeds.ts';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openScene } from '../_harness/leak-scene.ts';
import { openSaga } from '../_harness/saga.ts';
import { newShelf } from '../_harness/shelf.ts';
import { shareServer } from '../_harness/share-server.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const ROOT = '/opds/v1.2';
const FACET = 'http://opds-spec.org/facet';
const STREAM = 'http://vaemendis.net/opds-pse/stream';
const ACQUISITION = 'http://opds-spec.org/acquisition';

function titles({ entries }: AtomFeed): string[] {
  return entries.map(({ title }) => title);
}

function findEntry(feed: AtomFeed, title: string): AtomEntry {
  const entry = feed.entries.find((candidate) => candidate.title === title);
  if (entry === undefined) throw new Error(`Expected an entry "${title}", found ${titles(feed).join(', ')}`);
  return entry;
}

async function basic(server: TestServer, text: string, path: string, headers = {}): Promise<Response> {
  const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
  return fetch(server.url + path, { headers: { ...headers, authorization } });
}

/** Waits for what is stored only once a reader rests. */
async function fetchProgressPage(client: Client, bookId: string): Promise<number | undefined> {
  return (await client.call('getProgress', { params: { id: bookId } }))?.currentPage;
}

describe.each(databases)('the documents of OPDS 1.2 on %s', (kind) => {
  const shared = shareServer(kind, openSaga);

  it('begins at each of its addresses, the same below both roots, and asks strangers to sign in', async () => {
    const { server, admin } = shared();
    const starts = ['/opds', '/opds/', '/opds/v1.2', '/opds/v1.2/', '/opds/v1.2/catalog', '/opds/v1/catalog'];
    for (const path of starts) {
      for (const mount of ['', '/api/v1']) {
        const feed = await getAtom(admin, mount + path);
        expect(titles(feed).slice(0, 2)).toEqual(['Continue reading', 'On deck']);
        expect(linkTo(feed, 'self')['href']).toBe(`${server.url}${mount}${ROOT}/catalog`);
      }
      const refused = await createClient(server).fetch(path);
      expect(refused.status).toBe(401);
      expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Lectern"');
      expect(refused.headers.get('content-type')).toBe('application/opds-authentication+json');
      expect(refused.headers.get('link')).toContain(`<${server.url}/opds/v2/auth>`);
      expect(await refused.json()).toMatchObject({ authentication: [{ type: 'http://opds-spec.org/auth/basic' }] });
    }
    const ofPage = await createClient(server).fetch('/opds', { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    expect(ofPage.headers.get('www-authenticate')).toBeNull();
  });

  it('lets in names with passwords and any name with a key, and asks the key for what it may', async () => {
    const { server, admin } = shared();
    const { key } = await admin.call('createApiKey', { body: { name: 'Reader', permissions: ['LibrariesRead'] } });
    for (const login of ['admin:correct horse battery', `api:${key}`, `whoever:${key}`]) {
      expect((await basic(server, login, '/opds/v1.2/libraries')).status).toBe(200);
    }
    expect((await basic(server, 'admin:wrong', '/opds')).status).toBe(401);
    expect((await basic(server, `api:${key}`, '/opds/v1.2/books')).status).toBe(403);
    const root = await (await basic(server, `api:${key}`, '/opds')).text();
    expect(root).toContain('Libraries');
    expect(root).not.toContain('All books');
  });

  it('never minds what a reader says it takes, and answers HEAD as GET', async () => {
    const { admin } = shared();
    const headers = { accept: 'application/opds+json' };
    const answer = await admin.fetch('/opds/v1.2/books', { headers });
    expect(answer.headers.get('content-type')).toBe(
      'application/atom+xml;profile=opds-catalog;kind=acquisition;charset=utf-8',
    );
    const head = await admin.fetch('/opds/v1.2/books', { headers, method: 'HEAD' });
    expect(await head.text()).toBe('');
    for (const name of ['content-type', 'etag', 'cache-control']) {
      expect(head.headers.get(name)).toBe(answer.headers.get(name));
    }
    const again = await admin.fetch('/opds/v1.2/books', {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('says of a book what is known of it, and how to have it', async () => {
    const { admin } = shared();
    const { data: books } = await admin.call('listBooks', {});
    const [first] = books;
    const id = first?.id ?? '';
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 3 } });
    const entry = findEntry(await getAtom(admin, `${ROOT}/series/${first?.seriesId ?? ''}`), 'Saga 1');
    for (const part of [
      `<id>urn:uuid:${id}</id>`,
      '<author><name>Ann &lt;Writer&gt;</name></author><author><name>Bob</name></author>',
      '<summary>What happens &amp; why</summary>',
      '<dc:issued>2020-03</dc:issued>',
      '<dc:language>en-US</dc:language>',
      '<dc:publisher>House &quot;One&quot;</dc:publisher>',
      '<category term="Drama" label="Drama"/>',
    ]) {
      expect(entry.text).toContain(part);
    }
    const file = linkTo(entry, ACQUISITION);
    expect(file).toMatchObject({ type: 'application/vnd.comicbook+zip', length: String(first?.fileSize) });
    expect(file['href']).toMatch(/\/Saga%201\.cbz$/);
    const download = await admin.fetch(toPath(admin, file), { headers: { range: 'bytes=0-3' } });
    expect([download.status, await download.text()]).toEqual([206, 'PK\u0003\u0004']);
    expect(download.headers.get('content-disposition')).toContain('filename="Saga 1.cbz"');
    for (const rel of ['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail']) {
      const picture = await admin.fetch(toPath(admin, linkTo(entry, rel)));
      const { format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect([picture.headers.get('content-type'), format]).toEqual(['image/jpeg', 'jpeg']);
      expect(picture.headers.get('cache-control')).toContain('immutable');
    }
    const stream = linkTo(entry, STREAM);
    expect(stream).toMatchObject({ type: 'image/jpeg', 'pse:count': '4', 'pse:lastRead': '3' });
    expect(Date.parse(stream['pse:lastReadDate'] ?? '')).toBeGreaterThan(0);
    const alone = await (await admin.fetch(toPath(admin, linkTo(entry, 'alternate')))).text();
    await checkXml([alone]);
  });

  it('streams pages counted from 0 as JPEG, smaller where asked and never larger', async () => {
    const { admin } = shared();
    const feed = await getAtom(admin, `${ROOT}/books`);
    const [entry] = feed.entries;
    const template = entry === undefined ? '' : toPath(admin, linkTo(entry, STREAM));
    const page = async (number: number, width: string) => {
      const path = template.replace('{pageNumber}', String(number)).replace('{maxWidth}', width);
      const answer = await admin.fetch(path);
      return { status: answer.status, type: answer.headers.get('content-type'), bytes: await answer.arrayBuffer() };
    };
    const measureWidth = async (bytes: ArrayBuffer) => (await sharp(Buffer.from(bytes)).metadata()).width;
    const whole = await page(0, '{maxWidth}');
    expect([whole.status, whole.type]).toEqual([200, 'image/jpeg']);
    const width = await measureWidth(whole.bytes);
    expect(await measureWidth((await page(3, '20')).bytes)).toBe(20);
    expect(await measureWidth((await page(3, '9999')).bytes)).toBe(width);
    expect((await page(4, '20')).status).toBe(404);
    expect((await page(-1, '20')).status).toBe(400);
  });

  it('is searched by a document, by a template, and with nothing to look for', async () => {
    const { admin } = shared();
    const root = await getAtom(admin, '/opds');
    const description = await (await admin.fetch(toPath(admin, linkTo(root, 'search')))).text();
    await checkXml([description], 'search');
    const template = /template="([^"]*)"/.exec(description)?.[1] ?? '';
    const search = async (words: string) =>
      getAtom(admin, toPath(admin, { href: template.replace('{searchTerms}', encodeURIComponent(words)) }));
    expect(titles(await search('saga 2'))).toContain('Saga 2');
    expect(titles(await search(''))).toEqual([]);
    expect(titles(await search('nothing like it'))).toEqual([]);
    expect(root.links.filter(({ rel, type }) => rel === 'search' && type === 'application/atom+xml')).toHaveLength(1);
  });
});

describe.each(databases)('OPDS 1.2 on %s', (kind) => {
  it('walks from the root to every book, and every document on the way is valid', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { data: books } = await admin.call('listBooks', {});
    const [first] = books;
    await admin.call('addWantToRead', { body: { bookId: first?.id } });
    await admin.call('createReadList', { body: { name: 'Order', bookIds: books.map(({ id }) => id).toReversed() } });
    await admin.call('createCollection', { body: { name: 'Heap', seriesIds: [first?.seriesId ?? ''] } });
    await admin.call('saveProgress', { params: { id: first?.id ?? '' }, body: { currentPage: 2 } });
    // Names are indexed after the books are there.
    await expect.poll(async () => titles(await getAtom(admin, `${ROOT}/authors`))).toHaveLength(2);
    const feeds = await walkAtom(admin, '/opds');
    const byTitle = (title: string) => {
      const feed = [...feeds.values()].find((candidate) => candidate.title === title);
      if (feed === undefined) throw new Error(`Expected a feed "${title}"`);
      return titles(feed);
    };
    const all = ['Saga 1', 'Saga 2', 'Saga 3'];
    expect(byTitle('All books')).toEqual(all);
    expect(byTitle('Comics')).toEqual(['Saga & Co']);
    expect(byTitle('Saga & Co')).toEqual(all);
    expect(byTitle('Order')).toEqual(all.toReversed());
    expect(byTitle('Heap')).toEqual(['Saga & Co']);
    expect(byTitle('Continue reading')).toEqual(['Saga 1']);
    expect(byTitle('Want to read')).toEqual(['Saga 1']);
    expect(byTitle('Authors')).toEqual(['Ann <Writer>', 'Bob']);
    expect(byTitle('Ann <Writer>')).toEqual(all);
    expect(byTitle('House "One"')).toEqual(all);
    expect(byTitle('Drama')).toEqual(['Saga & Co']);
  });

  it('takes pages that are fetched for read once the reader rests, forward only, and never for the whole book', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { data: books } = await admin.call('listBooks', {});
    const [id = '', other = ''] = books.map((book) => book.id);
    const fetchPage = async (bookId: string, page: number) =>
      (await admin.fetch(`${ROOT}/books/${bookId}/stream/${page}`)).arrayBuffer();
    await fetchPage(id, 1);
    await expect.poll(async () => fetchProgressPage(admin, id)).toBe(2);
    await fetchPage(id, 0);
    await fetchPage(other, 3);
    await expect.poll(async () => fetchProgressPage(admin, other)).toBe(4);
    expect(await fetchProgressPage(admin, id)).toBe(2);
    const { completed } = (await admin.call('getProgress', { params: { id: other } })) ?? {};
    expect(completed).toBe(false);
    const preferences = { 'reading.record_streamed_pages': false };
    await admin.call('updatePreferences', { body: { preferences } });
    const account = { username: 'guest', password: 'the password of all' };
    const user = await admin.call('createUser', { body: account });
    const guest = await signIn(server, account);
    await fetchPage(id, 3);
    await admin.call('beginAccountView', { params: user });
    await fetchPage(other, 2);
    await admin.call('endAccountView', {});
    // A user else rests later: by then the page before would have been recorded.
    await (await guest.fetch(`${ROOT}/books/${id}/stream/1`)).arrayBuffer();
    await expect.poll(async () => fetchProgressPage(guest, id)).toBe(2);
    expect(await fetchProgressPage(admin, id)).toBe(2);
    expect(await fetchProgressPage(guest, other)).toBeUndefined();
  });

  it('has facets, of which one of each group is chosen, and pages that know their neighbours', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    const ids: string[] = [];
    for (let number = 1; number <= 7; number += 1) ids.push(await shelf.addBook(series, `Book ${number}`));
    for (const [index, languageIso] of ['fr', 'en', 'fr'].entries()) {
      await admin.call('updateBookMetadata', { params: { id: ids[index] ?? '' }, body: { languageIso } });
    }
    await admin.call('markBookRead', { params: { id: ids[3] ?? '' } });
    const feed = await getAtom(admin, `${ROOT}/books?pageSize=3&page=2`);
    expect(titles(feed)).toEqual(['Book 4', 'Book 5', 'Book 6']);
    await checkXml([feed.text]);
    const next = await getAtom(admin, toPath(admin, linkTo(feed, 'next')));
    expect([titles(next), next.links.some(({ rel }) => rel === 'next')]).toEqual([['Book 7'], false]);
    expect(titles(await getAtom(admin, toPath(admin, linkTo(feed, 'previous'))))).toEqual([
      'Book 1',
      'Book 2',
      'Book 3',
    ]);
    const active = feed.links.filter((link) => link['rel'] === FACET && link['opds:activeFacet'] === 'true');
    expect(active.map((link) => [link['opds:facetGroup'], link['title']])).toEqual([
      ['Sort', 'Title'],
      ['Read status', 'All'],
      ['Format', 'All'],
      ['Language', 'All'],
    ]);
    const read = feed.links.find((link) => link['rel'] === FACET && link['title'] === 'Read') ?? {};
    expect(titles(await getAtom(admin, toPath(admin, read)))).toEqual(['Book 4']);
    const spoken = await getAtom(admin, `${ROOT}/books?status=unread`);
    await checkXml([spoken.text]);
    const languages = spoken.links.filter((link) => link['opds:facetGroup'] === 'Language');
    expect(languages.map(({ title }) => title)).toEqual(['All', 'English', 'French']);
    expect(titles(await getAtom(admin, toPath(admin, languages[2] ?? {})))).toEqual(['Book 1', 'Book 3']);
    expect(titles(await getAtom(admin, `${ROOT}/books?language=xx`))).toHaveLength(7);
    const root = await getAtom(admin, ROOT);
    const ways = new Set(root.entries.map(({ links: [first] }) => first?.['rel']));
    expect(ways).toEqual(new Set(['subsection', 'http://opds-spec.org/sort/new']));
    const last = await getAtom(admin, `${ROOT}/books?page=1000&pageSize=3`);
    expect([titles(last), linkTo(last, 'previous')['href']]).toEqual([
      [],
      `${server.url}${ROOT}/books?page=3&pageSize=3`,
    ]);
    expect(titles(await getAtom(admin, `${ROOT}/books?page=x&pageSize=-4&sort=nothing&status=nothing`))).toHaveLength(
      7,
    );
  });

  it('hides what a viewer may not see', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using open = await openScene(admin, 'Open', 20);
    using hidden = await openScene(admin, 'Zqxhidden', 120);
    const account = { username: 'guest', password: 'the password of all' };
    const user = await admin.call('createUser', {
      body: { ...account, libraryIds: [open.libraryId, hidden.libraryId] },
    });
    const guest = await signIn(server, account);
    const mark = /Zqxhidden/;
    const before = await walkAtom(guest, '/opds');
    expect([...before.values()].some(({ text }) => mark.test(text))).toBe(true);
    await admin.call('updateUser', { params: user, body: { libraryIds: [open.libraryId] } });
    const after = await walkAtom(guest, '/opds');
    expect(after.size).toBeGreaterThan(20);
    for (const [path, { text }] of after) expect([path, mark.test(text)]).toEqual([path, false]);
    const gone = [...before.keys()].filter((path) => path.includes(hidden.seriesId) || path.includes(hidden.libraryId));
    expect(gone.length).toBeGreaterThan(1);
    for (const path of [...gone, `${ROOT}/books/${hidden.bookId}/stream/0`, `${ROOT}/books/${hidden.bookId}/cover`]) {
      expect([path, (await guest.fetch(path)).status]).toEqual([path, 404]);
    }
  });
});
