import { Writable } from 'node:stream';
import { type CallInput, type Permission, PERMISSIONS } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePassword } from '#core/people/profile.ts';
import { createResetLink } from '#core/people/use-mail-token.ts';
import { createApiKey, deleteApiKey, updateApiKey } from '#core/people/api-keys.ts';
import { createUserAs } from '#core/people/create-user.ts';
import { deleteUser, updateUser } from '#core/people/update-user.ts';
import type { Viewer } from '#core/viewer.ts';
import { createLog } from '#log/logger.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { basic, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const LOCAL = '127.0.0.1';
const MANAGER: Permission[] = ['UsersRead', 'UsersWrite', 'UsersDelete'];

describe.each(databases)('an account cannot be taken over by a user with fewer rights, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let open: string;
  let hidden: string;
  let tag: string;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    await switchCompatOn(admin);
    open = (await newShelf(server, { name: 'Open' })).libraryId;
    hidden = (await newShelf(server, { name: 'Hidden' })).libraryId;
    tag = (await admin.call('createSharingTag', { body: { name: 'Adults' } })).id;
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** Adds an account and signs it in. */
  async function add(username: string, more: Partial<CallInput<'createUser'>['body']> = {}) {
    const { id } = await admin.call('createUser', {
      body: { username, password: PASSWORD, email: `${username}@example.org`, ...more },
    });
    return { id, username, client: await signIn(server, { username, password: PASSWORD }) };
  }

  /** Every way to act on an account, as a client that manages accounts would. */
  async function attemptsOn(
    client: Client,
    { id }: { readonly id: string },
    keyId: string,
  ): Promise<readonly number[]> {
    const sessions = (await admin.call('listUserSessions', { params: { id } })).data;
    const params = { id };
    const attempts: readonly Promise<unknown>[] = [
      client.call('createResetLink', { params }),
      client.call('updateUser', { params, body: { password: 'taken over now' } }),
      client.call('patchUser', { params, body: { email: 'mine@evil.example' } }),
      client.call('updateUser', { params, body: { username: 'mine' } }),
      client.call('updateUser', { params, body: { emailVerified: true } }),
      client.call('updateUser', { params, body: { isActive: true } }),
      client.call('deleteUserSessions', { params }),
      client.call('deleteUserSession', { params: { id, sessionId: sessions[0]?.id ?? id } }),
      client.call('updateApiKey', { params: { id: keyId }, body: { permissions: null } }),
      client.call('patchApiKey', { params: { id: keyId }, body: { isActive: true } }),
      client.call('patchApiKey', { params: { id: keyId }, body: { expiresAt: null } }),
      client.call('patchApiKey', { params: { id: keyId }, body: { name: 'mine' } }),
      client.call('deleteApiKey', { params: { id: keyId } }),
      client.call('deleteUser', { params }),
    ];
    const statuses = await Promise.all(attempts.map(async (attempt) => (await expectRefusal(attempt)).status));
    const app = new ReaderApp(server, { authorization: `Bearer ${client.token ?? ''}` });
    const dialect = [
      await app.send('PATCH', `/api/v2/users/${id}/password`, { password: 'taken over now' }),
      await app.send('DELETE', `/api/v2/users/${id}`),
    ];
    return [...statuses, ...dialect];
  }

  /** The account can still be used as before, and its key is as it was. */
  async function isUntouched(
    { username, client }: { readonly username: string; readonly client: Client },
    keyId: string,
  ) {
    await signIn(server, { username, password: PASSWORD });
    const me = await client.call('getProfile', {});
    expect([me.username, me.email]).toEqual([username, `${username}@example.org`]);
    expect(await client.call('getApiKey', { params: { id: keyId } })).toMatchObject({ name: 'Old', is_active: false });
  }

  /** A key for little that is switched off and has expired. */
  async function oldKey(client: Client): Promise<string> {
    const { id } = await client.call('createApiKey', { body: { name: 'Old', permissions: ['BooksRead'] } });
    await client.call('updateApiKey', {
      params: { id },
      body: { isActive: false, expiresAt: '2020-01-01T00:00:00.000Z' },
    });
    return id;
  }

  it('by permissions: keys, links, addresses, sessions and passwords of an administrator are out of reach', async () => {
    const manager = await add('manager', { permissions: [...MANAGER] });
    const other = await add('root2', { role: 'admin' });
    const keyId = await oldKey(other.client);
    expect(new Set(await attemptsOn(manager.client, other, keyId))).toEqual(new Set([403]));
    await isUntouched(other, keyId);
    const maintainer = await add('keeper', { role: 'maintainer' });
    const kept = await oldKey(maintainer.client);
    expect(new Set(await attemptsOn(manager.client, maintainer, kept))).toEqual(new Set([403]));
    await isUntouched(maintainer, kept);
  });

  it('by libraries: a manager of one library does not reach accounts that see others', async () => {
    const manager = await add('limited', { permissions: [...MANAGER], libraryIds: [open] });
    for (const libraryIds of [null, [hidden], [open, hidden]]) {
      const name = `sees${String(libraryIds?.length ?? 'all')}${String(libraryIds?.includes(open) ?? '')}`;
      const other = await add(name, { libraryIds });
      const keyId = await oldKey(other.client);
      expect(new Set(await attemptsOn(manager.client, other, keyId))).toEqual(new Set([403]));
      await isUntouched(other, keyId);
    }
    const within = await add('within', { libraryIds: [open] });
    const { url } = await manager.client.call('createResetLink', { params: within });
    expect(url).toMatch(/^\/reset-password#/);
    const same = await manager.client.call('updateUser', { params: within, body: { isActive: true } });
    expect(same.libraryIds).toEqual([open]);
  });

  it('by sharing tags: who is denied a tag does not reach who is not', async () => {
    const manager = await add('tagged', { permissions: [...MANAGER] });
    const grant = async (id: string, accessMode: 'allow' | 'deny') =>
      admin.call('setUserSharingTag', { params: { id }, body: { sharingTagId: tag, accessMode } });
    await grant(manager.id, 'deny');
    const other = await add('untagged');
    const keyId = await oldKey(other.client);
    expect(new Set(await attemptsOn(manager.client, other, keyId))).toEqual(new Set([403]));
    await isUntouched(other, keyId);
    await grant(other.id, 'deny');
    await manager.client.call('createResetLink', { params: other });
    await grant(manager.id, 'allow');
    expect((await expectRefusal(manager.client.call('createResetLink', { params: other }))).status).toBe(403);
    await grant(other.id, 'allow');
    await manager.client.call('createResetLink', { params: other });
  });

  it('by a key: the permissions of the key count, not those of its owner', async () => {
    const reader = await add('plain');
    const keyId = await oldKey(reader.client);
    const { key } = await admin.call('createApiKey', {
      body: { name: 'Helper', permissions: [...MANAGER, 'ApiKeysRead', 'ApiKeysWrite', 'ApiKeysDelete'] },
    });
    expect(new Set(await attemptsOn(createClient(server, key), reader, keyId))).toEqual(new Set([403]));
    await isUntouched(reader, keyId);
  });

  it('by a link that was made before the account came to see or do more', async () => {
    const manager = await add('linker', { permissions: [...MANAGER], libraryIds: [open] });
    const changes: readonly ((id: string) => Promise<unknown>)[] = [
      async (id) => admin.call('updateUser', { params: { id }, body: { role: 'admin' } }),
      async (id) => admin.call('updateUser', { params: { id }, body: { permissions: ['SystemAdmin'] } }),
      async (id) => admin.call('updateUser', { params: { id }, body: { libraryIds: [open, hidden] } }),
      async (id) =>
        admin.call('setUserSharingTag', { params: { id }, body: { sharingTagId: tag, accessMode: 'allow' } }),
    ];
    for (const [index, change] of changes.entries()) {
      const target = await add(`rising${String(index)}`, { libraryIds: [open] });
      const { url } = await manager.client.call('createResetLink', { params: target });
      await change(target.id);
      const body = { token: url.replace(/^.*#/, ''), password: 'chosen by the manager' };
      expect((await expectRefusal(createClient(server).call('resetPassword', { body }))).status).toBe(400);
    }
  });

  it('by a link that was made before an undo let the account see more', async () => {
    const manager = await add('patientlinker', { permissions: [...MANAGER], libraryIds: [open] });
    const target = await add('undone', { libraryIds: [open] });
    await admin.call('setUserSharingTag', { params: target, body: { sharingTagId: tag, accessMode: 'deny' } });
    const { url } = await manager.client.call('createResetLink', { params: target });
    const [denied] = (await admin.call('listMetadataActions', {})).data;
    expect(denied?.changes).toMatchObject([{ targetType: 'sharingTag', field: 'grant' }]);
    await admin.call('undoMetadataAction', { params: { id: denied?.id ?? '' } });
    const body = { token: url.replace(/^.*#/, ''), password: 'chosen by the manager' };
    expect((await expectRefusal(createClient(server).call('resetPassword', { body }))).status).toBe(400);
  });

  it('by fields that are no part of a change, which are ignored', async () => {
    const user = await add('fields');
    const { id: adminId } = await admin.call('getCurrentUser', {});
    const getUser = async () => {
      const { id, role, permissions, isActive, emailVerified, email, libraryIds } = await admin.call('getUser', {
        params: { id: user.id },
      });
      return { id, role, permissions, isActive, emailVerified, email, libraryIds };
    };
    const before = await getUser();
    const rights = { role: 'admin', effectivePermissions: ['SystemAdmin'], isActive: true, libraryIds: [hidden] };
    const more = {
      ...rights,
      allLibraries: true,
      id: adminId,
      userId: adminId,
      emailVerified: true,
      passwordHash: 'x',
    };
    const send = async (method: string, path: string, body: object): Promise<Response> =>
      user.client.fetch(path, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...more, ...body }),
      });
    const profile = { username: 'fields two', currentPassword: PASSWORD, permissions: ['SystemAdmin'] };
    expect((await send('PATCH', '/api/v1/user', profile)).status).toBe(200);
    const made = await send('POST', '/api/v1/api-keys', { name: 'Mine' });
    expect(made.status).toBe(201);
    const { key } = (await made.json()) as { readonly key: string };
    expect((await createClient(server, key).call('getCurrentUser', {})).id).toBe(user.id);
    expect(await getUser()).toEqual(before);
    expect((await expectRefusal(user.client.call('listUsers', {}))).status).toBe(403);
  });

  it('by a stolen session: password and keys ask for the present password', async () => {
    const owner = await add('owner', { role: 'admin' });
    const makeKey = async (body: Partial<CallInput<'createApiKey'>['body']> = {}) =>
      owner.client.call('createApiKey', { body: { name: 'Lasting', ...body } });
    // A session that has just begun has just shown the password.
    await makeKey();
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('session')
        .set({ createdAt: Date.now() - 5 * 60_000 })
        .where('userId', '=', owner.id)
        .execute(),
    );
    for (const body of [{}, { currentPassword: 'a wrong password' }]) {
      const { status, details } = await expectRefusal(makeKey(body));
      expect([status, details]).toEqual([400, [expect.objectContaining({ path: 'currentPassword' })]]);
    }
    expect(await owner.client.call('listApiKeys', {})).toHaveLength(1);
    const { key } = await makeKey({ currentPassword: PASSWORD });
    const app = new ReaderApp(server, { authorization: `Bearer ${owner.client.token ?? ''}` });
    const keys = '/api/v2/users/me/api-keys';
    expect(await app.send('POST', keys, { comment: 'Lasting' })).toBe(400);
    expect(await app.send('POST', keys, { comment: 'Lasting', currentPassword: PASSWORD })).toBe(200);
    const place = '/api/v2/users/me/password';
    expect(await app.send('PATCH', place, { password: 'taken over now' })).toBe(400);
    expect(await app.send('PATCH', `/api/v2/users/${owner.id}/password`, { password: 'taken over now' })).toBe(403);
    const own = owner.client.call('updateUser', { params: owner, body: { password: 'taken over now' } });
    expect((await expectRefusal(own)).details).toEqual([expect.objectContaining({ path: 'password' })]);
    const byKey = new ReaderApp(server, { 'x-api-key': key });
    expect(await byKey.send('PATCH', place, { password: 'taken over now' })).toBe(400);
    await signIn(server, { username: 'owner', password: PASSWORD });
  });

  it('and a new password takes all keys along when the person wants that', async () => {
    const owner = await add('quitter');
    const keys = async () => (await owner.client.call('listApiKeys', {})).length;
    await owner.client.call('createApiKey', { body: { name: 'One' } });
    await owner.client.call('changePassword', { body: { currentPassword: PASSWORD, newPassword: 'a second one' } });
    expect(await keys()).toBe(1);
    const body = { currentPassword: 'a second one', newPassword: 'a third one', revokeApiKeys: true };
    await owner.client.call('changePassword', { body });
    expect(await keys()).toBe(0);
    const { key } = await owner.client.call('createApiKey', { body: { name: 'Two' } });
    const { url } = await admin.call('createResetLink', { params: owner });
    const token = url.replace(/^.*#/, '');
    await createClient(server).call('resetPassword', { body: { token, password: PASSWORD, revokeApiKeys: true } });
    expect((await expectRefusal(createClient(server, key).call('getCurrentUser', {}))).status).toBe(401);
    expect(await (await signIn(server, { username: 'quitter', password: PASSWORD })).call('listApiKeys', {})).toEqual(
      [],
    );
  });

  it('and a key for reading changes nothing, not even what is its owner’s own', async () => {
    const owner = await add('bookworm');
    const { key } = await owner.client.call('createApiKey', {
      body: {
        name: 'Read only',
        permissions: ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'],
      },
    });
    const reading = createClient(server, key);
    const preset = {
      name: 'Mine',
      scope: 'library',
      target: 'books',
      condition: { genre: { operator: 'is', value: 'x' } },
    };
    const asks: readonly (readonly [string, string, unknown])[] = [
      ['PUT', '/api/v1/user/preferences/ui.theme', { value: 'dark' }],
      ['PUT', '/api/v1/user/preferences', { preferences: { 'ui.theme': 'dark' } }],
      ['DELETE', '/api/v1/user/preferences/ui.theme', undefined],
      ['POST', '/api/v1/filter-presets', preset],
      ['POST', '/api/v1/user/exports/series', { format: 'json', exportType: 'series' }],
      ['DELETE', '/api/v1/user/devices/unknown', undefined],
    ];
    for (const [method, path, body] of asks) {
      const response = await reading.fetch(path, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      expect([method, path, response.status]).toEqual([method, path, 403]);
    }
    const app = new ReaderApp(server, { 'x-api-key': key });
    const place = '/api/v1/client-settings/user';
    expect(await app.send('PATCH', place, { 'app.one': { value: 'x' } })).toBe(403);
    expect(await app.send('DELETE', place, ['app.one'])).toBe(403);
    expect((await reading.call('listPreferences', {})).length).toBeGreaterThan(0);
    await owner.client.call('updatePreference', { params: { key: 'ui.theme' }, body: { value: 'dark' } });
    expect(
      await new ReaderApp(server, basic('bookworm', PASSWORD)).send('PATCH', place, { 'app.one': { value: 'x' } }),
    ).toBe(204);
  });

  it('and every change of a role, a key or a password is in the log, without a secret', async () => {
    const lines: string[] = [];
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const ctx = { ...server.context, log: createLog({ level: 'info', format: 'json' }, { destination }) };
    const { id: userId } = await admin.call('getCurrentUser', {});
    const viewer: Viewer = {
      ...{ userId, username: 'admin', role: 'admin', sessionId: null },
      permissions: new Set(PERMISSIONS),
    };
    const account = await createUserAs(ctx, viewer, { username: 'noted', password: PASSWORD });
    await updateUser(ctx, viewer, account.id, { role: 'maintainer', password: 'a second one' });
    const self: Viewer = { ...viewer, userId: account.id, username: 'noted', permissions: new Set(['ApiKeysWrite']) };
    const key = await createApiKey(ctx, self, { name: 'Key', permissions: ['ApiKeysWrite'] }, LOCAL);
    await updateApiKey(ctx, viewer, key.id, { isActive: false });
    await deleteApiKey(ctx, viewer, key.id);
    await changePassword(ctx, self, { currentPassword: 'a second one', newPassword: 'a third one' }, LOCAL);
    await createResetLink(ctx, viewer, account.id);
    await deleteUser(ctx, viewer, account.id);
    const entries = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(entries.map(({ msg, actor, account: whose }) => [msg, actor, whose])).toEqual([
      ['account added', 'admin', 'noted'],
      ['account changed', 'admin', 'noted'],
      ['API key made', 'noted', 'noted'],
      ['API key changed', 'admin', 'noted'],
      ['API key revoked', 'admin', 'noted'],
      ['password changed', 'noted', 'noted'],
      ['reset link made', 'admin', 'noted'],
      ['account deleted', 'admin', 'noted'],
    ]);
    expect(entries[1]).toMatchObject({
      changed: ['role', 'password'],
      before: { role: 'reader', permissions: [] },
      after: { role: 'maintainer', permissions: [] },
    });
    expect(entries[2]).toMatchObject({ keyPrefix: key.key_prefix, permissions: ['ApiKeysWrite'] });
    for (const secret of [PASSWORD, 'a second one', 'a third one', key.key.slice(13)]) {
      expect(lines.join('')).not.toContain(secret);
    }
  });
});
