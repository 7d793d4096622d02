import { readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { until, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

const OLD = '20260101-000000-0a1b2c3d';

function listFolders({ dataDir }: Pick<Home, 'dataDir'>): string[] {
  return readdirSync(dataDir).filter((name) => name.includes('restore'));
}

async function listSchemas(home: Home): Promise<unknown[]> {
  if (home.databaseUrl === undefined) return [];
  const rows = await rawSql(home, `select nspname as "name" from pg_namespace where nspname like 'lectern%'`);
  return rows.map((row) => (row as { name: string }).name);
}

function formatId(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-0a1b2c3d`;
}

async function leave(home: Home, id: string): Promise<void> {
  await mkdir(join(home.dataDir, `restore-${id}`, 'tls'), { recursive: true });
  await writeFile(join(home.dataDir, `restore-${id}`, 'jwt-secret'), 'secret');
  if (home.databaseUrl === undefined) return;
  const schema = `lectern_restore_${id.replaceAll('-', '_')}`;
  await rawSql(home, `create schema "${schema}"`);
  await rawSql(home, `create table "${schema}"."book" ("id" text)`);
}

describe.each(databases)('what a process left that was killed while it staged a restore, on %s', (kind) => {
  it('is swept at the next start, and nothing else is', async () => {
    await using home = await openHome(kind);
    await leave(home, OLD);
    const recent = formatId(Date.now() - 3_600_000);
    await leave(home, recent);
    for (const name of ['restore-notes', `before-restore-${OLD}`]) await mkdir(join(home.dataDir, name));
    // On PostgreSQL the recent one may be of another server that shares the database.
    const shared = kind === 'postgres';
    const kept = ['restore-notes', `before-restore-${OLD}`, ...(shared ? [`restore-${recent}`] : [])];
    {
      await using _server = await startServer(kind, { home });
      // A server that ends leaves what it has not swept.
      await until(
        async () => listFolders(home),
        (folders) => folders.length <= kept.length && !folders.includes(`restore-${OLD}`),
      );
    }
    expect(listFolders(home).toSorted()).toEqual(kept.toSorted());
    expect(await listSchemas(home)).toEqual(shared ? [`lectern_restore_${recent.replaceAll('-', '_')}`] : []);
  });
});

describe.each(databases)('a restore that is cancelled while it stages, on %s', (kind) => {
  it('leaves nothing behind and changes nothing', async () => {
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home });
    const client = await setupAdmin(server);
    await fillWideCatalog(server.context, 400);
    await client.call('createBackup', {});
    await waitForTasks(client);
    const [backup] = (await client.call('listBackups', {})).backups;
    const { taskId } = await client.call('restoreBackup', { params: { id: backup?.id ?? '' } });
    await until(
      async () => listFolders(home).length,
      (count) => count > 0,
    );
    await client.call('cancelTask', { params: { id: taskId } });
    await server.idle();
    expect(await client.call('getTask', { params: { id: taskId } })).toMatchObject({ status: 'cancelled' });
    expect(listFolders(home)).toEqual([]);
    expect(await listSchemas(home)).toEqual([]);
    expect((await client.call('listBackups', {})).lastRestore).toBeNull();
  });
});
