import { randomUUID } from 'node:crypto';
import type { CreatedApiKey, Permission, Role } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { createUseLog } from '#core/people/use-log.ts';
import { createUser } from '#core/people/operate-user.ts';
import { type Viewer } from '#core/viewer.ts';

const ME = '/api/v1/auth/me';
const PASSWORD = 'the same for all';

async function addUser(server: TestServer, username: string, role: Role): Promise<Client> {
  await createUser(server.context, { username, password: PASSWORD, email: null, role });
  return signIn(server, { username, password: PASSWORD });
}

async function setRole(server: TestServer, client: Client, role: Role): Promise<void> {
  const { id } = await client.call('getCurrentUser', {});
  await server.context.db.transaction(async (tx) =>
    tx.write.updateTable('user').set({ role }).where('id', '=', id).execute(),
  );
  server.context.access.forgetUser(id);
}

async function newKey(client: Client, permissions?: Permission[]): Promise<CreatedApiKey> {
  return client.call('createApiKey', { body: { name: 'Key', ...(permissions === undefined ? {} : { permissions }) } });
}

function basic(name: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` };
}

async function ask(server: TestServer, headers: Record<string, string>): Promise<readonly [number, string]> {
  const response = await fetch(server.url + ME, { headers });
  const body = (await response.json()) as { username?: string; message?: string };
  return [response.status, body.username ?? body.message ?? ''];
}

describe.each(databases)('API keys on %s', (kind) => {
  it('are shown once, kept as a hash, listed by what they are, and changed in part', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const response = await admin.fetch('/api/v1/api-keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: ' Tablet ',
        permissions: ['PagesRead', 'BooksRead'],
        expires_at: '2999-01-01T01:00:00+01:00',
      }),
    });
    expect(response.status).toBe(201);
    const { key, ...shown } = (await response.json()) as CreatedApiKey;
    expect(key).toMatch(/^svc_[a-z0-9]{8}_[A-Za-z0-9]{40}$/);
    expect(shown).toMatchObject({
      name: 'Tablet',
      key_prefix: key.slice(4, 12),
      permissions: ['BooksRead', 'PagesRead'],
      follows_owner: false,
      is_active: true,
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
    });
    const rows = await server.context.db.read.selectFrom('apiKey').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(13));
    expect(await admin.call('listApiKeys', {})).toEqual([shown]);
    expect(await ask(server, { 'x-api-key': key })).toEqual([200, 'admin']);
    const used = await admin.call('getApiKey', { params: { id: shown.id } });
    expect(Date.parse(used.last_used_at ?? '')).toBeGreaterThanOrEqual(Date.parse(shown.created_at));
    const renamed = await admin.call('updateApiKey', {
      params: { id: shown.id },
      body: { name: 'Phone', expiresAt: null },
    });
    expect(renamed).toMatchObject({ name: 'Phone', permissions: ['BooksRead', 'PagesRead'], expires_at: null });
    const follows = await admin.call('patchApiKey', { params: { id: shown.id }, body: { permissions: null } });
    expect([follows.follows_owner, follows.permissions.length]).toEqual([true, 22]);
  });

  it('sign in by every way that takes one, and the first credential counts', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { key } = await newKey(admin);
    const { key: other } = await newKey(await addUser(server, 'api', 'reader'));
    const own = { 'x-api-key': key };
    const cookie = `lectern_session=${String(admin.token)}`;
    const cases: readonly (readonly [Record<string, string>, number, string])[] = [
      [own, 200, 'admin'],
      [{ authorization: `Bearer ${key}` }, 200, 'admin'],
      [{ authorization: `bearer   ${key} ` }, 200, 'admin'],
      [basic('api', key), 200, 'admin'],
      [basic('whoever it is', key), 200, 'admin'],
      [basic('', key), 200, 'admin'],
      // a name sent with a key belongs to no account
      [basic('api', PASSWORD), 200, 'api'],
      [basic('api', 'svc_no-key'), 401, 'This is not an API key'],
      [basic('admin', 'svc_no-key'), 401, 'The user name or password is wrong'],
      [{ ...basic('api', PASSWORD), ...own }, 200, 'api'],
      [{ authorization: `Bearer ${String(admin.token)}`, 'x-api-key': other }, 200, 'admin'],
      [{ authorization: `Bearer ${other}`, ...own, cookie }, 200, 'api'],
      [{ 'x-api-key': other, cookie }, 200, 'api'],
      [{ authorization: 'Digest username="admin"', ...own }, 200, 'admin'],
      [{ authorization: 'Bearer stale', ...own, cookie }, 401, 'You are signed out. Sign in again'],
      [{ authorization: 'Bearer', ...own }, 401, 'You are signed out. Sign in again'],
      [{ authorization: 'Basic', ...own }, 401, 'Expected "user:password" in Base64 after "Basic"'],
      [{ 'x-api-key': '', cookie }, 401, 'This is not an API key'],
      [{ 'x-api-key': `${key.slice(0, -1)}!`, cookie }, 401, 'This is not an API key'],
      [{ 'x-api-key': `${key}A` }, 401, 'This API key is unknown'],
      [{ 'x-api-key': `svc_${key.slice(4, 12)}_${'A'.repeat(40)}` }, 401, 'This API key is unknown'],
    ];
    for (const [headers, status, text] of cases)
      expect([headers, ...(await ask(server, headers))]).toEqual([headers, status, text]);
  });

  it('may do what their owner may and they were made for, whenever they ask', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const ann = await addUser(server, 'ann', 'admin');
    const [users, all, follower] = [
      await newKey(ann, ['UsersRead']),
      await newKey(ann, ['SystemAdmin']),
      await newKey(ann),
    ];
    const may = async ({ key }: CreatedApiKey): Promise<readonly Permission[]> =>
      (await createClient(server, key).call('getCurrentUser', {})).effectivePermissions;
    expect(await may(users)).toEqual(['UsersRead']);
    expect([(await may(all)).length, (await may(follower)).length]).toEqual([22, 22]);
    const refusal = await expectRefusal(createClient(server, users.key).call('listBooks', {}));
    expect([refusal.status, refusal.message]).toEqual([403, 'This needs the permission BooksRead']);
    await setRole(server, ann, 'maintainer');
    expect([await may(users), await may(all), (await may(follower)).length]).toEqual([[], [], 15]);
    await setRole(server, ann, 'admin');
    expect([await may(users), (await may(all)).length, (await may(follower)).length]).toEqual([['UsersRead'], 22, 22]);
    expect(await may(await newKey(ann, []))).toEqual([]);
  });

  it('exceed neither their owner nor the key they were made with', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const ann = await addUser(server, 'ann', 'reader');
    const tooMuch = await expectRefusal(newKey(ann, ['BooksRead', 'UsersRead', 'BooksWrite']));
    expect([tooMuch.status, tooMuch.message]).toEqual([
      403,
      'You cannot give an API key permissions that you do not have: UsersRead, BooksWrite',
    ]);
    const strong = await newKey(ann);
    const maker = await ann.call('createApiKey', {
      body: { name: 'Maker', permissions: ['ApiKeysWrite', 'ApiKeysRead'], expiresAt: '2999-01-01T00:00:00.000Z' },
    });
    const withMaker = createClient(server, maker.key);
    const made = await newKey(withMaker);
    expect(made).toMatchObject({
      permissions: ['ApiKeysRead', 'ApiKeysWrite'],
      follows_owner: false,
      expires_at: '2999-01-01T00:00:00.000Z',
    });
    const refusals = [
      newKey(withMaker, ['BooksRead']),
      withMaker.call('createApiKey', { body: { name: 'x', expiresAt: '3000-01-01T00:00:00.000Z' } }),
      withMaker.call('updateApiKey', { params: { id: maker.id }, body: { permissions: ['BooksRead'] } }),
      withMaker.call('updateApiKey', { params: { id: strong.id }, body: { expiresAt: null } }),
      withMaker.call('deleteApiKey', { params: { id: strong.id } }),
    ];
    const statuses = (await Promise.all(refusals.map(expectRefusal))).map(({ status }) => status);
    expect(statuses).toEqual(refusals.map(() => 403));
    const kept = await withMaker.call('updateApiKey', {
      params: { id: made.id },
      body: { permissions: null, expiresAt: null },
    });
    expect(kept).toMatchObject({ follows_owner: false, expires_at: '2999-01-01T00:00:00.000Z' });
    // A key that follows its owner makes others that do.
    expect((await newKey(createClient(server, strong.key))).follows_owner).toBe(true);
  });

  it('end at once: revoked, switched off, out of time, with their owner', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const ann = await addUser(server, 'ann', 'reader');
    const [revoked, off, old, owned] = [await newKey(ann), await newKey(ann), await newKey(ann), await newKey(ann)];
    const answers = async () =>
      Promise.all([revoked, off, old, owned].map(async ({ key }) => (await ask(server, { 'x-api-key': key }))[1]));
    expect(await answers()).toEqual(['ann', 'ann', 'ann', 'ann']);
    const stream = await openEventStream(createClient(server, revoked.key), '/api/v1/events/stream');
    await ann.call('deleteApiKey', { params: { id: revoked.id } });
    await ann.call('updateApiKey', { params: { id: off.id }, body: { isActive: false } });
    await ann.call('updateApiKey', { params: { id: old.id }, body: { expiresAt: '2020-01-01T00:00:00.000Z' } });
    await stream.ended();
    const ends = ['This API key is unknown', 'This API key is switched off', 'This API key has expired'];
    expect(await answers()).toEqual([...ends, 'ann']);
    expect((await expectRefusal(ann.call('getApiKey', { params: { id: revoked.id } }))).status).toBe(404);
    expect((await expectRefusal(ann.call('deleteApiKey', { params: { id: revoked.id } }))).status).toBe(404);
    await ann.call('updateApiKey', { params: { id: off.id }, body: { isActive: true } });
    expect((await ask(server, { 'x-api-key': off.key }))[0]).toBe(200);
    const { id } = await ann.call('getCurrentUser', {});
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ isActive: 0 }).where('id', '=', id).execute(),
    );
    server.context.access.forgetUser(id);
    expect(await ask(server, { 'x-api-key': owned.key })).toEqual([401, 'The account of this API key is deactivated']);
    await server.context.db.transaction(async (tx) => tx.write.deleteFrom('user').where('id', '=', id).execute());
    server.context.access.forgetUser(id);
    expect(await ask(server, { 'x-api-key': owned.key })).toEqual([401, 'This API key is unknown']);
    expect(await admin.call('listApiKeys', {})).toEqual([]);
  });

  it('are visible to their owner and to account managers only', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const [ann, bob] = [await addUser(server, 'ann', 'reader'), await addUser(server, 'bob', 'maintainer')];
    const { id } = await newKey(ann);
    const userId = (await ann.call('getCurrentUser', {})).id;
    const params = { id };
    const refusals = [
      bob.call('getApiKey', { params }),
      bob.call('updateApiKey', { params, body: { name: 'Mine' } }),
      bob.call('deleteApiKey', { params }),
    ];
    const messages = (await Promise.all(refusals.map(expectRefusal))).map(({ message }) => message);
    expect(messages).toEqual(refusals.map(() => `API key ${id} not found`));
    expect((await expectRefusal(bob.call('listApiKeys', { query: { userId } }))).status).toBe(403);
    expect(await bob.call('listApiKeys', {})).toEqual([]);
    expect((await admin.call('listApiKeys', { query: { userId } })).map((key) => key.id)).toEqual([id]);
    expect((await admin.call('updateApiKey', { params, body: { name: 'Lent' } })).permissions).toHaveLength(9);
    expect(
      (await expectRefusal(admin.call('updateApiKey', { params, body: { permissions: ['UsersRead'] } }))).status,
    ).toBe(403);
    await admin.call('deleteApiKey', { params });
    expect(await ann.call('listApiKeys', {})).toEqual([]);
    const row = { userId, name: 'Key', secretHash: '', permissions: '[]', createdAt: 1, updatedAt: 1 };
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, id: randomUUID(), prefix: String(index) }));
    await server.context.db.transaction(async (tx) =>
      tx.write
        .insertInto('apiKey')
        .values(rows.map((one) => ({ ...one, isActive: 1, expiresAt: null, lastUsedAt: null })))
        .execute(),
    );
    expect((await expectRefusal(newKey(ann))).kind).toBe('Conflict');
    const bad = [
      { name: ' ' },
      { name: 'x'.repeat(101) },
      { name: 'x', permissions: ['books-read' as Permission] },
      { name: 'x', expiresAt: 'soon' },
    ];
    for (const body of bad) expect((await expectRefusal(bob.call('createApiKey', { body }))).kind).toBe('BadRequest');
  });
});

describe.each(databases)('devices on %s', (kind) => {
  it('are keys, else programs, counted at once and then once a minute', async () => {
    await using server = await startServer(kind);
    const { db, log } = server.context;
    const admin = await setupAdmin(server);
    const ann = await addUser(server, 'ann', 'reader');
    const key = await ann.call('createApiKey', { body: { name: 'E-reader' } });
    const { id: userId } = await ann.call('getCurrentUser', {});
    const viewer: Viewer = { userId, username: 'ann', role: 'reader', permissions: new Set(), sessionId: null };
    const asKey: Viewer = { ...viewer, apiKey: { id: key.id, name: key.name, followsOwner: true, expiresAt: null } };
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const start = Date.now() + 1_000_000;
    let at = start;
    await using uses = createUseLog({ db, log: log.users, now: () => at });
    const seen = async () => {
      await uses.settled();
      const { data } = await ann.call('listDevices', {});
      return data
        .filter(({ lastSeenAt }) => Date.parse(lastSeenAt) >= start)
        .map(({ name, requestCount, lastSeenAt }) => [name, requestCount, Date.parse(lastSeenAt) - start]);
    };
    uses.note(viewer, firefox);
    at += 1;
    uses.note(asKey, 'KOReader/2025');
    expect(await seen()).toEqual([
      ['E-reader', 1, 1],
      ['Firefox on Linux', 1, 0],
    ]);
    at += 59_000;
    for (const agent of ['KOReader/2025', 'Another/1']) uses.note(asKey, agent);
    expect((await seen())[0]).toEqual(['E-reader', 1, 1]);
    at += 1_000;
    uses.note({ ...asKey, apiKey: { id: key.id, name: 'Reader', followsOwner: true, expiresAt: null } }, 'Another/1');
    expect((await seen())[0]).toEqual(['Reader', 4, 60_001]);
    const { last_used_at: lastUsed } = await ann.call('getApiKey', { params: { id: key.id } });
    expect(Date.parse(lastUsed ?? '') - start).toBe(60_001);

    await ann.call('deleteApiKey', { params: { id: key.id } });
    const params = { deviceId: `apikey:${key.id}` };
    expect((await expectRefusal(admin.call('deleteDevice', { params }))).status).toBe(404);
    await ann.call('deleteDevice', { params });
    expect((await expectRefusal(ann.call('deleteDevice', { params }))).status).toBe(404);
    // What is counted when the server stops is written then, and of a user who is gone nothing.
    uses.note(viewer, firefox);
    uses.note({ ...viewer, userId: randomUUID() }, firefox);
    await uses[Symbol.asyncDispose]();
    expect((await seen())[0]).toEqual(['Firefox on Linux', 2, 60_001]);
  });
});
