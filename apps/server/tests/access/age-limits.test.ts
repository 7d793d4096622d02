import type { AgeLimit } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const CHILD: AgeLimit = { maxAge: 12, showsUnrated: false };

/** Four series of two books each: for children, for teenagers, for adults, and without a rating. */
async function openShelf(server: TestServer) {
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server);
  const series: Record<string, string> = {};
  for (const [title, ageRating] of [
    ['Adult', 18],
    ['Child', 6],
    ['Plain', null],
    ['Teen', 12],
  ] as const) {
    const id = await shelf.addSeries(title, { ageRating });
    series[title] = id;
    for (const number of [1, 2]) await shelf.addBook(id, `${title} ${String(number)}`);
  }
  const add = async (username: string, more: object = {}) => {
    const account = { username, password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, ...more } });
    return { id, client: await signIn(server, account) };
  };
  const limit = async (id: string, ageLimit: AgeLimit | null) =>
    admin.call('updateUser', { params: { id }, body: { ageLimit } });
  return { admin, shelf, add, limit, findId: (title: string) => series[title] ?? '' };
}

async function listTitles(client: Client): Promise<string[]> {
  const { data, total } = await client.call('listSeries', { query: { sort: 'name' } });
  const { total: books } = await client.call('listBooks', {});
  expect([total, books]).toEqual([data.length, data.length * 2]);
  return data.map(({ title }) => title);
}

describe.each(databases)('age limits on %s', (kind) => {
  it('hide series with a higher rating, and those without one unless they are to show', async () => {
    await using server = await startServer(kind);
    const { add, limit, admin, findId } = await openShelf(server);
    const { id, client } = await add('reader');
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain', 'Teen']);
    expect(await limit(id, CHILD)).toMatchObject({ ageLimit: CHILD });
    expect(await listTitles(client)).toEqual(['Child', 'Teen']);
    for (const title of ['Adult', 'Plain']) {
      const refusal = await expectRefusal(client.call('getSeries', { params: { id: findId(title) } }));
      expect(refusal.status).toBe(404);
    }
    await limit(id, { maxAge: 11, showsUnrated: true });
    expect(await listTitles(client)).toEqual(['Child', 'Plain']);
    expect((await client.call('getProfile', {})).ageLimit).toEqual({ maxAge: 11, showsUnrated: true });
    // A rating that an editor changes counts from the next request on.
    await admin.call('updateSeriesMetadata', { params: { id: findId('Plain') }, body: { ageRating: 16 } });
    expect(await listTitles(client)).toEqual(['Child']);
    await limit(id, null);
    expect(await listTitles(client)).toEqual(['Adult', 'Child', 'Plain', 'Teen']);
    for (const ageLimit of [{ maxAge: -1, showsUnrated: true }, { maxAge: 1.5, showsUnrated: true }, { maxAge: 3 }]) {
      const refusal = admin.call('updateUser', { params: { id }, body: { ageLimit: ageLimit as AgeLimit } });
      expect((await expectRefusal(refusal)).status).toBe(400);
    }
  });

  it('bind administrators and keys too', async () => {
    await using server = await startServer(kind);
    const { admin, limit, add } = await openShelf(server);
    const { id } = await admin.call('getCurrentUser', {});
    await limit(id, CHILD);
    expect(await listTitles(admin)).toEqual(['Child', 'Teen']);
    await limit(id, null);
    expect(await listTitles(admin)).toHaveLength(4);
    const reader = await add('reader');
    const { key } = await reader.client.call('createApiKey', { body: { name: 'App' } });
    const byKey = createClient(server, key);
    expect(await listTitles(byKey)).toHaveLength(4);
    await limit(reader.id, CHILD);
    expect(await listTitles(byKey)).toEqual(['Child', 'Teen']);
  });

  it('are passed on by limited managers, who cannot lift them', async () => {
    await using server = await startServer(kind);
    const { add } = await openShelf(server);
    const manager = await add('manager', { permissions: ['UsersRead', 'UsersWrite'], ageLimit: CHILD });
    const made = await manager.client.call('createUser', { body: { username: 'friend', password: PASSWORD } });
    expect(made.ageLimit).toEqual(CHILD);
    expect(await listTitles(await signIn(server, { username: 'friend', password: PASSWORD }))).toEqual([
      'Child',
      'Teen',
    ]);
    const tries: readonly (AgeLimit | null)[] = [
      null,
      { maxAge: 13, showsUnrated: false },
      { maxAge: 12, showsUnrated: true },
    ];
    for (const ageLimit of tries) {
      for (const id of [made.id, manager.id]) {
        const change = manager.client.call('updateUser', { params: { id }, body: { ageLimit } });
        expect([ageLimit, (await expectRefusal(change)).status]).toEqual([ageLimit, 403]);
      }
      const body = { username: 'other', password: PASSWORD, ageLimit };
      expect((await expectRefusal(manager.client.call('createUser', { body }))).status).toBe(403);
    }
    const stricter = { maxAge: 6, showsUnrated: false };
    const changed = await manager.client.call('updateUser', { params: made, body: { ageLimit: stricter } });
    expect(changed.ageLimit).toEqual(stricter);
    // An account that sees more is out of reach.
    const grown = await add('grown');
    const link = manager.client.call('createResetLink', { params: grown });
    expect((await expectRefusal(link)).status).toBe(403);
  });

  it('go along when books get another series, so that nothing shows for a moment', async () => {
    await using server = await startServer(kind);
    const { shelf, add, limit, admin, findId } = await openShelf(server);
    const { id, client } = await add('reader');
    await limit(id, { maxAge: 12, showsUnrated: true });
    await admin.call('updateSeriesMetadata', { params: { id: findId('Adult') }, body: { ageRating: 17 } });
    const renamed = await shelf.addSeries('Adult again');
    for (const title of ['Adult 1', 'Adult 2']) {
      await server.context.db.transaction(async (tx) =>
        tx.write.updateTable('book').set({ seriesId: renamed }).where('title', '=', title).execute(),
      );
    }
    expect(await listTitles(client)).toEqual(['Child', 'Plain', 'Teen']);
    const metadata = await admin.call('getSeriesMetadata', { params: { id: renamed } });
    expect(metadata.ageRating).toBe(17);
  });

  it('keep back files that were made of what may be hidden by now', async () => {
    await using server = await startServer(kind);
    const { shelf, add, limit, findId } = await openShelf(server);
    const { id, client } = await add('reader');
    const exported = async () => {
      const made = await client.call('createExport', {
        body: { format: 'csv', libraryIds: [shelf.libraryId], fields: ['title'] },
      });
      await server.idle();
      return made.id;
    };
    const download = async (file: string) => client.fetch(`/api/v1/user/exports/series/${file}/download`);
    const whole = await exported();
    expect(await (await download(whole)).text()).toContain('Adult');
    await limit(id, { maxAge: 12, showsUnrated: true });
    expect((await download(whole)).status).toBe(404);
    const limited = await exported();
    const text = await (await download(limited)).text();
    expect([text.includes('Adult'), text.includes('Plain')]).toEqual([false, true]);
    // The series is for adults by now. A scan noticed it.
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('series').set({ ageRating: 18 }).where('id', '=', findId('Plain')).execute(),
    );
    expect((await download(limited)).status).toBe(404);
  });

  it('tell streams of what comes and goes, and of nothing that is hidden', async () => {
    await using server = await startServer(kind);
    const { admin, add, limit, findId } = await openShelf(server);
    const { id, client } = await add('reader');
    await limit(id, { maxAge: 12, showsUnrated: true });
    const stream = await openEventStream(client, '/api/v1/events/stream');
    const rate = async (title: string, ageRating: number) =>
      admin.call('updateSeriesMetadata', { params: { id: findId(title) }, body: { ageRating } });
    await rate('Adult', 17);
    await rate('Plain', 18);
    await admin.call('patchSeries', { params: { id: findId('Plain') }, body: { title: 'Hidden' } });
    await rate('Plain', 3);
    await admin.call('patchSeries', { params: { id: findId('Child') }, body: { title: 'Last' } });
    const text = await stream.until(findId('Child'));
    await stream.close();
    const told = [...text.matchAll(/^event: (series_\w+)\n(?:id: .+\n)?data: (.+)$/gm)].map(([, name, json]) => {
      const { series_id: seriesId } = JSON.parse(json ?? '{}') as { series_id: string };
      return `${name ?? ''} ${['Adult', 'Child', 'Plain'].find((title) => findId(title) === seriesId) ?? seriesId}`;
    });
    expect(told).toEqual(['series_deleted Plain', 'series_created Plain', 'series_updated Child']);
  });
});
