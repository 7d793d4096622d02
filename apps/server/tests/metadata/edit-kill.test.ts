import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openFeedSite } from '../_harness/feed-site.ts';
import { openHome } from '../_harness/home.ts';
import { newTargets, openHomeDatabase } from '../_harness/run-tasks.ts';
import { waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

/** More than a request edits at once, and with more changes than one undoes. */
const BOOKS = 720;
const LOOPBACK = { env: { LECTERN_RELEASES_PRIVATE_NETWORKS: 'loopback' } };

async function countEdited(client: Client): Promise<number> {
  const condition = { publisher: { operator: 'is', value: 'Image' } };
  return (await client.call('listFilteredBooks', { query: { pageSize: 1 }, body: { condition } })).total;
}

describe.each(databases)('a server that is killed, on %s', (kind) => {
  it('in the middle of an edit of many, and of its undo, goes on and does each once', async () => {
    await using home = await openHome(kind);
    let actionId = '';
    {
      await using server = await startServerProcess(home);
      const client = await setupAdmin(server);
      await using db = await openHomeDatabase(kind, home);
      const { seriesId } = await newTargets(db, BOOKS);
      const condition = { seriesId: { operator: 'is', value: seriesId } };
      const edit = { publisher: 'Image', imprint: 'Vertigo' };
      actionId = (await client.call('updateManyBooks', { body: { condition, ...edit } })).actionId ?? '';
      await until(
        async () => countEdited(client),
        (count) => count > 0,
      );
      await server.kill();
    }
    const of = { params: { id: actionId } };
    let undoId = '';
    {
      await using server = await startServerProcess(home);
      const client = await signIn(server);
      expect((await waitForTasks(client)).filter(({ status }) => status !== 'completed')).toEqual([]);
      expect(await countEdited(client)).toBe(BOOKS);
      // Publisher, imprint and locks of each, once.
      expect((await client.call('getMetadataAction', of)).changeCount).toBe(BOOKS * 3);
      undoId = (await client.call('undoMetadataAction', of)).actionId ?? '';
      await until(
        async () => client.call('getMetadataAction', of),
        ({ undoneCount }) => undoneCount > 0,
      );
      await server.kill();
    }
    await using server = await startServerProcess(home);
    const client = await signIn(server);
    expect((await waitForTasks(client)).filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(await countEdited(client)).toBe(0);
    expect(await client.call('getMetadataAction', of)).toMatchObject({ undoneCount: BOOKS * 3 });
    expect(await client.call('getMetadataAction', { params: { id: undoId } })).toMatchObject({
      changeCount: BOOKS * 3,
    });
    expect(server.output()).not.toMatch(/error/i);
  });

  it('in the middle of a poll of releases polls again, and stores each release once', async () => {
    await using site = await openFeedSite();
    await using home = await openHome(kind);
    const entries = Array.from({ length: 400 }, (_, index) => ({
      id: `r${String(index)}`,
      title: `Saga v${String(index + 1)}`,
    }));
    site.publish(entries);
    {
      await using server = await startServerProcess(home, LOOPBACK);
      const client = await setupAdmin(server);
      await using db = await openHomeDatabase(kind, home);
      const { seriesId } = await newTargets(db, 1);
      await client.call('updateSeriesTracking', { params: { id: seriesId }, body: { tracked: true } });
      const { id } = await client.call('createReleaseSource', {
        body: { displayName: 'Site', kind: 'rss-uploader', config: { url: site.url } },
      });
      await client.call('pollReleaseSource', { params: { id } });
      await until(
        async () => client.call('listReleases', { query: { state: 'all' } }),
        ({ total }) => total > 0,
      );
      await server.kill();
    }
    await using server = await startServerProcess(home, LOOPBACK);
    const client = await signIn(server);
    expect((await waitForTasks(client)).filter(({ status }) => status !== 'completed')).toEqual([]);
    const { entries: stored, total } = await client.call('listReleases', { query: { state: 'all', pageSize: 500 } });
    expect(total).toBe(entries.length);
    expect(new Set(stored.map(({ externalReleaseId }) => externalReleaseId)).size).toBe(entries.length);
    const { data } = await client.call('listReleaseSources', {});
    expect(data[0]).toMatchObject({ failures: 0, lastError: null });
    expect(server.output()).not.toMatch(/error/i);
  });
});
