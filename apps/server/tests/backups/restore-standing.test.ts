import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallResult } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { decideRestore } from '#core/activities/backups/finish-restore.ts';
import { stageRestore } from '#core/activities/backups/stage-restore.ts';
import { writeBackup } from '#core/activities/backups/write-backup.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, type Home, openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { startCommand } from '../_harness/run-command.ts';
import { startServer } from '../_harness/start-server.ts';

type Entry = CallResult<'listAudit'>['data'][number];

const PASSWORD = 'correct horse battery';

function placeIn(home: Home) {
  return { location: findLocation(home), dataDir: home.dataDir };
}

async function backUp(home: Home): Promise<string> {
  const path = join(home.dataDir, 'made.lectern');
  await writeBackup({ ...placeIn(home), path, passphrase: undefined, version: 'test' });
  return path;
}

async function listEntries(client: Client): Promise<Entry[]> {
  return (await client.call('listAudit', { query: { pageSize: '500' } })).data;
}

const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();

/** Makes two of everything that opens something, backs up, and then revokes one of each. */
async function revokeAfterBackup(home: Home, client: Client) {
  const key = async (name: string) => client.call('createApiKey', { body: { name } });
  const invite = async () => client.call('createInvitation', { body: {} });
  const [kept, revoked, bulk] = [await key('Kept'), await key('Revoked'), await key('Bulk')];
  const [invited, uninvited] = [await invite(), await invite()];
  const reader = await client.call('createUser', { body: { username: 'reader', password: PASSWORD } });
  const owner = await signIn(createClient(client), { username: 'reader', password: PASSWORD });
  const lost = await owner.call('createApiKey', { body: { name: 'Lost with the password' } });
  const path = await backUp(home);
  await client.call('deleteApiKey', { params: revoked });
  await client.call('deleteInvitation', { params: uninvited });
  await client.call('updateUser', { params: reader, body: { password: `${PASSWORD} 2`, revokeApiKeys: true } });
  const late = await client.call('createUser', { body: { username: 'late', password: PASSWORD } });
  const viewing = await signIn(createClient(client));
  await viewing.call('beginAccountView', { params: late });
  await viewing.call('endAccountView', {});
  const view = await viewing.call('beginAccountView', { params: reader });
  return { path, kept: [kept, bulk], revoked: [revoked, lost], invited, view };
}

describe.each(databases)('a restore of an older backup, on %s', (kind) => {
  it('keeps the audit log of later, ends sessions, and brings back nothing that was revoked', async () => {
    await using home = await openHome(kind);
    let made: Awaited<ReturnType<typeof revokeAfterBackup>>;
    let before: Entry[];
    let token: string | undefined;
    {
      await using server = await startServer(kind, { home });
      const client = await setupAdmin(server);
      token = client.token;
      made = await revokeAfterBackup(home, client);
      before = await listEntries(client);
    }
    // A backup may come from elsewhere: what it says of an entry that this server has does not count.
    await rawSql(home, `update "auditEntry" set "device" = 'as it was' where "action" = 'api_key_made'`);
    const { code, output } = await startCommand(home, ['restore', made.path]).ended;
    expect([code, output]).toEqual([0, expect.stringContaining('Restored')]);

    await using server = await startServer(kind, { home });
    expect((await expectRefusal(createClient(server, token).call('getCurrentUser', {}))).status).toBe(401);
    const client = await signIn(server);
    expect((await client.call('listUsers', {})).data.map(({ username }) => username).toSorted()).toEqual([
      ...['admin', 'reader'],
    ]);
    const after = await listEntries(client);
    const [signedIn, ended, ...others] = after;
    expect(signedIn?.action).toBe('signed_in');
    expect(ended).toMatchObject({
      ...{ action: 'restore_ended', actor: { kind: 'operator' }, target: { name: 'made.lectern' } },
      details: { state: 'restored' },
    });
    expect(ids(others)).toEqual(ids(before));
    expect(others.find(({ action }) => action === 'account_added')).toMatchObject({ account: { name: 'late' } });
    const making = others.filter(({ action }) => action === 'api_key_made');
    expect(making.map(({ device }) => device)).toEqual(making.map(() => 'as it was'));
    for (const { key } of made.kept) await createClient(server, key).call('getCurrentUser', {});
    for (const { key } of made.revoked) {
      expect((await expectRefusal(createClient(server, key).call('getCurrentUser', {}))).status).toBe(401);
    }
    const { invitations } = await client.call('listInvitations', {});
    expect(ids(invitations)).toEqual([made.invited.id]);
    // A person is still told who saw the app as them. The account of the other view is gone.
    const reader = await signIn(createClient(server), { username: 'reader', password: PASSWORD });
    const [told, ...more] = await reader.call('listAccountViews', {});
    expect([told, more]).toMatchObject([{ id: made.view.id, adminName: 'admin' }, []]);
    expect(told?.endedAt).toBeTypeOf('string');
    const views = await server.context.db.read.selectFrom('accountView').select('id').execute();
    expect(ids(views)).toEqual([made.view.id]);
  });

  it('keeps it also when the process is killed, wherever, and records the end once', async () => {
    await using home = await openHome(kind);
    const moments = ['decided', 'tried', 'ended'] as const;
    let path: string;
    {
      await using server = await startServer(kind, { home });
      await setupAdmin(server);
      path = await backUp(home);
    }
    const journal = join(home.dataDir, 'restore.json');
    const isReached = (moment: (typeof moments)[number]): boolean => {
      if (moment === 'ended') return existsSync(join(home.dataDir, 'last-restore.json'));
      if (!existsSync(journal)) return false;
      try {
        return moment === 'decided' || readFileSync(journal, 'utf8').includes('"try"');
      } catch {
        return true;
      }
    };
    let known: string[] = [];
    for (const moment of moments) {
      {
        await using server = await startServer(kind, { home });
        const client = await signIn(server);
        await client.call('updateSetting', { params: { key: 'application.name' }, body: { value: moment } });
        known = ids(await listEntries(client));
      }
      await rm(join(home.dataDir, 'last-restore.json'), { force: true });
      const command = startCommand(home, ['restore', path]);
      while (!isReached(moment) && command.process.exitCode === null) await sleep(1);
      command.process.kill('SIGKILL');
      await command.ended;
      await using server = await startServer(kind, { home });
      const entries = await listEntries(await signIn(server));
      const found = new Set(ids(entries));
      expect([moment, known.filter((id) => !found.has(id))]).toEqual([moment, []]);
      const ends = entries.filter(({ action }) => action === 'restore_ended');
      expect([moment, ends.length]).toEqual([moment, moments.indexOf(moment) + 1]);
    }
  });
});

describe('a restore over a database that cannot be read', () => {
  it('restores all the same, and the audit log says that entries are missing', async () => {
    await using home = await openHome('sqlite');
    {
      await using server = await startServer('sqlite', { home });
      await setupAdmin(server);
    }
    const path = await backUp(home);
    await decideRestore(home.dataDir, await stageRestore({ ...placeIn(home), path }));
    await writeFile(join(home.dataDir, 'lectern.db'), Buffer.alloc(65_536, 'damage'));
    await using server = await startServer('sqlite', { home });
    const [, ended] = await listEntries(await signIn(server));
    expect(ended).toMatchObject({ action: 'restore_ended', details: { state: 'restored', auditKept: false } });
  });
});
