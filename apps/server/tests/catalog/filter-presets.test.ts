import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '01a1fd6f-0000-75f4-9695-181ffb188bdc';
const drama = { genre: { operator: 'is', value: 'Drama' } };

describe.each(databases)('filter presets on %s', (kind) => {
  it('are kept, listed by name, changed in part and forgotten, by their owner alone', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { libraryId } = await newShelf(server);
    const bare = { scope: 'list' as const, target: 'books' as const, condition: { allOf: [drama] } };
    const one = await admin.call('createFilterPreset', { body: { ...bare, name: ' Zebra ', sort: 'title,desc' } });
    expect(one).toMatchObject({ ...bare, name: 'Zebra', query: null, sort: 'title,desc', libraryId: null });
    const two = await admin.call('createFilterPreset', { body: { ...bare, name: 'ant', libraryId, query: 'x' } });
    const series = {
      ...bare,
      target: 'series' as const,
      scope: 'search' as const,
      condition: { status: { operator: 'isNull' } },
    };
    await admin.call('createFilterPreset', { body: { ...series, name: 'Zebra' } });
    const names = async (query: object) =>
      (await admin.call('listFilterPresets', { query })).presets.map(({ name }) => name);
    expect(await names({})).toEqual(['ant', 'Zebra', 'Zebra']);
    expect(await names({ target: 'books' })).toEqual(['ant', 'Zebra']);
    expect(await names({ scope: 'search' })).toEqual(['Zebra']);
    expect(await names({ libraryId })).toEqual(['ant']);
    const changed = await admin.call('updateFilterPreset', { params: two, body: { name: 'Bee', query: null } });
    expect(changed).toMatchObject({ ...bare, id: two.id, name: 'Bee', query: null, libraryId });
    expect(await admin.call('getFilterPreset', { params: two })).toEqual(changed);
    const account = { username: 'other', password: 'the password of another' };
    await admin.call('createUser', { body: account });
    const other = await signIn(server, account);
    expect(await other.call('listFilterPresets', {})).toEqual({ presets: [] });
    const update = { params: one, body: { name: 'mine' } };
    expect(await expectRefusal(other.call('getFilterPreset', { params: one }))).toMatchObject({ status: 404 });
    expect(await expectRefusal(other.call('updateFilterPreset', update))).toMatchObject({ status: 404 });
    expect(await expectRefusal(other.call('deleteFilterPreset', { params: one }))).toMatchObject({ status: 404 });
    await admin.call('deleteFilterPreset', { params: one });
    expect(await expectRefusal(admin.call('deleteFilterPreset', { params: one }))).toMatchObject({ status: 404 });
    expect(await names({})).toEqual(['Bee', 'Zebra']);
  });

  it('are refused when no list would take them, or when their name is used', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const bare = { scope: 'list' as const, target: 'series' as const, condition: drama, name: 'One' };
    const refuse = async (body: object) =>
      expectRefusal(admin.call('createFilterPreset', { body: { ...bare, ...body } }));
    expect(await refuse({ condition: { hasError: { operator: 'is', value: 'maybe' } } })).toMatchObject({
      status: 400,
      details: [{ path: 'condition.hasError.value' }],
    });
    // A field of books only.
    expect(await refuse({ condition: { pageCount: { operator: 'gt', value: 1 } } })).toMatchObject({ status: 400 });
    expect(await refuse({ sort: 'colour' })).toMatchObject({ status: 400 });
    expect(await refuse({ name: '  ' })).toMatchObject({ status: 400 });
    expect(await refuse({ name: 'x'.repeat(101) })).toMatchObject({ status: 400 });
    expect(await refuse({ libraryId: UNKNOWN })).toMatchObject({ status: 404 });
    await admin.call('createFilterPreset', { body: bare });
    expect(await refuse({ name: 'ONE' })).toMatchObject({ status: 409 });
    const two = await admin.call('createFilterPreset', { body: { ...bare, name: 'Two' } });
    const renamed = admin.call('updateFilterPreset', { params: two, body: { name: 'one' } });
    expect(await expectRefusal(renamed)).toMatchObject({ status: 409 });
    const broken = admin.call('updateFilterPreset', { params: two, body: { condition: { year: 1 } } });
    expect(await expectRefusal(broken)).toMatchObject({ status: 400 });
  });
});
