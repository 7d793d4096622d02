import { describe, expect, it } from 'vitest';
import { setReleaseState } from '#db/repos/releases/releases.repo.ts';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { queryWaits } from '../_harness/waiting-queries.ts';

const GUEST = { username: 'guest', password: 'a long password' };

describe.each(databases)('a release of a name that several series have, on %s', (kind) => {
  it('waits for a choice, and belongs to that series from then on', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [shelf, other] = [await newShelf(server), await newShelf(server, { name: 'Other' })];
    const [comic, novel] = [await shelf.addSeries('Dune'), await other.addSeries('Dune')];
    await shelf.addBook(comic, 'Dune comic', { volume: 9 });
    await other.addBook(novel, 'Dune novel', { volume: 2 });
    for (const id of [comic, novel]) {
      await admin.call('updateSeriesTracking', { params: { id }, body: { tracked: true } });
    }
    const { id } = await admin.call('createReleaseSource', { body: { displayName: 'Push', kind: 'api-feed' } });
    const push = async (externalReleaseId: string, title: string, language: string | null = null) => {
      const release = { externalReleaseId, title, language, payloadUrl: `https://example.com/${externalReleaseId}` };
      return (await admin.call('pushReleases', { params: { id }, body: { releases: [release] } })).results[0];
    };
    const pushed = await push('1', 'Dune v02');
    expect(pushed).toMatchObject({ status: 'recorded', state: 'announced' });
    expect(await push('1', 'Dune v02')).toMatchObject({ status: 'known' });
    const { entries } = await admin.call('listReleases', { query: { ambiguous: 'true' } });
    expect(entries).toMatchObject([
      { confidence: 0.68, matchedBy: 'The title is the title of the series: "Dune"; other series have that name' },
    ]);
    const series = entries[0]?.candidates.map(({ seriesId }) => seriesId).toSorted();
    expect(series).toEqual([comic, novel].toSorted());
    expect(entries[0]?.candidates[0]).toMatchObject({ seriesTitle: 'Dune', confidence: 0.98 });
    expect((await admin.call('getReleaseFacets', { query: { ambiguous: 'true' } })).series).toHaveLength(1);
    expect((await admin.call('getSeriesTracking', { params: { id: novel } })).latestKnownVolume).toBe(2);
    expect((await admin.call('getSeriesTracking', { params: { id: comic } })).latestKnownVolume).toBe(9);

    // Who sees one of the series only is told of no other.
    const shown = entries[0]?.seriesId === comic ? shelf : other;
    const account = { ...GUEST, libraryIds: [shown.libraryId] };
    await admin.call('createUser', { body: { ...account, permissions: ['SeriesWrite'] } });
    const guest = await signIn(server, account);
    expect((await guest.call('listReleases', {})).entries).toMatchObject([{ candidates: [] }]);
    const releaseId = entries[0]?.id ?? '';
    const hidden = shown === shelf ? novel : comic;
    const choose = { params: { id: releaseId }, body: { seriesId: hidden } };
    expect(await expectRefusal(guest.call('chooseReleaseSeries', choose))).toMatchObject({ kind: 'NotFound' });

    const chosen = await admin.call('chooseReleaseSeries', {
      params: { id: releaseId },
      body: { seriesId: novel, addAlias: true },
    });
    // That volume is there already.
    expect(chosen).toMatchObject({ seriesId: novel, candidates: [], confidence: 1, state: 'marked_acquired' });
    expect((await admin.call('listReleases', { query: { ambiguous: 'true' } })).total).toBe(0);
    expect(await push('2', 'Dune v03')).toMatchObject({ status: 'recorded', state: 'announced' });
    const { entries: later } = await admin.call('listReleases', {});
    expect(later).toMatchObject([{ seriesId: novel, confidence: 1, candidates: [] }]);
  });

  it('is of the one that would take it, when the others would not', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const [english, french] = [await shelf.addSeries('Dune'), await shelf.addSeries('Dune', { path: 'Dune (2)' })];
    for (const [seriesId, language] of [
      [english, 'en'],
      [french, 'fr'],
    ] as const) {
      await shelf.addBook(seriesId, `Dune ${language}`);
      await admin.call('updateSeriesTracking', {
        params: { id: seriesId },
        body: { tracked: true, languages: [language] },
      });
    }
    const { id } = await admin.call('createReleaseSource', { body: { displayName: 'Push', kind: 'api-feed' } });
    const releases = ['en', 'fr', 'de'].map((language) => ({
      ...{ externalReleaseId: language, title: 'Dune v07', language, payloadUrl: `https://example.com/${language}` },
    }));
    const { results } = await admin.call('pushReleases', { params: { id }, body: { releases } });
    expect(results.map(({ status, state }) => [status, state])).toEqual([
      ['recorded', 'announced'],
      ['recorded', 'announced'],
      ['recorded', 'hidden'],
    ]);
    const { entries } = await admin.call('listReleases', { query: { sort: 'observed' } });
    const byLanguage = new Map(entries.map((entry) => [entry.language, entry]));
    expect(byLanguage.get('en')).toMatchObject({ seriesId: english, candidates: [], confidence: 0.98 });
    expect(byLanguage.get('fr')).toMatchObject({ seriesId: french, candidates: [] });
  });

  it('keeps a decision made while its series is being chosen, and is missing when deleted then', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const [one, two] = [await shelf.addSeries('Dune'), await shelf.addSeries('Dune', { path: 'Dune (2)' })];
    for (const seriesId of [one, two]) {
      await shelf.addBook(seriesId, `Dune of ${seriesId}`);
      await admin.call('updateSeriesTracking', { params: { id: seriesId }, body: { tracked: true } });
    }
    const { id } = await admin.call('createReleaseSource', { body: { displayName: 'Push', kind: 'api-feed' } });
    const releases = ['v07', 'v08'].map((volume) => ({
      ...{ externalReleaseId: volume, title: `Dune ${volume}`, payloadUrl: `https://example.com/${volume}` },
    }));
    await admin.call('pushReleases', { params: { id }, body: { releases } });
    const { entries } = await admin.call('listReleases', {});
    const [kept = '', gone = ''] = entries.map((entry) => entry.id);
    const { db } = server.context;
    const choose = async (releaseId: string) =>
      admin.call('chooseReleaseSeries', { params: { id: releaseId }, body: { seriesId: two } });
    const { choosing } = await db.transaction(async (tx) => {
      await setReleaseState(tx, [kept], 'dismissed', true);
      const asked = choose(kept);
      await queryWaits(db);
      return { choosing: asked };
    });
    expect(await choosing).toMatchObject({ seriesId: two, state: 'dismissed' });
    const { refused } = await db.transaction(async (tx) => {
      await tx.write.deleteFrom('releaseEntry').where('id', '=', gone).execute();
      const asked = expectRefusal(choose(gone));
      await queryWaits(db);
      return { refused: asked };
    });
    expect(await refused).toMatchObject({ kind: 'NotFound' });
  });
});
