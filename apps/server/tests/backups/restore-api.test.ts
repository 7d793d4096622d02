import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, type LastRestore } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { until, waitForTasks } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';
import { startServer } from '../_harness/start-server.ts';

const NAME = 'application.name';
const WRONG = 'not the password';

async function makeBackup(client: Client): Promise<string> {
  await client.call('createBackup', {});
  await waitForTasks(client);
  const [newest] = (await client.call('listBackups', {})).backups;
  if (newest === undefined) throw new Error('Expected a backup');
  return newest.id;
}

async function rename(client: Client, value: string): Promise<void> {
  await client.call('updateSetting', { params: { key: NAME }, body: { value } });
}

async function readName(client: Client): Promise<unknown> {
  return (await client.call('getSetting', { params: { key: NAME } })).value;
}

/** What a client hears of a restore; undefined while the server restarts, which does not answer. */
async function askOutcome(client: Client): Promise<LastRestore | 'signed out' | undefined> {
  try {
    return (await client.call('listBackups', {})).lastRestore ?? undefined;
  } catch (error) {
    return error instanceof ApiError && error.status === 401 ? 'signed out' : undefined;
  }
}

/** The client that has to sign in again after a restore, and what the server tells it. */
async function waitForRestored(server: ServerProcess, old: Client) {
  await until(
    async () => askOutcome(old),
    (told) => told === 'signed out',
  );
  const client = await signIn(server);
  const outcome = await askOutcome(client);
  if (typeof outcome !== 'object') throw new Error('Expected an outcome');
  return { client, outcome };
}

describe.each(databases)('a restore over the API of a running server, on %s', (kind) => {
  it('restarts the server with the state of the backup, and keeps the state before', async () => {
    await using home = await openHome(kind);
    await using server = await startServerProcess(home);
    const old = await setupAdmin(server);
    await rename(old, 'Before');
    const id = await makeBackup(old);
    await rename(old, 'After');
    await old.call('createUser', { body: { username: 'late', password: 'correct horse battery', role: 'reader' } });

    const preview = await old.call('previewRestore', { params: { id } });
    expect(preview).toMatchObject({
      backup: { id, userCount: 1 },
      now: { userCount: 2, databaseKind: kind },
      ...{ obstacle: null, needsPassphrase: false },
    });
    expect(preview.neededBytes).toBeGreaterThan(0);
    expect((await old.call('listBackups', {})).lastRestore).toBeNull();

    await old.call('restoreBackup', { params: { id } });
    const { outcome, client } = await waitForRestored(server, old);
    expect(outcome).toMatchObject({ state: 'restored', backup: `${id}.lectern`, reason: null });
    expect(existsSync(outcome.keptFolder)).toBe(true);
    expect(await readName(client)).toBe('Before');
    expect((await client.call('listUsers', {})).data.map(({ username }) => username)).toEqual(['admin']);
    if (outcome.keptSchema !== null) {
      expect(await rawSql(home, `select "username" from "${outcome.keptSchema}"."user"`)).toHaveLength(2);
    }
    const { data: log } = await client.call('listAudit', { query: { pageSize: '5' } });
    expect(log.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['signed_in', 'user'],
      ['restore_ended', 'server'],
      ['restore_requested', 'user'],
      ['account_added', 'user'],
      ['setting_changed', 'user'],
    ]);
    // The restored server works on, and restores again.
    await rename(client, 'Later');
    await client.call('restoreBackup', { params: { id } });
    expect(await readName((await waitForRestored(server, client)).client)).toBe('Before');
    expect(readdirSync(home.dataDir).filter((name) => /^restore[-.]/.test(name))).toEqual([]);
    await server.stop();
  });

  it('is undone when the restored state does not open', async () => {
    await using home = await openHome(kind);
    await using server = await startServerProcess(home);
    const client = await setupAdmin(server);
    // A backup whose files and rows are of different servers.
    const path = join(home.dataDir, 'server-id');
    const own = await readFile(path);
    await writeFile(path, 'the-id-of-another-server\n');
    const id = await makeBackup(client);
    await writeFile(path, own);
    await rename(client, 'Present');
    await client.call('restoreBackup', { params: { id } });
    const outcome = await until(
      async () => askOutcome(client),
      (found) => found !== undefined,
    );
    expect(outcome).toMatchObject({
      state: 'undone',
      reason: expect.stringContaining('belongs to another database') as string,
    });
    expect(await readName(client)).toBe('Present');
    expect(existsSync(join(home.dataDir, 'restore.json'))).toBe(false);
  });
});

describe.each(databases)('a request for a restore, on %s', (kind) => {
  it('needs the password, a signed-in admin and a backup', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const id = await makeBackup(client);
    const params = { id };
    const wrong = client.call('restoreBackup', { params, body: { currentPassword: WRONG } });
    expect(await expectRefusal(wrong)).toMatchObject({ status: 400, kind: 'BadRequest' });
    await server.context.db.transaction(async (tx) => tx.write.updateTable('session').set({ createdAt: 1 }).execute());
    expect(await expectRefusal(client.call('restoreBackup', { params }))).toMatchObject({ status: 400 });
    const { key } = await client.call('createApiKey', {
      body: { name: 'Key', currentPassword: 'correct horse battery' },
    });
    const byKey = await fetch(`${server.url}/api/v1/backups/${id}/restore`, {
      method: 'POST',
      headers: { 'x-api-key': key },
    });
    expect([byKey.status, await byKey.text()]).toEqual([403, expect.stringContaining('Sign in')]);
    await client.call('createUser', {
      body: { username: 'reader', password: 'correct horse battery', role: 'reader' },
    });
    const reader = await signIn(server, { username: 'reader', password: 'correct horse battery' });
    for (const name of ['restoreBackup', 'previewRestore'] as const) {
      expect(await expectRefusal(reader.call(name, { params }))).toMatchObject({ status: 403 });
    }
    const missing = { params: { id: 'lectern-20260101-000000-00000000' } };
    const body = { currentPassword: 'correct horse battery' };
    expect(await expectRefusal(client.call('restoreBackup', { ...missing, body }))).toMatchObject({ status: 404 });
    expect(await expectRefusal(client.call('previewRestore', missing))).toMatchObject({ status: 404 });
    expect(
      await server.context.db.read.selectFrom('task').where('type', '=', 'restore_backup').select('id').execute(),
    ).toEqual([]);
  });

  it('takes a passphrase, which is stored nowhere', async () => {
    await using home = await openHome(kind);
    let id = '';
    {
      await using server = await startServer(kind, { home, config: { 'backups.passphrase': 'correct horse' } });
      id = await makeBackup(await setupAdmin(server));
    }
    await using server = await startServer(kind, { home });
    const client = await signIn(server);
    await rename(client, 'Changed');
    const params = { id };
    expect(await client.call('previewRestore', { params })).toMatchObject({ needsPassphrase: true, obstacle: null });
    const without = await expectRefusal(client.call('restoreBackup', { params }));
    expect([without.status, without.message]).toEqual([
      400,
      '"passphrase" is not valid: is needed, because the backup is encrypted',
    ]);

    const wrong = await client.call('restoreBackup', { params, body: { passphrase: 'wrong' } });
    await server.idle();
    const failed = await client.call('getTask', { params: { id: wrong.taskId } });
    expect([failed.status, failed.lastError]).toEqual([
      'failed',
      expect.stringContaining('not the one of this backup'),
    ]);
    expect(readdirSync(home.dataDir).filter((name) => name.startsWith('restore'))).toEqual([]);
    // A retry has no passphrase, and restores nothing.
    await client.call('retryTask', { params: { id: wrong.taskId } });
    await server.idle();
    const retried = await client.call('getTask', { params: { id: wrong.taskId } });
    expect([retried.status, retried.lastError]).toEqual(['failed', expect.stringContaining('restarted before')]);

    await client.call('restoreBackup', { params, body: { passphrase: 'correct horse' } });
    await server.idle();
    await server.context.restores.restartRequested;
    expect(JSON.stringify(await rawSql(home, 'select * from "task"'))).not.toContain('correct horse');
    // Decided: another one has to wait for the restart.
    const second = await expectRefusal(client.call('restoreBackup', { params, body: { passphrase: 'correct horse' } }));
    expect([second.status, second.message]).toEqual([409, 'A restore is already running']);
    await server[Symbol.asyncDispose]();
    await using restored = await startServer(kind, { home });
    expect(await readName(await signIn(restored))).toBe('Lectern');
  });

  it('is refused while a restore waits, and of a later release', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const id = await makeBackup(client);
    const params = { id };
    const note = join(server.dataDir, 'backups', `${id}.json`);
    const written = await readFile(note, 'utf8');
    await writeFile(note, JSON.stringify({ ...(JSON.parse(written) as object), migration: '9999-later' }));
    expect((await client.call('previewRestore', { params })).obstacle).toContain('newer than this server');
    expect(await expectRefusal(client.call('restoreBackup', { params }))).toMatchObject({ status: 409 });
    await writeFile(note, JSON.stringify({ ...(JSON.parse(written) as object), unpackedBytes: 1e15 }));
    expect((await client.call('previewRestore', { params })).obstacle).toMatch(/only [\d,]+ MB are free/);
    await writeFile(note, written);
    await server.context.db.transaction(async (tx) =>
      server.context.queue.enqueue(tx, 'restore_backup', { backupId: id }, { startAt: Date.now() + 3_600_000 }),
    );
    const second = await expectRefusal(client.call('restoreBackup', { params }));
    expect([second.status, second.message]).toEqual([409, 'A restore is already running']);
    expect((await client.call('previewRestore', { params })).obstacle).toBe('A restore is already running');
  });
});

describe('a restore with a second server on PostgreSQL', () => {
  it('is refused until the second server has stopped', async () => {
    await using home = await openHome('postgres');
    await using server = await startServer('postgres', { home });
    const client = await setupAdmin(server);
    const params = { id: await makeBackup(client) };
    {
      await using _other = await startServer('postgres', { home });
      const refused = await expectRefusal(client.call('restoreBackup', { params }));
      expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('1 other Lectern server uses')]);
      expect((await client.call('previewRestore', { params })).obstacle).toBe(refused.message);
    }
    expect((await client.call('previewRestore', { params })).obstacle).toBeNull();
  });
});
