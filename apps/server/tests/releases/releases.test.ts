import type { PushedRelease } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { queryWaits } from '../_harness/waiting-queries.ts';

const PASSWORD = 'a good password';
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

function release(id: string, more: Partial<PushedRelease> = {}): PushedRelease {
  return { externalReleaseId: id, payloadUrl: `https://feeds.example/${id}`, ...more };
}

/** Two libraries with a series each, and a user who sees one of them only. */
async function openLedger(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const admin = await setupAdmin(server);
  const shelf = await newShelf(server, { name: 'Open' });
  const hiddenShelf = await newShelf(server, { name: 'Hidden' });
  const saga = await shelf.addSeries('Saga');
  await shelf.addBook(saga, 'Saga v01', { volume: 1 });
  const secret = await hiddenShelf.addSeries('Secret');
  await hiddenShelf.addBook(secret, 'Secret v01', { volume: 1 });
  const account = { username: 'guest', password: PASSWORD };
  await admin.call('createUser', { body: { ...account, role: 'maintainer', libraryIds: [shelf.libraryId] } });
  const guest = await signIn(server, account);
  const { id: sourceId } = await admin.call('createReleaseSource', {
    body: { displayName: 'Program', kind: 'api-feed', sourceKey: 'program' },
  });
  const push = async (client: Client, ...releases: PushedRelease[]) =>
    (await client.call('pushReleases', { params: { id: sourceId }, body: { releases } })).results;
  const owned = opened.move();
  return {
    ...{ server, admin, guest, shelf, hiddenShelf, saga, secret, sourceId, push },
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

describe.each(databases)('the release ledger on %s', (kind) => {
  it('takes what a program pushes, each on its own and once, and says why it takes one not', async () => {
    await using ledger = await openLedger(kind);
    const { admin, guest, saga, secret, push } = ledger;
    await admin.call('updateSeriesTracking', { params: { id: saga }, body: { tracked: true } });
    const later = new Date(Date.now() + 7_200_000).toISOString();
    const sent = [
      release('1', { seriesId: saga, volumes: [{ start: 3, end: 2 }], chapters: null, language: 'EN' }),
      release('2', { title: 'Saga v01' }),
      release('3', { title: 'Nobody knows v01' }),
      release('4', { seriesId: secret }),
      release('5', { seriesId: NOTHING }),
      release('6', { seriesId: saga, payloadUrl: 'javascript:alert(1)' }),
      release('7', { seriesId: saga, mediaUrl: 'https://feeds.example/7' }),
      release('8', { seriesId: saga, observedAt: later }),
      release('9', { seriesId: saga, confidence: 0.5 }),
      release('10', { seriesId: saga, chapters: [{ start: 5, end: 5 }], volumes: null }),
      release('11', { seriesId: saga, volumes: [{ start: 9, end: 9 }], language: 'fr' }),
    ];
    const results = await push(guest, ...sent);
    expect(results.map(({ status, state }) => [status, state])).toEqual([
      ['recorded', 'announced'],
      ['recorded', 'marked_acquired'],
      ...Array.from({ length: 7 }, () => ['rejected', null]),
      // Only volumes are tracked, since its books tell no chapters; and only English is wanted.
      ['recorded', 'hidden'],
      ['recorded', 'hidden'],
    ]);
    const reasons = results.map(({ reason }) => reason ?? '');
    expect(reasons[3]?.replace(secret, '')).toBe(reasons[4]?.replace(NOTHING, ''));
    expect(reasons[8]).toBe('Confidence 0.5 is below 0.7');
    const again = await push(guest, ...sent);
    expect(again[0]).toEqual({ status: 'known', releaseId: results[0]?.releaseId, state: 'announced', reason: null });
    const { entries, total } = await guest.call('listReleases', {});
    expect([total, entries]).toMatchObject([1, [{ volumes: [{ start: 2, end: 3 }], chapters: null, language: 'en' }]]);
    expect(await guest.call('getSeriesTracking', { params: { id: saga } })).toMatchObject({
      ...{ tracked: true, trackVolumes: true, trackChapters: false },
      ...{ latestKnownVolume: 3, latestKnownChapter: null },
    });
  });

  it('shows, counts and changes for everybody only what they may see', async () => {
    await using ledger = await openLedger(kind);
    const { admin, guest, saga, secret, shelf, push } = ledger;
    const [mine] = await push(admin, release('1', { seriesId: saga, volumes: [{ start: 5, end: 5 }], language: 'en' }));
    const [theirs] = await push(admin, release('2', { seriesId: secret, volumes: [{ start: 5, end: 5 }] }));
    const hidden = { params: { id: theirs?.releaseId ?? '' } };
    expect((await admin.call('listReleases', {})).entries.map(({ seriesTitle }) => seriesTitle)).toEqual([
      'Saga',
      'Secret',
    ]);
    expect((await guest.call('listReleases', { query: { state: 'all' } })).total).toBe(1);
    expect(await guest.call('getReleaseFacets', {})).toEqual({
      languages: [{ language: 'en', count: 1 }],
      libraries: [{ libraryId: shelf.libraryId, libraryName: 'Open', count: 1 }],
      series: [{ seriesId: saga, seriesTitle: 'Saga', libraryId: shelf.libraryId, libraryName: 'Open', count: 1 }],
    });
    // Each facet leaves its own filter out, and only that.
    const facets = await admin.call('getReleaseFacets', { query: { seriesId: secret, language: 'en' } });
    expect([facets.series.length, facets.libraries.length, facets.languages.length]).toEqual([1, 0, 0]);
    const refusals = await Promise.all([
      expectRefusal(guest.call('updateRelease', { ...hidden, body: { state: 'hidden' } })),
      expectRefusal(guest.call('dismissRelease', hidden)),
      expectRefusal(guest.call('acquireRelease', hidden)),
      expectRefusal(guest.call('deleteRelease', hidden)),
      expectRefusal(guest.call('listSeriesReleases', { params: { id: secret } })),
      expectRefusal(guest.call('getSeriesTracking', { params: { id: secret } })),
      expectRefusal(guest.call('listSeriesAliases', { params: { id: secret } })),
      expectRefusal(guest.call('trackManySeries', { body: { seriesIds: [saga, secret] } })),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 404));
    const ids = [mine?.releaseId ?? '', theirs?.releaseId ?? ''];
    expect(await guest.call('changeReleases', { body: { ids, action: 'dismiss' } })).toEqual({
      ...{ affected: 1, action: 'dismiss' },
    });
    expect((await admin.call('listReleases', {})).entries.map(({ id }) => id)).toEqual([theirs?.releaseId]);
    expect((await guest.call('getSeriesTracking', { params: { id: saga } })).tracked).toBe(false);
    // Who may see nothing of it learns no more from pushing it than that it is known.
    const [known] = await push(guest, release('2', { seriesId: saga }));
    expect(known).toEqual({ status: 'known', releaseId: null, state: null, reason: null });
  });

  it('changes states one by one and many at once, in any direction', async () => {
    await using ledger = await openLedger(kind);
    const { admin, saga, push, sourceId } = ledger;
    const numbers = [4, 5, 6];
    await push(
      admin,
      ...numbers.map((number) =>
        release(String(number), { seriesId: saga, volumes: [{ start: number, end: number }] }),
      ),
    );
    const { entries, links } = await admin.call('listReleases', { query: { pageSize: '2', sort: 'series,asc' } });
    expect(entries.map(({ externalReleaseId }) => externalReleaseId)).toEqual(['6', '5']);
    expect(links.next).toContain('sort=series%2Casc');
    const params = { id: entries[0]?.id ?? '' };
    for (const state of ['hidden', 'announced', 'dismissed', 'marked_acquired', 'marked_acquired'] as const) {
      expect((await admin.call('updateRelease', { params, body: { state } })).state).toBe(state);
    }
    expect((await expectRefusal(admin.call('listReleases', { query: { sort: 'size' } }))).message).toMatch(/series/);
    expect((await expectRefusal(admin.call('changeReleases', { body: { action: 'reset' } }))).status).toBe(400);
    const bulk = async (action: 'ignore' | 'reset' | 'mark-acquired' | 'delete', filter: object) =>
      (await admin.call('changeReleases', { body: { filter, action } })).affected;
    expect(await bulk('ignore', {})).toBe(2);
    expect(await bulk('reset', { state: 'all', seriesId: saga })).toBe(3);
    expect(await bulk('mark-acquired', { sourceId })).toBe(3);
    const series = await admin.call('listSeriesReleases', { params: { id: saga } });
    expect(series.entries.map(({ state }) => state)).toEqual(['marked_acquired', 'marked_acquired', 'marked_acquired']);
    expect(await admin.call('purgeReleases', { query: { days: '1' } })).toEqual({ deleted: 0 });
    await ledger.server.context.db.transaction(async (tx) =>
      tx.write.updateTable('releaseEntry').set({ seenAt: 0 }).where('externalReleaseId', '<>', '4').execute(),
    );
    expect(await admin.call('purgeReleases', {})).toEqual({ deleted: 2 });
    expect(await bulk('delete', { state: 'all' })).toBe(1);
  });

  it('marks an entry as acquired when its book arrives, unless a user set its state', async () => {
    await using ledger = await openLedger(kind);
    const { admin, saga, shelf, push } = ledger;
    const pushed = await push(
      admin,
      release('2', { seriesId: saga, volumes: [{ start: 2, end: 2 }] }),
      release('3', { seriesId: saga, volumes: [{ start: 3, end: 3 }] }),
      release('4', { seriesId: saga, volumes: [{ start: 4, end: 4 }] }),
    );
    await admin.call('updateRelease', { params: { id: pushed[1]?.releaseId ?? '' }, body: { state: 'announced' } });
    await shelf.addBook(saga, 'Saga v02', { volume: 2 });
    await shelf.addBook(saga, 'Saga v03', { volume: 3 });
    const { entries } = await admin.call('listReleases', { query: { sort: 'series' } });
    expect(entries.map(({ externalReleaseId }) => externalReleaseId)).toEqual(['4', '3']);
    const stream = await openEventStream(admin, '/api/v1/events/stream');
    await push(admin, release('5', { seriesId: saga, volumes: [{ start: 5, end: 5 }] }));
    expect(await stream.until('release_announced')).toContain(saga);
    await stream.close();
  });

  it('knows series by their aliases, and what is tracked of them', async () => {
    await using ledger = await openLedger(kind);
    const { admin, guest, saga, push } = ledger;
    const of = { params: { id: saga } };
    expect(await guest.call('trackManySeries', { body: { seriesIds: [saga] } })).toEqual({ changed: 1, unchanged: 0 });
    const added = await guest.call('addSeriesAlias', { ...of, body: { alias: ' Die Sage! ' } });
    expect(added).toMatchObject({ alias: 'Die Sage!', normalized: 'die sage', source: 'manual' });
    expect(await guest.call('addSeriesAlias', { ...of, body: { alias: 'die SAGE' } })).toEqual(added);
    expect((await expectRefusal(guest.call('addSeriesAlias', { ...of, body: { alias: '!?' } }))).status).toBe(400);
    const { aliases } = await guest.call('listSeriesAliases', of);
    expect(aliases.map(({ normalized, source }) => [normalized, source])).toEqual([
      ['saga', 'metadata'],
      ['die sage', 'manual'],
    ]);
    const [first] = await push(guest, release('1', { title: '[Band] Die Sage v07' }));
    expect(first?.state).toBe('announced');
    await guest.call('deleteSeriesAlias', { params: { id: saga, aliasId: added.id } });
    expect((await push(guest, release('2', { title: 'Die Sage v08' })))[0]?.status).toBe('rejected');
    await guest.call('updateSeriesTracking', {
      ...of,
      body: { fromVolume: 8, groups: ['Band'], languages: ['de'], volumeChapterMap: { '1': { start: 1, end: 6 } } },
    });
    const states = await push(
      admin,
      release('3', { title: 'Saga v07' }),
      release('4', { title: '[Other] Saga v09' }),
      release('5', { title: '[Band] Saga v09', language: 'de-AT' }),
      release('6', {
        seriesId: saga,
        volumes: [{ start: 8, end: 8 }],
        chapters: [{ start: 2, end: 2 }],
        language: 'de',
      }),
    );
    expect(states.map(({ state }) => state)).toEqual(['hidden', 'hidden', 'announced', 'marked_acquired']);
  });

  it('keeps sources for administrators: with checks, without their secret', async () => {
    await using ledger = await openLedger(kind);
    const { admin, guest, saga, sourceId, push } = ledger;
    expect((await expectRefusal(guest.call('listReleaseSources', {}))).status).toBe(403);
    expect(await guest.call('getApplicability', {})).toEqual({ applicable: true, pluginDisplayNames: ['Feeds'] });
    const url = 'https://feeds.example/rss';
    const base = { displayName: 'Feed', kind: 'rss-uploader', config: { url } } as const;
    const bad = [
      { ...base, config: { url: 'ftp://feeds.example' } },
      { ...base, config: { url: 'https://me:word@feeds.example' } },
      { ...base, config: {} },
      { ...base, config: { url, seriesId: saga } },
      { ...base, kind: 'rss-series' },
      { ...base, kind: 'api-feed' },
      { ...base, cronSchedule: 'often' },
    ] as const;
    for (const body of bad) {
      expect((await expectRefusal(admin.call('createReleaseSource', { body }))).status).toBe(400);
    }
    const taken = { ...base, sourceKey: 'program' };
    expect((await expectRefusal(admin.call('createReleaseSource', { body: taken }))).status).toBe(409);
    const made = await admin.call('createReleaseSource', { body: { ...base, secret: 'word' } });
    expect(made).toMatchObject({ hasSecret: true, effectiveCronSchedule: '0 0 * * *', cronSchedule: null });
    const params = { id: made.id };
    const changed = await admin.call('updateReleaseSource', { params, body: { config: { url, language: 'en' } } });
    expect(changed.hasSecret).toBe(true);
    const moved = { config: { url: 'https://elsewhere.example/rss' } };
    expect((await admin.call('updateReleaseSource', { params, body: moved })).hasSecret).toBe(false);
    expect((await admin.call('listReleaseSources', {})).data.map(({ displayName }) => displayName)).toEqual([
      'Feed',
      'Program',
    ]);
    const [pushed] = await push(admin, release('1', { seriesId: saga }));
    expect(pushed?.status).toBe('recorded');
    expect(await admin.call('resetReleaseSource', { params: { id: sourceId } })).toEqual({ deletedLedgerEntries: 1 });
    await push(admin, release('1', { seriesId: saga }));
    const all = { considered: 2, reset: 2, deletedLedgerEntries: 1, failed: 0 };
    expect(await admin.call('resetAllReleaseSources', {})).toEqual(all);
    expect((await admin.call('listReleases', { query: { state: 'all' } })).total).toBe(0);
    await push(admin, release('1', { seriesId: saga }));
    await admin.call('deleteReleaseSource', { params: { id: sourceId } });
    expect((await admin.call('listReleases', { query: { state: 'all' } })).total).toBe(0);
    expect((await expectRefusal(push(admin, release('1')))).status).toBe(404);
    expect((await expectRefusal(admin.call('getReleaseSource', { params: { id: NOTHING } }))).status).toBe(404);
  });

  it('says of a series that is removed while it gets an alias that it is gone', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const id = await shelf.addSeries('Saga');
    await shelf.addBook(id, 'Saga 1');
    const { db } = server.context;
    const { refused } = await db.transaction(async (tx) => {
      await tx.write.deleteFrom('series').where('id', '=', id).execute();
      const asked = expectRefusal(admin.call('addSeriesAlias', { params: { id }, body: { alias: 'Star saga' } }));
      await queryWaits(db);
      return { refused: asked };
    });
    // On PostgreSQL it was found, and its name waited to hear what becomes of it.
    expect((await refused).status).toBe(kind === 'postgres' ? 409 : 404);
  });
});
