import { readdirSync } from 'node:fs';
import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSPHRASE = 'correct horse';

/** The file of a backup of another server, whose settings name it. */
async function makeForeign(passphrase?: string): Promise<Buffer> {
  const config: Record<string, string> = passphrase === undefined ? {} : { 'backups.passphrase': passphrase };
  await using server = await startServer('sqlite', { config });
  const client = await setupAdmin(server);
  await client.call('updateSetting', { params: { key: 'application.name' }, body: { value: 'Foreign' } });
  await client.call('createBackup', {});
  await server.idle();
  const [made] = (await client.call('listBackups', {})).backups;
  return await readFile(join(server.dataDir, 'backups', `${made?.id ?? ''}.lectern`));
}

function toPart(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)], { type: 'application/octet-stream' });
}

async function send(client: Client, bytes: Buffer): Promise<string> {
  const { id } = await client.call('beginBackupUpload', { body: { sizeBytes: bytes.length } });
  const half = Math.floor(bytes.length / 2);
  for (const [from, to] of [
    [0, half],
    // A part whose answer was lost is sent again.
    [0, half],
    [half, bytes.length],
  ] as const) {
    const file = toPart(bytes.subarray(from, to));
    const answer = await client.call('sendBackupPart', { params: { id }, query: { offset: from }, file });
    expect(answer).toEqual({ id, receivedBytes: to });
  }
  return id;
}

describe.each(databases)('a backup file from elsewhere, on %s', (kind) => {
  it('is added in parts, checked, and restored on this server', async () => {
    const bytes = await makeForeign();
    await using home = await openHome(kind);
    {
      await using server = await startServer(kind, { home });
      const client = await setupAdmin(server);
      const id = await send(client, bytes);
      expect((await client.call('listBackups', {})).backups).toEqual([]);
      await client.call('finishBackupUpload', { params: { id } });
      await server.idle();
      const { backups, findings } = await client.call('listBackups', {});
      expect(backups).toMatchObject([
        { id, reason: 'added', sizeBytes: bytes.length, isEncrypted: false, databaseKind: 'sqlite', userCount: 1 },
      ]);
      // It does not count as a backup of this server.
      expect(findings).toMatchObject([{ state: 'warning' }]);
      expect(await readFile(join(home.dataDir, 'backups', `${id}.lectern`))).toEqual(bytes);
      expect(await expectRefusal(client.call('finishBackupUpload', { params: { id } }))).toMatchObject({ status: 404 });
      await client.call('restoreBackup', { params: { id } });
      await server.idle();
      await server.context.restores.restartRequested;
    }
    await using restored = await startServer(kind, { home });
    const client = await signIn(restored);
    expect((await client.call('getSetting', { params: { key: 'application.name' } })).value).toBe('Foreign');
  });

  it('needs its passphrase, which is stored nowhere', async () => {
    const bytes = await makeForeign(PASSPHRASE);
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home });
    const client = await setupAdmin(server);
    const id = await send(client, bytes);
    for (const [passphrase, words] of [
      [undefined, 'passphrase is needed'],
      ['wrong', 'not the one of this backup'],
    ] as const) {
      const { taskId } = await client.call('finishBackupUpload', { params: { id }, body: { passphrase } });
      await server.idle();
      const task = await client.call('getTask', { params: { id: taskId } });
      expect([task.status, task.lastError]).toEqual(['failed', expect.stringContaining(words)]);
    }
    await client.call('finishBackupUpload', { params: { id }, body: { passphrase: PASSPHRASE } });
    await server.idle();
    expect((await client.call('listBackups', {})).backups).toMatchObject([{ id, isEncrypted: true, fault: null }]);
    expect(JSON.stringify(await rawSql(home, 'select * from "task"'))).not.toContain(PASSPHRASE);
  });

  it('is refused when it is no backup, leaves a gap or finds no room', async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const folder = join(server.dataDir, 'backups');
    const tooLarge = client.call('beginBackupUpload', { body: { sizeBytes: 1e15 } });
    expect(await expectRefusal(tooLarge)).toMatchObject({ status: 409 });
    expect(readdirSync(folder)).toEqual([]);

    const id = await send(client, Buffer.from('this is no backup'));
    const gap = client.call('sendBackupPart', {
      params: { id },
      query: { offset: 100 },
      file: toPart(Buffer.from('x')),
    });
    const refused = await expectRefusal(gap);
    expect([refused.status, refused.message]).toEqual([409, 'The next part must begin at byte 17']);
    const { taskId } = await client.call('finishBackupUpload', { params: { id } });
    await server.idle();
    const task = await client.call('getTask', { params: { id: taskId } });
    expect([task.status, task.lastError]).toEqual(['failed', expect.stringMatching(/no backup|damaged/)]);
    expect((await client.call('listBackups', {})).backups).toEqual([]);

    const missing = { params: { id: 'lectern-20260101-000000-00000000' } };
    const nowhere = client.call('sendBackupPart', { ...missing, query: { offset: 0 }, file: toPart(Buffer.from('x')) });
    expect(await expectRefusal(nowhere)).toMatchObject({ status: 404 });
    const { key } = await client.call('createApiKey', { body: { name: 'Key', permissions: ['SystemAdmin'] } });
    const byKey = await fetch(`${server.url}/api/v1/backups/uploads`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ sizeBytes: 1 }),
    });
    expect(byKey.status).toBe(403);

    // An unfinished file is deleted after a day.
    const old = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(folder, `${id}.lectern.tmp`), old, old);
    await client.call('beginBackupUpload', { body: { sizeBytes: 1 } });
    expect(readdirSync(folder).filter((name) => name.startsWith(id))).toEqual([]);
  });
});
