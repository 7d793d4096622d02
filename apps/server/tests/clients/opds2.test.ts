import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openScene } from '../_harness/leak-scene.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import {
  conform,
  getFeed,
  linkTo,
  OpdsLink,
  OPDS2_ROOT as ROOT,
  toPath,
  type Publication,
  schemas,
  titles,
  walkFeeds,
} from '../_harness/opds-feeds.ts';
import { openSaga } from '../_harness/saga.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

async function first(client: Client): Promise<{ readonly id: string; readonly publication: Publication }> {
  const { publications = [] } = await getFeed(client, `${ROOT}/books`);
  const [publication] = publications;
  if (publication === undefined) throw new Error('Expected a book');
  const id = toPath(client, linkTo(publication, 'self')).split('/').at(-1) ?? '';
  return { id, publication };
}

describe.each(databases)('OPDS 2.0 on %s', (kind) => {
  it('tells anybody how to sign in, and refuses with the same document', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const stranger = createClient(server);
    const answer = await stranger.fetch(`${ROOT}/auth`);
    const document: unknown = await answer.json();
    conform(schemas?.authentication, document);
    expect(document).toMatchObject({ id: `${server.url}${ROOT}/auth`, title: 'Lectern' });
    expect(answer.headers.get('content-type')).toBe('application/opds-authentication+json');
    const refused = await stranger.fetch(ROOT);
    expect([refused.status, await refused.json()]).toEqual([401, document]);
    expect(refused.headers.get('www-authenticate')).toBe('Basic realm="Lectern"');
  });

  it('walks from the root to every book, and every feed on the way is valid', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { id } = await first(admin);
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 2 } });
    await admin.call('addWantToRead', { body: { bookId: id } });
    const feeds = [...(await walkFeeds(admin)).values()];
    const named = (title: string) => {
      const feed = feeds.find(({ metadata }) => metadata.title === title);
      if (feed === undefined) throw new Error(`Expected a feed "${title}"`);
      return feed;
    };
    const all = ['Saga 1', 'Saga 2', 'Saga 3'];
    expect(titles(named('All books'))).toEqual(all);
    expect(titles(named('Saga & Co'))).toEqual(all);
    expect(named('Comics').navigation?.map(({ title }) => title)).toEqual(['Saga & Co']);
    expect(named('Home').groups?.map(({ metadata }) => metadata.title)).toEqual([
      'Continue reading',
      'Want to read',
      'Recently added',
      'New series',
    ]);
    expect(named('Collections').groups).toEqual([]);
  });

  it('says of a publication what is known of it, and how far it is read', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { id } = await first(admin);
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 3 } });
    const { publication } = await first(admin);
    conform(schemas?.publication, publication);
    expect(publication.metadata).toMatchObject({
      '@type': 'http://schema.org/ComicIssue',
      title: 'Saga 1',
      identifier: `urn:uuid:${id}`,
      language: 'en-US',
      numberOfPages: 4,
      published: '2020-03-01T00:00:00Z',
      description: 'What happens & why',
      author: [{ name: 'Ann <Writer>' }],
      penciler: [{ name: 'Bob' }],
      publisher: [{ name: 'House "One"' }],
      subject: [{ name: 'Drama' }],
      belongsTo: { series: { name: 'Saga & Co', position: 1 } },
      readingProgress: { currentPage: 3, totalPages: 4, isCompleted: false, progressPercent: 75 },
    });
    const file = linkTo(publication, 'http://opds-spec.org/acquisition');
    expect(file.href).toMatch(/\/Saga%201\.cbz$/);
    expect((await (await admin.fetch(toPath(admin, file))).arrayBuffer()).byteLength).toBe(file['size']);
    for (const image of publication.images) {
      const answer = await admin.fetch(toPath(admin, image));
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
    const alone: unknown = await (await admin.fetch(toPath(admin, linkTo(publication, 'self')))).json();
    expect(alone).toEqual(publication);
  });

  it('gives manifests that open: pages of a comic, chapters of an EPUB', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using folder = newBookFolder();
    await folder.addComic('Comics/Comic.cbz', { pages: 3 });
    const text = writeEpub({
      metadata: '<dc:title>Text</dc:title><dc:language>en</dc:language>',
      manifest: '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>',
      spine: '<itemref idref="c1"/>',
      files: { 'OPS/c1.xhtml': chapter(`<p>${'Words '.repeat(900)}</p>`) },
    });
    await folder.addFile('Texts/Text.epub', text);
    const library = await addLibrary(admin, folder.path);
    await scan(admin, library.id);
    await waitForTasks(admin);
    const { publications = [] } = await getFeed(admin, `${ROOT}/books`);
    const types: string[] = [];
    for (const publication of publications) {
      const link = linkTo(publication, 'alternate');
      const answer = await admin.fetch(toPath(admin, link));
      expect(answer.headers.get('content-type')).toBe(link.type);
      const manifest: unknown = await answer.json();
      conform(schemas?.manifest, manifest);
      const { links, readingOrder } = z
        .looseObject({ links: z.array(OpdsLink), readingOrder: z.array(OpdsLink) })
        .parse(manifest);
      expect(linkTo({ links }, 'self').href).toBe(link.href);
      for (const part of readingOrder) {
        const found = await admin.fetch(toPath(admin, part));
        expect([found.status, found.headers.get('content-type')?.split(';')[0]]).toEqual([200, part.type]);
      }
      types.push(`${link.type} ${readingOrder.length}`);
    }
    expect(types).toEqual(['application/divina+json 3', 'application/webpub+json 1']);
  });

  it('exchanges places with readers, whole and unchanged, and never goes back to an earlier one', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const { id, publication } = await first(admin);
    const path = toPath(admin, linkTo(publication, 'http://www.cantook.com/api/progression'));
    expect((await admin.fetch(path)).status).toBe(204);
    await admin.call('saveProgress', { params: { id }, body: { currentPage: 2 } });
    const made: unknown = await (await admin.fetch(path)).json();
    expect(made).toMatchObject({
      locator: { href: `${server.url}${ROOT}/books/${id}/pages/2`, locations: { position: 2, totalProgression: 0.5 } },
    });
    const put = async (modified: string, position: number) => {
      const locator = {
        href: 'page-3',
        type: 'image/jpeg',
        locations: { position, fragments: ['x=1'] },
        odd: { a: 1 },
      };
      const body = JSON.stringify({ modified, device: { id: 'tablet', name: 'My tablet' }, locator });
      const headers = { 'content-type': 'application/vnd.readium.progression+json' };
      return { answer: await admin.fetch(path, { method: 'PUT', body, headers }), locator };
    };
    const { answer, locator } = await put(new Date(Date.now() + 60_000).toISOString(), 3);
    expect(answer.status).toBe(204);
    const stored = await admin.fetch(path);
    expect(stored.headers.get('content-type')).toBe('application/vnd.readium.progression+json');
    expect(await stored.json()).toMatchObject({ device: { id: 'tablet', name: 'My tablet' }, locator });
    expect(await admin.call('getProgress', { params: { id } })).toMatchObject({ currentPage: 3 });
    const late = await put('2020-01-01T00:00:00+01:00', 1);
    expect(late.answer.status).toBe(409);
    const broken = await admin.fetch(path, {
      method: 'PUT',
      body: '{"locator":{}}',
      headers: { 'content-type': 'application/json' },
    });
    expect(broken.status).toBe(400);
    expect(await admin.call('getProgress', { params: { id } })).toMatchObject({ currentPage: 3 });
  });

  it('finds series and books in groups, and nothing for nothing', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    using _folder = await openSaga(admin);
    const root = await getFeed(admin, ROOT);
    const search = linkTo(root, 'search');
    const find = async (words: string) =>
      getFeed(admin, toPath(admin, { href: search.href.replace('{?query}', `?query=${encodeURIComponent(words)}`) }));
    const { groups = [] } = await find('saga');
    expect(groups.map(({ navigation, publications }) => [navigation?.length, publications?.length])).toEqual([
      [1, undefined],
      [undefined, 3],
    ]);
    for (const group of groups) await getFeed(admin, toPath(admin, linkTo(group, 'self')));
    expect((await find('')).groups).toEqual([]);
    const nothing = await find('nothing like it');
    expect(nothing.groups).toEqual([]);
    // Not the beginning of time, which some readers show as a date.
    expect(Math.abs(Date.parse(String(nothing.metadata['modified'])) - Date.now())).toBeLessThan(3_600_000);
  });

  it('refuses what no database could look for, and passes over what means nothing', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const long = 'x'.repeat(5_000);
    const status = async (path: string) => (await admin.fetch(path)).status;
    for (const root of ['/opds/v1.2', ROOT]) {
      const asked = ['books-search?q=%00', 'authors/%00', 'genres/a%00b', 'series/none', `tags/${long}`];
      for (const path of asked) expect([path, await status(`${root}/${path}`)]).toEqual([path, 400]);
      const passed = [
        `books?sort=${long}`,
        'books?page=-1&page=2',
        'books-search?q=%25_%22%27',
        'authors/%F0%9F%93%96',
      ];
      for (const path of passed) expect([path, await status(`${root}/${path}`)]).toEqual([path, 200]);
    }
  });

  it('has facets of which one is chosen, and pages that know their neighbours', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Series');
    const ids: string[] = [];
    for (let number = 1; number <= 5; number += 1) ids.push(await shelf.addBook(series, `Book ${number}`));
    const page = await getFeed(admin, `${ROOT}/books?pageSize=2&page=2`);
    expect([titles(page), page.metadata.numberOfItems]).toEqual([['Book 3', 'Book 4'], 5]);
    expect(titles(await getFeed(admin, toPath(admin, linkTo(page, 'next'))))).toEqual(['Book 5']);
    expect(page.facets?.map(({ links }) => links.filter(({ rel }) => rel === 'self').length)).toEqual([1, 1, 1]);
    const read = page.facets?.[1]?.links.find(({ title }) => title === 'Read');
    expect(titles(await getFeed(admin, toPath(admin, read ?? { href: '' })))).toEqual([]);
    expect(titles(await getFeed(admin, `${ROOT}/books?page=99&pageSize=2`))).toEqual([]);
    // A library has lists of its own.
    const other = await newShelf(server, { name: 'Other' });
    const begun = await other.addBook(await other.addSeries('Elsewhere'), 'Other book');
    await admin.call('markBookRead', { params: { id: ids[0] ?? '' } });
    await admin.call('saveProgress', { params: { id: begun }, body: { currentPage: 2 } });
    const library = await getFeed(admin, `${ROOT}/libraries/${shelf.libraryId}`);
    const lists = library.facets?.find(({ metadata }) => metadata.title === 'Lists')?.links ?? [];
    const found = new Map<string | undefined, readonly string[]>();
    for (const list of lists) {
      const { navigation = [], ...feed } = await getFeed(admin, toPath(admin, list));
      found.set(list.title, [...navigation.map(({ title }) => title ?? ''), ...titles(feed)]);
    }
    expect([...found]).toEqual([
      ['Shelf', ['Series']],
      ['Continue reading', []],
      ['On deck', ['Book 2']],
      ['Recently added', ['Book 5', 'Book 4', 'Book 3', 'Book 2', 'Book 1']],
      ['New series', ['Series']],
    ]);
    expect(titles(await getFeed(admin, `${ROOT}/libraries/${other.libraryId}/keep-reading`))).toEqual(['Other book']);
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
    const texts = async () => [...(await walkFeeds(guest)).values()].map((feed) => JSON.stringify(feed));
    expect((await texts()).some((text) => text.includes('Zqxhidden'))).toBe(true);
    await admin.call('updateUser', { params: user, body: { libraryIds: [open.libraryId] } });
    expect((await texts()).filter((text) => text.includes('Zqxhidden'))).toEqual([]);
    for (const tail of ['', '/manifest', '/pages/1', '/cover', '/thumbnail', '/progression', '/file/x.cbz']) {
      expect([tail, (await guest.fetch(`${ROOT}/books/${hidden.bookId}${tail}`)).status]).toEqual([tail, 404]);
    }
    expect((await guest.fetch(`${ROOT}/series/${hidden.seriesId}`)).status).toBe(404);
  });
});
