import type { CallInput, CallResult } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepAudit } from '#core/audit/sweep-audit.ts';
import { toAuditRow } from '#core/audit/write-audit.ts';
import { insertAuditEntries } from '#db/repos/system/audit.repo.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { basic } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { createFactorUsers } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0';
const DAY_MS = 86_400_000;
const NOWHERE = { ipAddress: null, device: null };

type Query = NonNullable<CallInput<'listAudit'>['query']>;
type Entry = CallResult<'listAudit'>['data'][number];

describe.each(databases)('the audit log on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let users = 0;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** An account that no other test uses. */
  async function newUser(more: Partial<CallInput<'createUser'>['body']> = {}) {
    users += 1;
    const username = `person ${String(users)}`;
    const { id } = await admin.call('createUser', { body: { username, password: PASSWORD, ...more } });
    return { id, username, password: PASSWORD };
  }

  const list = async (query: Query): Promise<Entry[]> => (await admin.call('listAudit', { query })).data;
  const actions = (entries: readonly Entry[]) => entries.map(({ action }) => action);

  it('tells who signed in, from where, and with what', async () => {
    const user = await newUser();
    const headers = { 'user-agent': FIREFOX };
    const { access_token: token } = await createClient(server).call('login', { body: user, headers });
    await createClient(server, token).call('logout', { headers });
    const [signedOut, signedIn, added] = await list({ userId: user.id });
    const here = {
      ipAddress: '127.0.0.1',
      device: 'Firefox on Windows',
      account: { id: user.id, name: user.username },
    };
    const self = { kind: 'user', id: user.id, name: user.username, apiKeyId: null, apiKeyName: null };
    expect(signedOut).toMatchObject({ ...here, action: 'signed_out', category: 'sign_in', actor: self });
    expect(signedIn).toMatchObject({ ...here, action: 'signed_in', category: 'sign_in', actor: self });
    expect(added).toMatchObject({ action: 'account_added', category: 'account', actor: { name: 'admin' } });
  });

  it('groups refused sign-ins, and holds no typed name or password', async () => {
    const user = await newUser();
    const guess = async (username: string, password: string) =>
      expectRefusal(createClient(server).call('login', { body: { username, password } }));
    for (const password of ['guess one', 'guess two', 'guess three']) await guess(user.username, password);
    await guess('typed secret instead of name', 'guess four');
    const [refused, ...others] = await list({ action: 'sign_in_refused', userId: user.id });
    expect(others).toEqual([]);
    expect(refused).toMatchObject({
      actor: { kind: 'stranger', id: null, name: null },
      account: { id: user.id },
      ipAddress: '127.0.0.1',
      details: { reason: 'wrong password', count: 3 },
    });
    const [unknown] = await list({ action: 'sign_in_refused' });
    expect(unknown).toMatchObject({ account: null, details: { reason: 'unknown user', count: 1 } });
    expect(JSON.stringify(await list({ pageSize: '500' }))).not.toMatch(/guess|typed secret/);
  });

  it('tells of second factors, and which one signed in', async () => {
    const user = await createFactorUsers(server, admin)();
    const { recoveryCodes } = await user.addApp();
    await user.signIn(recoveryCodes[0] ?? '');
    await admin.call('deleteUserFactors', { params: { id: user.id } });
    const entries = await list({ userId: user.id });
    expect(actions(entries)).toEqual([
      ...['factor_removed', 'signed_in', 'recovery_code_used', 'factor_added', 'signed_in', 'account_added'],
    ]);
    expect(entries).toMatchObject([{ actor: { name: 'admin' } }, { details: { factor: 'recovery' } }, {}, {}, {}, {}]);
  });

  it('tells of age limits and access groups with the account that they are about', async () => {
    const user = await newUser();
    const group = await admin.call('createAccessGroup', { body: { name: 'Family' } });
    await admin.call('addAccessGroupMembers', { params: group, body: { userIds: [user.id] } });
    await admin.call('updateUser', { params: user, body: { ageLimit: { maxAge: 12, showsUnrated: false } } });
    await admin.call('removeAccessGroupMember', { params: { id: group.id, userId: user.id } });
    const target = { kind: 'access group', id: group.id, name: 'Family' };
    expect(await list({ userId: user.id, category: 'rights' })).toMatchObject([
      { action: 'access_group_changed', target, details: { change: 'member removed' } },
      { action: 'age_limit_changed', details: { after: { maxAge: 12, showsUnrated: false } } },
      { action: 'access_group_changed', target, details: { change: 'member added' } },
    ]);
    await admin.call('deleteAccessGroup', { params: group });
    expect(actions(await list({ search: 'Family' }))).toEqual([
      'access_group_deleted',
      'access_group_changed',
      'access_group_changed',
      'access_group_added',
    ]);
  });

  it('names the admin who sees the app as another account, whatever they do there', async () => {
    const user = await newUser();
    const boss = await newUser({ role: 'admin' });
    const viewing = await signIn(server, boss);
    await viewing.call('beginAccountView', { params: user });
    expect((await viewing.call('getCurrentUser', {})).id).toBe(user.id);
    await viewing.call('logout', {});
    expect(actions(await list({ userId: user.id }))).toEqual(['account_viewed', 'account_added']);
    const self = { actor: { name: boss.username } };
    expect(await list({ userId: boss.id })).toMatchObject([
      { ...self, action: 'signed_out', account: { id: boss.id } },
      { ...self, action: 'account_viewed', account: { id: user.id } },
      { ...self, action: 'signed_in' },
      { action: 'account_added' },
    ]);
  });

  it('names the key that was used, and the keys that were made, changed and revoked', async () => {
    const made = await admin.call('createApiKey', { body: { name: 'Robot' } });
    const robot = createClient(server, made.key);
    const user = await newUser();
    await robot.call('updateUser', { params: user, body: { role: 'maintainer' } });
    await admin.call('patchApiKey', { params: made, body: { name: 'Robot 2' } });
    await admin.call('deleteApiKey', { params: made });
    expect(await list({ apiKeyId: made.id, category: 'rights' })).toMatchObject([
      {
        action: 'rights_changed',
        actor: { apiKeyId: made.id, apiKeyName: 'Robot', name: 'admin' },
        account: { id: user.id },
        details: { before: { role: 'reader' }, after: { role: 'maintainer' } },
      },
    ]);
    expect(actions(await list({ category: 'key', search: 'ROBOT' }))).toEqual([
      'api_key_revoked',
      'api_key_changed',
      'api_key_made',
    ]);
    expect(JSON.stringify(await list({ pageSize: '500' }))).not.toContain(made.key);
  });

  it('tells when a key and a reader app are first used', async () => {
    const user = await newUser();
    const app = async (agent: string) =>
      fetch(`${server.url}/api/v1/user`, { headers: { ...basic(user.username, PASSWORD), 'user-agent': agent } });
    for (const agent of ['KOReader/1', 'KOReader/1', 'Mihon/1']) expect((await app(agent)).status).toBe(200);
    await server.context.uses.settled();
    const added = await list({ userId: user.id, action: 'device_added' });
    expect(added.map(({ target, ipAddress }) => [target?.name, ipAddress])).toEqual([
      ['Mihon', '127.0.0.1'],
      ['KOReader', '127.0.0.1'],
    ]);
  });

  it('tells of settings, libraries, sharing and exports', async () => {
    const since = new Date().toISOString();
    const shelf = await newShelf(server, { name: 'Doomed' });
    const user = await newUser();
    const tag = await admin.call('createSharingTag', { body: { name: `Adults ${kind}` } });
    await admin.call('setUserSharingTag', { params: user, body: { sharingTagId: tag.id, accessMode: 'deny' } });
    await admin.call('updateSetting', { params: { key: 'bin.keep_files_days' }, body: { value: '9' } });
    const { id } = await admin.call('createExport', {
      body: { format: 'csv', exportType: 'series', libraryIds: [shelf.libraryId], fields: ['title'] },
    });
    await server.idle();
    const path = `/api/v1/user/exports/series/${id}/download`;
    for (const range of ['bytes=1-', 'bytes=0-', 'bytes=2-']) {
      expect((await admin.fetch(path, { headers: { range } })).status).toBe(206);
    }
    expect(actions(await list({ action: 'export_downloaded', from: since }))).toHaveLength(1);
    // After an hour it counts as another download.
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('auditEntry')
        .set((eb) => ({ at: eb('at', '-', 3_600_001) }))
        .where('action', '=', 'export_downloaded')
        .where('targetId', '=', id)
        .execute(),
    );
    expect((await admin.fetch(path, { headers: { range: 'bytes=1-' } })).status).toBe(206);
    expect(actions(await list({ action: 'export_downloaded', from: since }))).toHaveLength(1);
    await admin.call('deleteLibrary', { params: { id: shelf.libraryId } });
    const entries = await list({ from: since });
    expect(actions(entries)).toEqual([
      'library_deleted',
      'export_downloaded',
      'export_made',
      'setting_changed',
      'sharing_changed',
      'account_added',
    ]);
    expect(entries.map(({ target, details }) => [target?.name, details])).toMatchObject([
      ['Doomed', {}],
      [expect.stringMatching(/\.csv$/), {}],
      ['series.csv', {}],
      ['bin.keep_files_days', { before: '30', after: '9' }],
      [undefined, { grants: [{ tag: tag.name, accessMode: 'deny' }] }],
      [undefined, { role: 'reader' }],
    ]);
  });

  it('has no entry for what did not happen', async () => {
    const user = await newUser();
    const before = await list({});
    const taken = admin.call('updateUser', { params: user, body: { username: 'admin' } });
    expect((await expectRefusal(taken)).status).toBe(409);
    expect(await list({})).toEqual(before);
  });

  it('is exported for spreadsheets and for programs, and tells of that', async () => {
    const user = await newUser({ username: '=evil()' });
    const post = async (body: Readonly<Record<string, unknown>>) =>
      admin.fetch('/api/v1/admin/audit/export', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const csv = await post({ userId: user.id });
    expect([csv.status, csv.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const [head, row, ...rest] = (await csv.text()).split('\r\n');
    expect(head).toMatch(/^at,action,category,/);
    expect(row).toContain("'=evil()");
    expect(rest).toEqual(['']);
    const lines = (await (await post({ userId: user.id, format: 'jsonl' })).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(await list({ userId: user.id }));
    expect(actions(await list({ pageSize: '2' }))).toEqual(['audit_exported', 'audit_exported']);
  });

  it('is read page by page without a gap, oldest first, in the export', async () => {
    const about = { id: '00000000-0000-4000-8000-000000000001', username: 'many' };
    const rows = Array.from({ length: 1_203 }, (_, index) =>
      toAuditRow({ action: 'signed_in', actor: 'server', account: about, details: { index } }, NOWHERE, 1_000),
    );
    await server.context.db.transaction(async (tx) => insertAuditEntries(tx, rows));
    const answer = await admin.fetch('/api/v1/admin/audit/export', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: about.id, format: 'jsonl' }),
    });
    const lines = (await answer.text()).trimEnd().split('\n');
    const indexes = lines.map((line) => (JSON.parse(line) as Entry).details['index']);
    expect(indexes).toEqual(rows.map((_, index) => index));
  });

  it('is for admins, and no request changes or removes an entry', async () => {
    const maintainer = await newUser({ role: 'maintainer', permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] });
    const client = await signIn(server, maintainer);
    expect((await expectRefusal(client.call('listAudit', {}))).status).toBe(403);
    expect((await expectRefusal(client.call('exportAudit', { body: {} }))).status).toBe(403);
    const [entry] = await list({ userId: maintainer.id });
    for (const method of ['PUT', 'PATCH', 'DELETE', 'POST']) {
      for (const path of ['/api/v1/admin/audit', `/api/v1/admin/audit/${entry?.id ?? ''}`]) {
        const { status } = await admin.fetch(path, { method });
        expect([404, 405]).toContain(status);
      }
    }
    await admin.call('deleteUser', { params: maintainer });
    expect(await list({ userId: maintainer.id })).toContainEqual(entry);
    const short = admin.call('updateSetting', { params: { key: 'audit.retention_days' }, body: { value: '1' } });
    expect((await expectRefusal(short)).status).toBe(400);
  });

  it('drops entries after the time of the setting', async () => {
    const about = { id: '00000000-0000-4000-8000-000000000002', username: 'old' };
    await admin.call('updateSetting', { params: { key: 'audit.retention_days' }, body: { value: '30' } });
    const days = [29, 31, 400];
    const rows = days.map((day) =>
      toAuditRow(
        { action: 'signed_in', actor: 'server', account: about, details: { day } },
        NOWHERE,
        Date.now() - day * DAY_MS,
      ),
    );
    await server.context.db.transaction(async (tx) => insertAuditEntries(tx, rows));
    await sweepAudit(server.context, new AbortController().signal);
    expect((await list({ userId: about.id })).map(({ details }) => details['day'])).toEqual([29]);
  });
});
