import type { ReadingProfile } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { dropEmptiedSeries } from '#core/catalog/naming/find-home.ts';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';
const account = { username: 'other', password: 'the password of another' };

async function find(client: Client, id: string): Promise<ReadingProfile | undefined> {
  return (await client.call('listReadingProfiles', {})).profiles.find((profile) => profile.id === id);
}

describe.each(databases)('reading profiles on %s', (kind) => {
  it('begin with five starters, which change, are renamed and get their first settings back', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { profiles, choices } = await admin.call('listReadingProfiles', {});
    expect(profiles.map(({ id }) => id)).toEqual(['comic', 'manga', 'webtoon', 'book', 'eink']);
    expect(choices).toEqual([]);
    const manga = await find(admin, 'manga');
    expect(manga).toMatchObject({ name: null, base: 'manga', updatedAt: null, seriesCount: 0 });
    const changed = await admin.call('updateReadingProfile', {
      params: { id: 'manga' },
      body: { name: ' Right to left ', settings: { 'reader.page_fit': 'width', 'reader.page_layout': null } },
    });
    expect(changed).toMatchObject({ id: 'manga', name: 'Right to left' });
    expect(changed.settings).toEqual({ 'reader.reading_direction': 'rtl', 'reader.page_fit': 'width' });
    expect(await find(admin, 'manga')).toEqual(changed);
    await admin.call('deleteReadingProfile', { params: { id: 'manga' } });
    expect(await find(admin, 'manga')).toEqual(manga);
  });

  it('are created, changed in part and deleted, by their owner alone', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const body = { name: 'Tablet', base: 'comic' as const, settings: { 'reader.brightness': 60 } };
    const one = await admin.call('createReadingProfile', { body });
    expect(one).toMatchObject({ ...body, seriesCount: 0 });
    const params = { id: one.id };
    await admin.call('updateReadingProfile', { params, body: { settings: { 'reader.page_turn': 'slide' } } });
    expect((await find(admin, one.id))?.settings).toEqual({ 'reader.brightness': 60, 'reader.page_turn': 'slide' });
    await admin.call('createUser', { body: account });
    const other = await signIn(server, account);
    expect(await find(other, one.id)).toBeUndefined();
    const refused = [
      () => other.call('updateReadingProfile', { params, body: { name: 'mine' } }),
      () => other.call('deleteReadingProfile', { params }),
      () => other.call('chooseReadingProfile', { body: { scope: 'all', profileId: one.id } }),
    ];
    for (const call of refused) expect(await expectRefusal(call())).toMatchObject({ status: 404 });
    await other.call('updateReadingProfile', { params: { id: 'comic' }, body: { name: 'Theirs' } });
    expect(await find(admin, 'comic')).toMatchObject({ name: null });
    await admin.call('deleteReadingProfile', { params });
    expect(await expectRefusal(admin.call('deleteReadingProfile', { params }))).toMatchObject({ status: 404 });
    expect(await find(admin, one.id)).toBeUndefined();
  });

  it('take only options of the readers with valid values, and at most 50 of a user', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const create = async (settings: ReadingProfile['settings'], name = 'One') =>
      admin.call('createReadingProfile', { body: { name, base: 'book', settings } });
    const refuse = async (settings: ReadingProfile['settings']) => expectRefusal(create(settings));
    expect(await refuse({ 'reader.brightness': 10 })).toMatchObject({
      status: 400,
      details: [{ path: 'settings.reader.brightness' }],
    });
    for (const key of ['ui.theme', 'reader.keys', 'reader.nothing', 'custom.mine']) {
      expect(await refuse({ [key]: 'dark' })).toMatchObject({ status: 400, details: [{ path: `settings.${key}` }] });
    }
    expect(await expectRefusal(create({}, '  '))).toMatchObject({ status: 400 });
    expect(await expectRefusal(create({}, 'x'.repeat(61)))).toMatchObject({ status: 400 });
    for (let count = 0; count < 50; count += 1) await create({});
    expect(await refuse({})).toMatchObject({ status: 409 });
  });
});

describe.each(databases)('choices of reading profiles on %s', (kind) => {
  it('are read with a book or series, and forgotten with their profile', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { libraryId, addSeries, addBook } = await newShelf(server);
    const [seriesId, elsewhere] = [await addSeries('One'), await addSeries('Two')];
    const bookId = await addBook(seriesId, 'One 1');
    const { id: profileId } = await admin.call('createReadingProfile', {
      body: { name: 'Mine', base: 'manga', settings: {} },
    });
    const choose = async (body: Parameters<typeof admin.call<'chooseReadingProfile'>>[1]['body']) =>
      admin.call('chooseReadingProfile', { body });
    await choose({ scope: 'all', profileId: 'comic' });
    await choose({ scope: 'format', targetId: 'ebook', profileId: 'book' });
    await choose({ scope: 'library', targetId: libraryId, profileId });
    await choose({ scope: 'series', targetId: elsewhere, profileId });
    const settings = { 'reader.reading_direction': 'rtl' };
    expect(await choose({ scope: 'series', targetId: seriesId, profileId, settings })).toMatchObject({ settings });
    const list = async (query: object) => {
      const { choices } = await admin.call('listReadingProfiles', { query });
      return Object.fromEntries(choices.map((choice) => [choice.scope, choice]));
    };
    const ofBook = await list({ bookId });
    expect(ofBook['series']).toEqual({ scope: 'series', targetId: seriesId, profileId, settings });
    expect(ofBook['library']).toMatchObject({ targetId: libraryId, profileId });
    expect(ofBook).toMatchObject({ format: { profileId: 'book' }, all: { targetId: '', profileId: 'comic' } });
    expect(await list({ seriesId })).toEqual(ofBook);
    expect(await list({})).not.toHaveProperty('series');
    expect(await find(admin, profileId)).toMatchObject({ seriesCount: 2 });
    await choose({ scope: 'all', profileId: null });
    await admin.call('deleteReadingProfile', { params: { id: profileId } });
    const left = await list({ bookId });
    expect(Object.keys(left)).toEqual(['format', 'series']);
    expect(left['series']).toMatchObject({ profileId: null, settings });
    await choose({ scope: 'series', targetId: seriesId, settings: null });
    expect(Object.keys(await list({ bookId }))).toEqual(['format']);
  });

  it('end with their series, are for the account alone, and refuse what the viewer cannot see', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { libraryId, addSeries } = await newShelf(server);
    const seriesId = await addSeries('One');
    const body = { scope: 'series' as const, targetId: seriesId, profileId: 'webtoon' as const };
    await admin.call('chooseReadingProfile', { body });
    await admin.call('createUser', { body: { ...account, libraryIds: [] } });
    const other = await signIn(server, account);
    const refused = [
      () => other.call('listReadingProfiles', { query: { seriesId: UNKNOWN } }),
      () => other.call('listReadingProfiles', { query: { bookId: UNKNOWN } }),
      () => other.call('chooseReadingProfile', { body: { ...body, targetId: UNKNOWN } }),
      () => other.call('chooseReadingProfile', { body: { scope: 'library', targetId: UNKNOWN, profileId: 'comic' } }),
    ];
    for (const call of refused) expect(await expectRefusal(call())).toMatchObject({ status: 404 });
    const wrong = [
      () => admin.call('chooseReadingProfile', { body: { scope: 'format', targetId: 'epub', profileId: 'book' } }),
      () => admin.call('chooseReadingProfile', { body: { scope: 'all', targetId: libraryId, profileId: 'book' } }),
      () => admin.call('chooseReadingProfile', { body: { ...body, settings: { 'reader.strip_width': 1 } } }),
    ];
    for (const call of wrong) expect(await expectRefusal(call())).toMatchObject({ status: 400 });
    expect(await find(admin, 'webtoon')).toMatchObject({ seriesCount: 1 });
    expect(await find(other, 'webtoon')).toMatchObject({ seriesCount: 0 });
    await server.context.db.transaction(async (tx) => {
      await tx.write.deleteFrom('series').where('id', '=', seriesId).execute();
    });
    expect(await find(admin, 'webtoon')).toMatchObject({ seriesCount: 0 });
  });

  it('follow the books of a series to another one', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { libraryId, addSeries, addBook } = await newShelf(server);
    const [from, to] = [await addSeries('From'), await addSeries('To')];
    const bookId = await addBook(from, 'From 1');
    const body = { scope: 'series' as const, targetId: from, profileId: 'webtoon' as const };
    await admin.call('chooseReadingProfile', { body });
    const { db, events } = server.context;
    await db.transaction(async (tx) => {
      await tx.write.updateTable('book').set({ seriesId: to }).where('id', '=', bookId).execute();
      await dropEmptiedSeries(tx, events, libraryId, [from]);
    });
    const { choices } = await admin.call('listReadingProfiles', { query: { bookId } });
    expect(choices).toEqual([{ scope: 'series', targetId: to, profileId: 'webtoon', settings: {} }]);
  });

  it('keep the keys of a user as a preference, within limits', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const set = async (value: Record<string, string | string[]>) =>
      admin.call('updatePreference', { params: { key: 'reader.keys' }, body: { value } });
    expect(await set({ next: ['n', 'Pad:A'], bars: [] })).toMatchObject({ value: { next: ['n', 'Pad:A'], bars: [] } });
    const wrong = [{ next: 'n' }, { next: [''] }, { next: ['x'.repeat(41)] }, { next: 'abcdefghi'.split('') }];
    for (const value of wrong) expect(await expectRefusal(set(value))).toMatchObject({ status: 400 });
  });
});
