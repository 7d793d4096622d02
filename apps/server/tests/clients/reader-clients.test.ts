import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import {
  ACQUISITION,
  describedSearch,
  type FoliateLink,
  linkBehind,
  opensInFoliate,
  readAtomAsFoliate,
  readEntryAsFoliate,
  templatedSearch,
} from '../_clients/foliate.ts';
import {
  addressBehind,
  readAtomAsThorium,
  readAuthenticationAsThorium,
  readFeedAsThorium,
  type ReaderFeed,
  readManifestAsThorium,
  type ReaderPublication,
  readPublicationAsThorium,
} from '../_clients/thorium.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { openSaga } from '../_harness/saga.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const FACETS = ['Sort', 'Read status', 'Format', 'Language'];
const COVER = 'http://opds-spec.org/image';
const SERIES = ['Saga 1', 'Saga 2', 'Saga 3'];
const ALL = [...SERIES, '1 - Text'];

async function textAt(client: Client, address: string): Promise<string> {
  const answer = await client.fetch(address.slice(client.url.length));
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status} ${text}`);
  return text;
}

/** Reads a catalog from its root along the addresses that `read` finds in each document. */
async function crawl<Document>(
  client: Client,
  start: string,
  read: (text: string) => { readonly document: Document; readonly addresses: readonly string[] },
): Promise<readonly Document[]> {
  const seen = new Map<string, Document>();
  const waiting = [client.url + start];
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    if (seen.has(address)) continue;
    const { document, addresses } = read(await textAt(client, address));
    seen.set(address, document);
    waiting.push(...addresses);
  }
  return [...seen.values()];
}

/** Where Thorium goes from a feed: into folders and groups, and page by page. */
function placesBehind({ Links, Navigation = [], Groups = [] }: ReaderFeed): readonly string[] {
  const inGroups = Groups.flatMap((group) => [...group.Links, ...(group.Navigation ?? [])]);
  const next = Links.filter((link) => link.HasRel('next'));
  return [...Navigation, ...inGroups, ...next].map(({ Href }) => Href);
}

const asReader = (feed: ReaderFeed) => ({ document: feed, addresses: placesBehind(feed) });

function readAtomFeed(text: string): ReaderFeed {
  const { feed } = readAtomAsThorium(text);
  if (feed === undefined) throw new Error('Expected a feed');
  return feed;
}

function readTitle({ Metadata }: ReaderPublication): unknown {
  return Metadata.Title;
}

function listBooks(feeds: readonly ReaderFeed[], title: string): readonly unknown[] {
  const feed = feeds.find(({ Metadata }) => Metadata.Title === title);
  if (feed === undefined) throw new Error(`Expected a feed "${title}"`);
  return (feed.Publications ?? []).map(readTitle);
}

/** What Thorium shows of a book, and needs to fetch it. */
function toCard({ Metadata, Links, Images }: ReaderPublication) {
  const file = Links.find((link) => link.HasRel(ACQUISITION));
  return {
    title: Metadata.Title,
    authors: Metadata.Author.map(({ Name }) => Name),
    publishers: Metadata.Publisher.map(({ Name }) => Name),
    languages: Metadata.Language,
    subjects: Metadata.Subject.map(({ Name }) => Name),
    description: Metadata.Description,
    covers: Images.map(({ TypeLink }) => TypeLink),
    file: [file?.TypeLink, file?.Href.split('/').at(-1)],
  };
}

const CARD = {
  title: 'Saga 1',
  publishers: ['House "One"'],
  languages: ['en-US'],
  subjects: ['Drama'],
  description: 'What happens & why',
  covers: ['image/jpeg', 'image/jpeg'],
  file: ['application/vnd.comicbook+zip', 'Saga%201.cbz'],
};

async function firstBook(client: Client, read: (text: string) => ReaderFeed, path: string): Promise<ReaderPublication> {
  const [book] = read(await textAt(client, client.url + path)).Publications ?? [];
  if (book === undefined) throw new Error('Expected a book');
  return book;
}

function foliatePlaces(links: readonly FoliateLink[]): readonly string[] {
  return links.filter(opensInFoliate).map(({ href }) => href);
}

/** A book of one chapter. */
const TEXT = {
  metadata: '<dc:title>Text</dc:title><dc:language>en</dc:language>',
  manifest: '<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/>',
  spine: '<itemref idref="c1"/>',
  files: { 'OPS/c1.xhtml': chapter('<p>Words</p>') },
};

describe.each(databases)('readers on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  const folders = new DisposableStack();

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    folders.use(await openSaga(admin));
    const texts = folders.use(newBookFolder());
    await texts.addFile('Texts/Text.epub', writeEpub(TEXT));
    const { id } = await addLibrary(admin, texts.path, { name: 'Texts' });
    await scan(admin, id);
    await waitForTasks(admin);
    const { data } = await admin.call('listBooks', {});
    await admin.call('saveProgress', { params: { id: data[0]?.id ?? '' }, body: { currentPage: 2 } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folders.dispose();
  });

  it('Thorium walks both catalogs to every book, and misses nothing', async () => {
    // It says here, and nowhere else, what it misses in a document.
    const complaints = vi.spyOn(console, 'log');
    const atom = await crawl(admin, '/opds', (text) => asReader(readAtomFeed(text)));
    const json = await crawl(admin, '/opds/v2', (text) => asReader(readFeedAsThorium(text)));
    for (const feeds of [atom, json]) {
      expect(listBooks(feeds, 'All books')).toEqual(ALL);
      expect(listBooks(feeds, 'Saga & Co')).toEqual(SERIES);
      expect(listBooks(feeds, 'Continue reading')).toEqual(['Saga 1']);
    }
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });

  it('Thorium has of a book what its shelf shows, its facets, its pages, and how many there are', async () => {
    const people = ['Ann <Writer>', 'Bob'];
    const ofAtom = toCard(await firstBook(admin, readAtomFeed, '/opds/v1.2/books'));
    expect(ofAtom).toEqual({ ...CARD, authors: people });
    const ofJson = toCard(await firstBook(admin, readFeedAsThorium, '/opds/v2/books'));
    expect(ofJson).toEqual({ ...CARD, authors: people.slice(0, 1) });
    for (const [path, read] of [
      ['/opds/v1.2/books?pageSize=2', readAtomFeed],
      ['/opds/v2/books?pageSize=2', readFeedAsThorium],
    ] as const) {
      const feed = read(await textAt(admin, admin.url + path));
      expect(feed.Metadata.NumberOfItems).toBe(4);
      expect(feed.Facets?.map(({ Metadata }) => Metadata.Title)).toEqual(FACETS);
      const next = read(await textAt(admin, addressBehind(feed.Links, 'next')));
      expect(next.Publications?.map(readTitle)).toEqual(['Saga 3', '1 - Text']);
    }
    const book = await firstBook(admin, readAtomFeed, '/opds/v1.2/books');
    const alone = readAtomAsThorium(await textAt(admin, addressBehind(book.Links, 'alternate'))).entry;
    expect(alone === undefined ? undefined : toCard(alone)).toEqual(ofAtom);
    const publication = await firstBook(admin, readFeedAsThorium, '/opds/v2/books');
    const whole = readPublicationAsThorium(await textAt(admin, addressBehind(publication.Links, 'self')));
    expect(toCard(whole)).toEqual(ofJson);
  });

  it('Thorium finds out how to sign in and how to search', async () => {
    const refused = await createClient(server).fetch('/opds/v2');
    const { Title, Id, Authentication } = readAuthenticationAsThorium(await refused.text());
    expect([refused.status, Title, Id]).toEqual([401, 'Lectern', `${server.url}/opds/v2/auth`]);
    expect(Authentication.map(({ Type, Labels }) => [Type, Labels.Login])).toEqual([
      ['http://opds-spec.org/auth/basic', 'User name'],
    ]);
    const root = readAtomFeed(await textAt(admin, `${admin.url}/opds`));
    const template = root.Links.find(
      ({ TypeLink, Rel }) => TypeLink === 'application/atom+xml' && Rel.includes('search'),
    );
    const found = readAtomFeed(await textAt(admin, template?.Href.replace('{searchTerms}', 'saga%202') ?? ''));
    expect(found.Publications?.map(readTitle)).toContain('Saga 2');
    const { Links } = readFeedAsThorium(await textAt(admin, `${admin.url}/opds/v2`));
    const address = addressBehind(Links, 'search').replace('{?query}', '?query=saga%202');
    const { Groups = [] } = readFeedAsThorium(await textAt(admin, address));
    expect(Groups.flatMap(({ Publications = [] }) => Publications.map(readTitle))).toContain('Saga 2');
  });

  it('Thorium opens manifests of comics and of EPUBs', async () => {
    const { Publications = [] } = readFeedAsThorium(await textAt(admin, `${admin.url}/opds/v2/books`));
    const opened: unknown[] = [];
    for (const { Links } of Publications) {
      const address = addressBehind(Links, 'alternate');
      const manifest = readManifestAsThorium(await textAt(admin, address));
      expect(manifest.searchLinkByRel('self')?.Href).toBe(address);
      const parts = manifest.Spine ?? [];
      for (const { Href } of parts) expect((await admin.fetch(Href.slice(admin.url.length))).status).toBe(200);
      opened.push([manifest.Metadata.Title, parts.length, parts[0]?.TypeLink]);
    }
    expect(opened).toEqual([...SERIES.map((title) => [title, 4, 'image/png']), ['Text', 1, 'application/xhtml+xml']]);
  });

  it('foliate walks the Atom catalog to every book', async () => {
    const feeds = await crawl(admin, '/opds', (text) => {
      const feed = readAtomAsFoliate(text);
      const next = feed.links.filter(({ rel }) => [rel].flat().includes('next'));
      return { document: feed, addresses: foliatePlaces([...(feed.navigation ?? []), ...next]) };
    });
    const shelf = feeds.find(({ metadata }) => metadata.title === 'All books');
    expect(shelf?.publications?.map(({ metadata }) => metadata.title)).toEqual(ALL);
    expect(shelf?.facets.map(({ metadata }) => metadata.title)).toEqual(FACETS);
    for (const { links } of shelf?.facets ?? []) {
      expect(links.filter(({ rel }) => [rel].flat().includes('self'))).toHaveLength(1);
      expect(foliatePlaces(links)).toHaveLength(links.length);
    }
  });

  it('foliate shows of a book what is known of it, and searches both catalogs', async () => {
    const { links, publications: [book] = [] } = readAtomAsFoliate(await textAt(admin, `${admin.url}/opds/v1.2/books`));
    expect(book?.metadata).toMatchObject({
      author: [{ name: 'Ann <Writer>' }, { name: 'Bob' }],
      publisher: 'House "One"',
      published: '2020-03',
      language: 'en-US',
      subject: [{ name: 'Drama' }],
    });
    expect(book?.images).toHaveLength(2);
    const entry = readEntryAsFoliate(await textAt(admin, linkBehind(book?.links ?? [], 'alternate').href));
    expect(linkBehind(entry.links, ACQUISITION).href).toMatch(/\/Saga%201\.cbz$/);
    expect(linkBehind(entry.images, COVER).type).toBe('image/jpeg');
    const description = await textAt(admin, linkBehind(links, 'search').href);
    const found = readAtomAsFoliate(await textAt(admin, describedSearch(description, 'saga 2')));
    expect(found.publications?.map(({ metadata }) => metadata.title)).toContain('Saga 2');
    const { Links } = readFeedAsThorium(await textAt(admin, `${admin.url}/opds/v2`));
    const address = await templatedSearch({ href: addressBehind(Links, 'search') }, 'saga 2');
    const { Groups = [] } = readFeedAsThorium(await textAt(admin, address));
    expect(Groups.flatMap(({ Publications = [] }) => Publications.map(readTitle))).toContain('Saga 2');
  });
});
