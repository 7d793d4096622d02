import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { pollBackoff } from '#core/activities/releases/poll-source.ts';
import { insertSource } from '#db/repos/releases/release-sources.repo.ts';
import { createEventBus } from '#events/bus.ts';
import { createQueue } from '#jobs/queue.ts';
import { runReleaseSchedules } from '#jobs/schedule-polls.ts';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openFeedSite } from '../_harness/feed-site.ts';
import { openHome } from '../_harness/home.ts';
import { openHomeDatabase } from '../_harness/run-tasks.ts';
import { waitForTasks, until } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const HOUR_MS = 3_600_000;
const LOOPBACK = { config: { 'releases.private_networks': 'loopback' } };

async function poll(admin: Client, id: string) {
  await admin.call('pollReleaseSource', { params: { id } });
  await waitForTasks(admin);
  return admin.call('getReleaseSource', { params: { id } });
}

const fetchTitles = async (admin: Client) => {
  const { entries } = await admin.call('listReleases', { query: { state: 'all', sort: 'observed' } });
  return entries.map(({ metadata, state }) => [metadata['title'], state]);
};

describe.each(databases)('feeds of releases on %s', (kind) => {
  it('are read for the series that are tracked, once each, and asked only for what changed', async () => {
    await using site = await openFeedSite();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const saga = await shelf.addSeries('Saga');
    await shelf.addBook(saga, 'Saga v01', { volume: 1 });
    await shelf.addSeries('Bone');
    await admin.call('updateSeriesTracking', { params: { id: saga }, body: { tracked: true } });
    const { id } = await admin.call('createReleaseSource', {
      body: { displayName: 'Site', kind: 'rss-uploader', config: { url: site.url }, secret: 'word' },
    });
    site.publish([
      { id: '1', title: '[Group] SAGA v02 (2020) (Digital).cbz', infoHash: 'A'.repeat(40) },
      { id: '2', title: 'Saga v01' },
      { id: '3', title: 'Bone v01' },
      { id: '4', title: 'Saga of Other Things v01' },
      { id: '5', title: 'Saga v02 again', infoHash: 'a'.repeat(40) },
    ]);
    const first = await poll(admin, id);
    expect(first).toMatchObject({ lastError: null, failures: 0, hasSecret: true });
    expect(first.lastSummary).toEqual({
      ...{ candidatesReturned: 5, candidatesRecorded: 2, candidatesRejected: 2, candidatesDeduped: 1 },
      ...{ notModified: false, skippedReason: null },
    });
    expect(JSON.stringify(first)).not.toContain('word');
    expect(site.asked).toEqual([{ authorization: 'Bearer word', status: 200 }]);
    const { entries } = await admin.call('listReleases', {});
    expect(entries).toMatchObject([
      {
        ...{ seriesId: saga, seriesTitle: 'Saga', sourceId: id, externalReleaseId: '1', language: 'en' },
        ...{ payloadUrl: 'https://feeds.example/1', groupOrUploader: 'Group', infoHash: 'a'.repeat(40) },
        ...{ volumes: [{ start: 2, end: 2 }], chapters: null, confidence: 0.98, state: 'announced' },
        releasedAt: '2025-06-03T11:05:30.000Z',
      },
    ]);
    expect((await admin.call('listReleases', { query: { state: 'marked_acquired' } })).total).toBe(1);

    expect((await poll(admin, id)).lastSummary?.notModified).toBe(true);
    expect(site.asked.at(-1)?.status).toBe(304);
    // What was deleted is told of again.
    await admin.call('deleteRelease', { params: { id: entries[0]?.id ?? '' } });
    expect((await poll(admin, id)).lastSummary).toMatchObject({ candidatesRecorded: 1, candidatesDeduped: 2 });
    expect((await admin.call('getSeriesTracking', { params: { id: saga } })).latestKnownVolume).toBe(2);
  });

  it('that fail are left alone for longer each time, tell why in words, and go on where they were', async () => {
    await using site = await openFeedSite();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const saga = await shelf.addSeries('Saga');
    await shelf.addBook(saga, 'Saga v01');
    const { id } = await admin.call('createReleaseSource', {
      body: { displayName: 'Site', kind: 'rss-series', config: { url: site.url, seriesId: saga } },
    });
    site.publish([{ id: '1', title: 'Chapter 7' }]);
    const words = {
      broken: /status 500/,
      cut: /ended early/,
      loop: /circle/,
      html: /neither an RSS nor an Atom feed/,
      gone: /ended early/,
      busy: /status 429/,
    } as const;
    let failures = 0;
    for (const [trouble, message] of Object.entries(words)) {
      site.failNext(trouble as keyof typeof words);
      // A redirect to itself is never answered twice.
      const source = await poll(admin, id);
      failures += 1;
      expect([trouble, source.failures, source.lastSummary]).toEqual([trouble, failures, null]);
      expect(source.lastError).toMatch(message);
    }
    const { nextPollAt, lastErrorAt } = await admin.call('getReleaseSource', { params: { id } });
    // Its server asked for 25 hours.
    expect(Date.parse(nextPollAt ?? '') - Date.parse(lastErrorAt ?? '')).toBeGreaterThanOrEqual(25 * HOUR_MS);
    expect(await fetchTitles(admin)).toEqual([]);
    // It answers a user who did not wait for that: it is asked by its schedule again.
    const answered = await poll(admin, id);
    expect(answered).toMatchObject({ failures: 0, lastError: null });
    expect(answered.nextPollAt).not.toBe(nextPollAt);
    expect(await fetchTitles(admin)).toEqual([['Chapter 7', 'announced']]);
  });

  it('are asked no longer once their poll is cancelled, and hear nothing of it as a failure', async () => {
    await using site = await openFeedSite();
    await using server = await startServer(kind, LOOPBACK);
    const admin = await setupAdmin(server);
    const config = { url: site.url };
    const { id } = await admin.call('createReleaseSource', {
      body: { displayName: 'Site', kind: 'rss-uploader', config },
    });
    site.failNext('silent');
    await admin.call('pollReleaseSource', { params: { id } });
    await until(
      async () => Promise.resolve(site.asked.length),
      (count) => count === 1,
    );
    const { data } = await admin.call('listTasks', { query: { taskType: 'poll_release_source' } });
    await admin.call('cancelTask', { params: { id: data[0]?.id ?? '' } });
    const [task] = await waitForTasks(admin);
    expect(task).toMatchObject({ taskType: 'poll_release_source', status: 'cancelled' });
    expect(await admin.call('getReleaseSource', { params: { id } })).toMatchObject({ failures: 0, lastPolledAt: null });
  });

  it('are never read from a private network unless it is allowed', async () => {
    await using site = await openFeedSite();
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await admin.call('pauseTasks', {});
    const body = { displayName: 'Site', kind: 'rss-uploader', config: { url: site.url }, enabled: false } as const;
    const { id } = await admin.call('createReleaseSource', { body });
    expect((await expectRefusal(admin.call('pollReleaseSource', { params: { id } }))).status).toBe(409);
    await admin.call('updateReleaseSource', { params: { id }, body: { enabled: true } });
    expect(await admin.call('pollReleaseSource', { params: { id } })).toMatchObject({ status: 'enqueued' });
    expect(await admin.call('pollReleaseSource', { params: { id } })).toMatchObject({ status: 'already_running' });
    expect(await admin.call('pollAllReleaseSources', {})).toEqual({
      ...{ considered: 1, enqueued: 0, coalesced: 1, failed: 0 },
    });
    await admin.call('resumeTasks', {});
    await waitForTasks(admin);
    const source = await admin.call('getReleaseSource', { params: { id } });
    expect(source.lastError).toMatch(/127\.0\.0\.1 is not a public address/);
    expect(site.asked).toEqual([]);
  });

  it('are due by their own schedule or that of the setting, for one of several processes', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    const queue = createQueue(db, createEventBus('test'));
    const shared = { pluginId: 'core', displayName: 'Feed', sortKey: 'feed', config: '{}', createdAt: 1, updatedAt: 1 };
    await db.transaction(async (tx) => {
      const rows = [
        { id: 'own', sourceKey: 'own', kind: 'rss-uploader', enabled: 1, cronSchedule: '0 18 * * *' },
        { id: 'common', sourceKey: 'common', kind: 'rss-uploader', enabled: 1 },
        { id: 'off', sourceKey: 'off', kind: 'rss-uploader', enabled: 0 },
        { id: 'pushed', sourceKey: 'pushed', kind: 'api-feed', enabled: 1 },
      ];
      for (const row of rows) await insertSource(tx, { ...shared, ...row });
    });
    const log = pino({ level: 'silent' });
    const tools = { db, queue, log, timezone: 'UTC', releaseSchedule: '0 12 * * *' };
    const at = (hour: number): number => Date.UTC(2040, 0, 1, hour);
    const polls = async () =>
      (await db.read.selectFrom('task').select('target').orderBy('target').execute()).map(({ target }) => target);
    expect(await runReleaseSchedules(tools, at(6))).toBe(at(12));
    expect(await polls()).toEqual([]);
    await Promise.all([runReleaseSchedules(tools, at(13)), runReleaseSchedules(tools, at(13))]);
    expect(await polls()).toEqual(['common']);
    expect(await runReleaseSchedules(tools, at(19))).toBe(at(36));
    expect(await polls()).toEqual(['common', 'own']);
    // Another schedule counts again, and queues nothing by itself.
    expect(await runReleaseSchedules({ ...tools, releaseSchedule: '0 20 * * *' }, at(40))).toBe(at(42));
    expect(await polls()).toEqual(['common', 'own']);
  });
});

describe('pollBackoff', () => {
  it('doubles up to a day, differs a little, and waits as long as it is asked to', () => {
    const middle = (): number => 0.5;
    const waits = [1, 2, 3, 20].map((failures) => pollBackoff(failures, undefined, middle) / 60_000);
    expect(waits).toEqual([5, 10, 20, 24 * 60]);
    expect([0, 1].map((random) => pollBackoff(1, undefined, () => random) / 60_000)).toEqual([4, 6]);
    expect(pollBackoff(1, 2 * HOUR_MS, middle)).toBe(2 * HOUR_MS);
    expect(pollBackoff(1, 10_000 * HOUR_MS, middle)).toBe(7 * 24 * HOUR_MS);
  });
});
