import { readdirSync } from 'node:fs';
import { appendFile, copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBackup } from '#core/activities/backups/read-backup.ts';
import { writeBackup } from '#core/activities/backups/write-backup.ts';
import { connectForDump } from '#db/dump/connect.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import { openDumpSource } from '#db/dump/dump-tables.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, openHome } from '../_harness/home.ts';
import { openNoticeReceiver } from '../_harness/notice-receiver.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { startCommand } from '../_harness/run-command.ts';
import { until } from '../_harness/scans.ts';
import { openSmallDisk } from '../_harness/small-disk.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

async function makeOne(client: Client, server: TestServer) {
  const { taskId } = await client.call('createBackup', {});
  await server.idle();
  expect(await client.call('getTask', { params: { id: taskId } })).toMatchObject({ status: 'completed' });
  const { backups } = await client.call('listBackups', {});
  const [newest] = backups;
  if (newest === undefined) throw new Error('Expected a backup');
  return newest;
}

describe.each(databases)('backups over the API, on %s', (kind) => {
  it('are made, listed, checked, restored for practice, downloaded and deleted', async () => {
    await using server = await startServer(kind, { config: { 'backups.passphrase': 'correct horse' } });
    const client = await setupAdmin(server);
    expect((await client.call('listBackups', {})).findings).toMatchObject([{ state: 'warning' }]);
    const made = await makeOne(client, server);
    expect(made).toMatchObject({ reason: 'manual', isEncrypted: true, userCount: 1, databaseKind: kind, fault: null });

    await client.call('verifyBackup', { params: { id: made.id } });
    await server.context.db.transaction(async (tx) => server.context.queue.enqueue(tx, 'drill_backup', {}));
    await server.idle();
    const { backups, findings } = await client.call('listBackups', {});
    expect(backups[0]?.drilledAt).not.toBeNull();
    expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok']);

    const answer = await client.fetch(`/api/v1/backups/${made.id}/download`, { method: 'POST' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const copy = join(server.dataDir, 'copy');
    await writeFile(copy, Buffer.from(await answer.arrayBuffer()));
    expect((await checkBackup(copy, 'correct horse')).tables.find(({ name }) => name === 'user')?.rows).toBe(1);

    await client.call('deleteBackup', { params: { id: made.id } });
    expect((await client.call('listBackups', {})).backups).toEqual([]);
  });

  it('leave no file on a disk that is full, and say why', async ({ skip }) => {
    using disk = openSmallDisk(80);
    if (disk === undefined) return skip();
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home, config: { 'backups.folder': disk.path } });
    const client = await setupAdmin(server);
    const begin = async () => {
      const { taskId } = await client.call('createBackup', {});
      await server.idle();
      return client.call('getTask', { params: { id: taskId } });
    };
    disk.fill(1_000_000);
    expect((await begin()).lastError).toMatch(/^The disk of the folder ".*" is full$/);
    disk.makeRoom();
    expect(await begin()).toMatchObject({ status: 'completed' });
    // The disk runs full while the backup is written.
    using tiny = openSmallDisk(1);
    if (tiny === undefined) return;
    tiny.fill();
    const order = { location: findLocation(home), dataDir: home.dataDir, passphrase: undefined, version: 'test' };
    await expect(writeBackup({ ...order, path: join(tiny.path, 'one.lectern') })).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    expect(readdirSync(tiny.path)).toEqual(['ballast']);
  });

  it('are told to targets that want to know of finished ones', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: { 'releases.private_networks': 'loopback' } });
    const client = await setupAdmin(server);
    await client.call('updateSetting', { params: { key: 'notifications.quiet_seconds' }, body: { value: '1' } });
    const kinds = ['backup_finished'] as const;
    await client.call('createNoticeTarget', {
      body: { name: 'Ours', type: 'webhook', url: receiver.url, secret: 'a signing secret of a test', kinds },
    });
    const { id } = await makeOne(client, server);
    const [message] = await until(
      async () => receiver.messages,
      ({ length }) => length > 0,
    );
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      kind: 'backup_finished',
      title: 'A backup was made',
      text: expect.stringContaining(`${id}: 0 books, 1 account, `) as string,
    });
  });

  it('need the password again after a while', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await makeOne(client, server);
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('session').set({ createdAt: 1 }).execute();
    });
    const address = `/api/v1/backups/${id}/download`;
    const answer = await client.fetch(address, { method: 'POST' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('more than five minutes ago')]);
  });

  it('stay when they are of others, and leave when they are scheduled and old', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const manual = await makeOne(client, server);
    const folder = join(server.dataDir, 'backups');
    await writeFile(join(folder, 'holiday.lectern'), 'not ours');
    await client.call('updateSetting', { params: { key: 'backups.keep' }, body: { value: 2 } });
    for (let index = 0; index < 4; index += 1) {
      await server.context.db.transaction(async (tx) =>
        server.context.queue.enqueue(tx, 'create_backup', { reason: 'scheduled' }),
      );
      await server.idle();
    }
    const { backups } = await client.call('listBackups', {});
    expect(backups.map(({ reason }) => reason)).toEqual(['scheduled', 'scheduled', 'manual']);
    expect(backups[2]?.id).toBe(manual.id);
    expect(await readFile(join(folder, 'holiday.lectern'), 'utf8')).toBe('not ours');
    expect(readdirSync(folder)).toHaveLength(7);
  });

  it('that are damaged fail their check, and say so', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const { id } = await makeOne(client, server);
    const path = join(server.dataDir, 'backups', `${id}.lectern`);
    const bytes = await readFile(path);
    bytes[bytes.length - 200] = (bytes[bytes.length - 200] ?? 0) ^ 1;
    await writeFile(path, bytes);
    const { taskId } = await client.call('verifyBackup', { params: { id } });
    await server.idle();
    const task = await client.call('getTask', { params: { id: taskId } });
    expect(task.status).toBe('failed');
    expect(task.lastError).toMatch(/damaged|not as it was written/);
    const { findings } = await client.call('listBackups', {});
    expect(findings.map(({ state }) => state)).toEqual(['warning', 'problem']);
    await appendFile(path, 'longer');
    await expect(client.call('getBackup', { params: { id } })).rejects.toThrow(/not found/);
  });
});

describe.each(databases)('tables of an earlier release, on %s', (kind) => {
  it('are backed up before they are migrated, and come back', async () => {
    await using home = await openHome(kind, { untouched: true });
    await using full = await openHome(kind);
    const location = findLocation(home);
    const listMigrations = async (place = location): Promise<readonly string[]> => {
      await using connection = await connectForDump(place, 'read');
      return (await openDumpSource(connection)).migrations;
    };
    const migrations = await listMigrations(findLocation(full));
    await makeTables(location, migrations.slice(0, -2));
    await rawSql(home, `insert into "serverState" ("key", "value", "changedAt") values ('early', '{}', 1)`);
    {
      await using server = await startServer(kind, { home });
      expect(server.context.db.kind).toBe(kind);
    }
    expect(await listMigrations()).toEqual(migrations);
    const command = startCommand(home, ['migrate', '--back']);
    expect(await command.ended).toMatchObject({
      code: 0,
      output: expect.stringContaining('Start that release') as string,
    });
    expect(await listMigrations()).toEqual(migrations.slice(0, -2));
    expect(await rawSql(home, `select "key" from "serverState" where "key" = 'early'`)).toEqual([{ key: 'early' }]);
  });
});

describe.each(databases)('the commands, on %s', (kind) => {
  it('back up and restore, and a dry run changes nothing', async () => {
    await using home = await openHome(kind);
    await rawSql(home, `insert into "serverState" ("key", "value", "changedAt") values ('kept', '{}', 1)`);
    const path = join(home.dataDir, 'mine.lectern');
    expect(await startCommand(home, ['backup', '--to', path]).ended).toMatchObject({ code: 0 });
    await rawSql(home, `delete from "serverState"`);
    const copy = join(home.dataDir, 'copy.lectern');
    await copyFile(path, copy);
    const dry = await startCommand(home, ['restore', copy, '--dry-run']).ended;
    expect(dry).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was changed') as string });
    expect(await rawSql(home, `select "key" from "serverState"`)).toEqual([]);
    const done = await startCommand(home, ['restore', copy]).ended;
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('before-restore-') as string });
    expect(await rawSql(home, `select "key" from "serverState" where "key" = 'kept'`)).toEqual([{ key: 'kept' }]);
  });
});
