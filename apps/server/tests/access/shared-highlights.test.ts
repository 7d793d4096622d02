import type { Book, CallInput } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { writePdf } from '../../../../fixtures/pdf-writer.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type BookFolder, newBookFolder } from '../_harness/make-books.ts';
import { openShare } from '../_harness/open-share.ts';
import { addLibrary, listAllBooks, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

const LIT = 'The lamp was lit & the guest came late.';
const FILLER = `<p>${'Nothing happened in the harbour that night. '.repeat(120)}</p>`;

/** An EPUB of two documents; the second one has the words in several elements. */
function novel(title: string, words: string): Buffer {
  const item = (id: string) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`;
  return writeEpub({
    metadata: `<dc:title>${title}</dc:title>`,
    manifest: item('c1') + item('c2'),
    spine: '<itemref idref="c1"/><itemref idref="c2"/>',
    files: {
      'OPS/c1.xhtml': chapter(`<h1>${title}</h1><p>Only here: ${words}</p>`),
      'OPS/c2.xhtml': chapter(
        `${FILLER}<p>The <em>lamp</em>\n was lit &amp; the</p><p>guest came late.</p><script>alert("run")</script>`,
      ),
    },
  });
}

describe.each(databases)('shared quotations on %s', (kind) => {
  let server: TestServer;
  let folder: BookFolder;
  let admin: Client;
  let reader: Client;
  let books: Readonly<Record<'shown' | 'hidden' | 'comic' | 'pdf', Book>>;

  beforeAll(async () => {
    server = await startServer(kind);
    folder = newBookFolder();
    admin = await setupAdmin(server);
    await folder.addFile('Shown/Evenings/Evenings.epub', novel('Evenings', 'a lantern'));
    await folder.addComic('Shown/Saga/Saga 1.cbz', { pages: 2 });
    await folder.addFile('Shown/Papers/Papers.pdf', writePdf({ pages: [{ content: '' }] }));
    await folder.addFile('Hidden/Secrets/Secrets.epub', novel('Secrets', 'a treasure'));
    const shown = await addLibrary(admin, folder.at('Shown'), { name: 'Shown', scanImmediately: true });
    await addLibrary(admin, folder.at('Hidden'), { name: 'Hidden', scanImmediately: true });
    await waitForTasks(admin);
    const all = await listAllBooks(admin);
    const named = (format: string, isShown = true) => {
      const found = all.find((one) => one.fileFormat === format && (one.libraryId === shown.id) === isShown);
      if (found === undefined) throw new Error(`Expected a book of ${format}`);
      return found;
    };
    books = { shown: named('epub'), hidden: named('epub', false), comic: named('cbz'), pdf: named('pdf') };
    await admin.call('createUser', { body: { username: 'reader', password: PASSWORD, libraryIds: [shown.id] } });
    reader = await signIn(server, { username: 'reader', password: PASSWORD });
    await allow('anyone');
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const allow = async (value: 'off' | 'anyone') =>
    admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value } });

  type Body = CallInput<'createShare'>['body'];
  interface Quoted {
    readonly text?: string;
    readonly href?: string;
    readonly audience?: 'accounts' | 'anyone';
    readonly as?: Client;
  }

  const toHref = (id: string, path = 'OPS/c2.xhtml') => `/api/v1/books/${id}/resources/${path}`;

  async function quote({ id }: Book, { text = LIT, href = toHref(id), audience = 'anyone', as = reader }: Quoted = {}) {
    const highlight = { text, locator: { href, locations: { progression: 0.9 } } };
    const made = await as.call('createShare', { body: { kind: 'highlight', targetId: id, audience, highlight } });
    return { ...made, token: /^\/shared#([\w-]{43})$/.exec(made.url)?.[1] ?? '' };
  }

  const refuse = async (book: Book, quoted: Quoted) => {
    const { status, message } = await expectRefusal(quote(book, quoted));
    return [status, message];
  };

  it('give the words of the book, its title and its cover, without an account', async () => {
    const sent = ' The lamp was\n\nlit & the guest came late.';
    const { token, id } = await quote(books.shown, { text: sent });
    const { text, get } = await openShare(server, token);
    const words = 'The lamp was lit & the\nguest came late.';
    const item = JSON.parse(text) as { readonly highlight: { readonly position: number } };
    expect(item).toMatchObject({
      kind: 'highlight',
      name: 'Evenings',
      highlight: { text: words },
      books: [{ id: books.shown.id, title: 'Evenings' }],
    });
    expect(Object.keys(item.highlight).toSorted()).toEqual(['position', 'text']);
    const { positions } = await reader.call('getBookPositions', { params: books.shown });
    expect(positions[item.highlight.position - 1]?.href).toBe(toHref(books.shown.id));
    expect(item.highlight.position).toBe(positions.length);
    expect((await get(`/books/${books.shown.id}/cover`)).status).toBe(200);
    const mine = await reader.call('listShares', {});
    expect(mine.shares.find((one) => one.id === id)?.highlight?.text).toBe(words);
  });

  it('open nothing of the book', async () => {
    const { get } = await openShare(server, (await quote(books.shown)).token);
    for (const path of [
      'pages',
      'pages/1',
      'manifest',
      'positions',
      'resources/OPS/c1.xhtml',
      'resources/OPS/c2.xhtml',
    ]) {
      expect([path, (await get(`/books/${books.shown.id}/${path}`)).status]).toEqual([path, 404]);
    }
    for (const id of [books.hidden.id, books.comic.id]) {
      expect((await get(`/books/${id}/cover`)).status).toBe(404);
    }
  });

  it('never carry words that the book does not have there', async () => {
    const strangers = [
      ...['Call this number', 'The lamp was lit & the guest came early.', 'The lamp was & the guest came late.'],
      ...['the lamp was lit', 'alert("run")', 'a lantern', '<p>The lamp', ' \n', '&amp;'],
    ];
    for (const text of strangers) {
      expect([text, ...(await refuse(books.shown, { text }))]).toEqual([text, 400, 'The book does not have this text']);
    }
    expect((await quote(books.shown, { text: 'a lantern', href: toHref(books.shown.id, 'OPS/c1.xhtml') })).name).toBe(
      'Evenings',
    );
  });

  it('take no place outside of the book', async () => {
    const places = [
      ...['../../../etc/passwd', 'file:///etc/passwd', 'javascript:alert(1)', 'OPS/c3.xhtml', '%00', '%E0%A4%A', '/'],
      ...['OPS/book.opf', 'c2.xhtml', 'x'.repeat(4096), `${toHref(books.shown.id)}/`],
    ];
    for (const href of places) expect([href, (await refuse(books.shown, { href }))[0]]).toEqual([href, 400]);
    // Only the path in the archive counts: the words are those of the book that was asked for.
    for (const href of [toHref(books.hidden.id), 'https://example.org/OPS/c2.xhtml?a#b', 'OPS/c2.xhtml']) {
      expect((await quote(books.shown, { href })).highlight?.text).toContain('The lamp');
    }
    const { token } = await quote(books.shown, { href: 'https://example.org/OPS/c2.xhtml' });
    expect((await openShare(server, token)).text).not.toContain('example.org');
  });

  it('are at most a thousand characters long', async () => {
    const long = 'Nothing happened in the harbour that night. '.repeat(30);
    expect((await quote(books.shown, { text: long.slice(0, 1000) })).highlight?.text).toHaveLength(999);
    expect((await refuse(books.shown, { text: long.slice(0, 1001) }))[0]).toBe(400);
    // White space of the book counts too.
    expect((await refuse(books.shown, { text: long.replaceAll(' ', '').slice(0, 1000) }))[0]).toBe(400);
    expect((await refuse(books.shown, { text: '' }))[0]).toBe(400);
  });

  it('are of books of text only, and of no other kind of link', async () => {
    for (const book of [books.comic, books.pdf]) {
      expect(await refuse(book, {})).toEqual([400, 'Only books of text can be quoted']);
    }
    const highlight = { text: LIT, locator: { href: 'OPS/c2.xhtml', locations: { progression: 0 } } };
    const bodies: readonly Body[] = [
      { kind: 'highlight', targetId: books.shown.id },
      { kind: 'book', targetId: books.shown.id, highlight },
      { kind: 'readList', targetId: books.shown.id, highlight },
    ];
    for (const body of bodies) expect((await expectRefusal(reader.call('createShare', { body }))).status).toBe(400);
  });

  it('tell nothing about books that the maker does not see, and need the right to read', async () => {
    const [right, wrong] = [await refuse(books.hidden, {}), await refuse(books.hidden, { text: 'Wrong words' })];
    expect(right).toEqual([404, expect.stringContaining(books.hidden.id)]);
    expect(wrong).toEqual(right);
    const body = { name: 'k', permissions: ['BooksRead' as const, 'ProgressWrite' as const] };
    const { key } = await reader.call('createApiKey', { body });
    expect((await refuse(books.shown, { as: createClient(server, key) }))[0]).toBe(403);
    await allow('off');
    expect((await refuse(books.shown, {}))[0]).toBe(403);
    await allow('anyone');
  });

  it('end when their maker loses sight, ends them, or is gone', async () => {
    const account = { username: 'quoter', password: PASSWORD, libraryIds: [books.shown.libraryId] };
    const user = await admin.call('createUser', { body: account });
    const as = await signIn(server, account);
    const [kept, ended] = [await quote(books.shown, { as }), await quote(books.shown, { as })];
    const [{ get }, gone] = [await openShare(server, kept.token), await openShare(server, ended.token)];
    const statuses = async () => [(await get('')).status, (await get(`/books/${books.shown.id}/cover`)).status];
    expect(await statuses()).toEqual([200, 200]);
    await admin.call('updateUser', { params: user, body: { libraryIds: [books.hidden.libraryId] } });
    expect(await statuses()).toEqual([404, 404]);
    expect((await openShare(server, kept.token)).text).not.toContain('lamp');
    await admin.call('updateUser', { params: user, body: { libraryIds: [books.shown.libraryId] } });
    expect(await statuses()).toEqual([200, 200]);
    await as.call('deleteShare', { params: ended });
    expect((await gone.get('')).status).toBe(404);
    await admin.call('deleteUser', { params: user });
    expect(await statuses()).toEqual([404, 404]);
  });

  it('for accounts need a session, and stay within the tags of the reader', async () => {
    const { token } = await quote(books.hidden, { audience: 'accounts', as: admin });
    const anonymous = await openShare(server, token);
    expect([anonymous.status, anonymous.text.includes('lamp')]).toEqual([401, false]);
    const { status, get } = await openShare(server, token, reader.token);
    expect(status).toBe(200);
    const tag = await admin.call('createSharingTag', { body: { name: 'Hushed' } });
    const { seriesId: id } = books.hidden;
    await admin.call('addSeriesSharingTag', { params: { id }, body: { sharingTagId: tag.id } });
    const users = await admin.call('listUsers', {});
    const user = users.data.find(({ username }) => username === 'reader') ?? { id: '' };
    await admin.call('setUserSharingTag', { params: user, body: { sharingTagId: tag.id, accessMode: 'deny' } });
    expect((await get('')).status).toBe(404);
    expect((await openShare(server, token, reader.token)).text).not.toContain('lamp');
  });
});
