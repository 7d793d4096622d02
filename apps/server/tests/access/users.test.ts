import type { CallInput } from '@lectern/contract';
import { createUser } from '#core/people/operate-user.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const UNKNOWN = '0192f0c1-0000-7000-8000-000000000000';

describe.each(databases)('accounts on %s', (kind) => {
  let server: TestServer;
  let admin: Client;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  /** Adds an account and signs it in. */
  async function add(username: string, more: Partial<CallInput<'createUser'>['body']> = {}) {
    const user = await admin.call('createUser', { body: { username, password: PASSWORD, ...more } });
    return { user, client: await signIn(server, { username, password: PASSWORD }) };
  }

  it('are added as readers who can sign in at once, and are found by name, address and role', async () => {
    const { user, client } = await add('Bob', { email: 'Bob@Example.org' });
    expect(user).toMatchObject({
      ...{ username: 'Bob', email: 'Bob@Example.org', role: 'reader', permissions: [], isActive: true },
      ...{ emailVerified: true, libraryIds: null },
    });
    expect((await client.call('getCurrentUser', {})).id).toBe(user.id);
    expect((await admin.call('getUser', { params: user })).lastLoginAt).not.toBeNull();
    const found = async (query: NonNullable<CallInput<'listUsers'>['query']>) =>
      (await admin.call('listUsers', { query })).data.map(({ username }) => username);
    expect(await found({ search: 'BO' })).toEqual(['Bob']);
    expect(await found({ search: '@example' })).toEqual(['Bob']);
    expect(await found({ search: '%' })).toEqual([]);
    expect(await found({ role: 'admin' })).toEqual(['admin']);
    expect(await found({ pageSize: '1', page: '2' })).toEqual(['Bob']);
  });

  it('have unique names and addresses, without regard to case', async () => {
    const { user } = await add('carla', { email: 'carla@example.org' });
    const bodies = [
      { username: 'CARLA' },
      { username: 'Carla@example.org' },
      { username: 'x', email: 'CARLA@Example.org' },
    ];
    for (const body of bodies) {
      const refusal = await expectRefusal(admin.call('createUser', { body: { password: PASSWORD, ...body } }));
      expect([body, refusal.status]).toEqual([body, 409]);
    }
    const other = await add('dora');
    const taken = admin.call('updateUser', { params: other.user, body: { email: 'CARLA@example.org' } });
    expect((await expectRefusal(taken)).kind).toBe('Conflict');
    // One's own is no other's.
    const same = await admin.call('patchUser', {
      params: user,
      body: { username: 'Carla', email: 'carla@example.org' },
    });
    expect(same.username).toBe('Carla');
  });

  it('keep what a change leaves out, and lose what it sets to null', async () => {
    const { user } = await add('emil', { email: 'emil@example.org', permissions: ['TasksRead'] });
    const changed = await admin.call('updateUser', { params: user, body: { role: 'maintainer' } });
    expect(changed).toMatchObject({ email: 'emil@example.org', permissions: ['TasksRead'], role: 'maintainer' });
    const cleared = await admin.call('updateUser', { params: user, body: { email: null, permissions: [] } });
    expect(cleared).toMatchObject({ email: '', emailVerified: false, permissions: [], role: 'maintainer' });
  });

  it('may do more or less from the next request on', async () => {
    const { user, client } = await add('fred');
    expect((await expectRefusal(client.call('listTasks', {}))).status).toBe(403);
    await admin.call('updateUser', { params: user, body: { permissions: ['TasksRead'] } });
    expect((await client.call('listTasks', {})).total).toBe(0);
    await admin.call('updateUser', { params: user, body: { permissions: [] } });
    expect((await expectRefusal(client.call('listTasks', {}))).status).toBe(403);
  });

  it('end their sessions when they are deactivated, get a new password or are deleted', async () => {
    const { user, client } = await add('gina');
    await admin.call('updateUser', { params: user, body: { isActive: false } });
    expect((await expectRefusal(client.call('getCurrentUser', {}))).status).toBe(401);
    expect((await expectRefusal(signIn(server, { username: 'gina', password: PASSWORD }))).status).toBe(401);
    await admin.call('updateUser', { params: user, body: { isActive: true } });
    // What has ended does not come back.
    expect((await expectRefusal(client.call('getCurrentUser', {}))).status).toBe(401);
    const again = await signIn(server, { username: 'gina', password: PASSWORD });
    await admin.call('updateUser', { params: user, body: { password: 'another password' } });
    expect((await expectRefusal(again.call('getCurrentUser', {}))).status).toBe(401);
    const last = await signIn(server, { username: 'gina', password: 'another password' });
    await admin.call('deleteUser', { params: user });
    expect((await expectRefusal(last.call('getCurrentUser', {}))).status).toBe(401);
    expect((await expectRefusal(admin.call('getUser', { params: user }))).status).toBe(404);
    expect((await expectRefusal(admin.call('deleteUser', { params: { id: UNKNOWN } }))).status).toBe(404);
    expect((await expectRefusal(admin.call('updateUser', { params: { id: UNKNOWN }, body: {} }))).status).toBe(404);
  });

  it('tell when they were last used and how much is theirs, and are found by whether they can be used', async () => {
    const { user, client } = await add('iris');
    await client.call('createApiKey', { body: { name: 'Tablet' } });
    const shelf = await newShelf(server, { name: 'Of iris' });
    const id = await shelf.addBook(await shelf.addSeries('Iris'), 'Iris 1');
    await client.call('markBookRead', { params: { id } });
    await server.context.uses.settled();
    const told = await admin.call('getUser', { params: user });
    expect(told).toMatchObject({ progressCount: 1, apiKeyCount: 1, sessionCount: 1, pendingVerification: false });
    expect(Date.parse(told.lastSeenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(told.lastLoginAt ?? ''));
    const never = await admin.call('createUser', { body: { username: 'iris twin', password: PASSWORD } });
    expect(never.lastSeenAt).toBeNull();
    await admin.call('updateUser', { params: never, body: { isActive: false } });
    const found = async (query: { readonly isActive?: string }) =>
      (await admin.call('listUsers', { query: { search: 'iris', ...query } })).data.map(({ username }) => username);
    expect(await found({})).toEqual(['iris', 'iris twin']);
    expect([await found({ isActive: 'true' }), await found({ isActive: '0' })]).toEqual([['iris'], ['iris twin']]);
    await server.context.db.transaction(async (tx) =>
      tx.write.deleteFrom('library').where('id', '=', shelf.libraryId).execute(),
    );
  });

  it('get a reset link from a manager with as many rights, which is good once', async () => {
    const { user, client } = await add('jane', { email: 'jane@example.org' });
    const { url } = await admin.call('createResetLink', { params: user });
    expect(url).toMatch(/^\/reset-password#[\w-]{40,}$/);
    const body = { token: url.replace(/^.*#/, ''), password: 'chosen by jane' };
    await createClient(server).call('resetPassword', { body });
    expect((await expectRefusal(client.call('getCurrentUser', {}))).status).toBe(401);
    expect((await expectRefusal(createClient(server).call('resetPassword', { body }))).status).toBe(400);
    const helper = await add('link helper', { permissions: ['UsersRead', 'UsersWrite'] });
    const own = await admin.call('getCurrentUser', {});
    expect((await expectRefusal(helper.client.call('createResetLink', { params: own }))).kind).toBe('Forbidden');
    expect((await expectRefusal(admin.call('createResetLink', { params: { id: UNKNOWN } }))).status).toBe(404);
    await admin.call('updateUser', { params: user, body: { isActive: false } });
    expect((await expectRefusal(admin.call('createResetLink', { params: user }))).status).toBe(409);
  });

  it('have their address confirmed by hand, where there is one', async () => {
    const { user } = await add('karl', { email: 'karl@example.org' });
    const set = async (body: CallInput<'updateUser'>['body']) => admin.call('updateUser', { params: user, body });
    expect((await set({ emailVerified: false })).emailVerified).toBe(false);
    expect(await set({ emailVerified: true })).toMatchObject({ emailVerified: true, pendingVerification: false });
    await set({ email: null });
    const refusal = await expectRefusal(set({ emailVerified: true }));
    expect([refusal.status, refusal.details]).toEqual([400, [expect.objectContaining({ path: 'emailVerified' })]]);
  });

  it('of administrators are never all gone: not by role, deactivation or deletion', async () => {
    const { id } = await admin.call('getCurrentUser', {});
    for (const body of [{ role: 'reader' }, { isActive: false }] as const) {
      const refusal = await expectRefusal(admin.call('updateUser', { params: { id }, body }));
      expect([body, refusal.status]).toEqual([body, 409]);
    }
    expect((await expectRefusal(admin.call('deleteUser', { params: { id } }))).status).toBe(400);
    expect(await admin.call('getCurrentUser', {})).toMatchObject({ role: 'admin', isActive: true });
  });

  it('of two administrators who take each other down at once leave one', async () => {
    for (const body of [{ role: 'reader' }, { isActive: false }, undefined] as const) {
      const { user, client } = await add('second', { role: 'admin' });
      const { id } = await admin.call('getCurrentUser', {});
      const down = async (by: Client, params: { readonly id: string }): Promise<unknown> =>
        body === undefined ? by.call('deleteUser', { params }) : by.call('updateUser', { params, body });
      await Promise.allSettled([down(admin, user), down(client, { id })]);
      const left = await server.context.db.read
        .selectFrom('user')
        .select('username')
        .where('role', '=', 'admin')
        .where('isActive', '=', 1)
        .execute();
      expect(left).toHaveLength(1);
      // The first administrator stays active for the rest of the tests.
      await server.context.db.transaction(async (tx) => {
        await tx.write.deleteFrom('user').where('username', 'in', ['second', 'admin']).execute();
        await tx.write.deleteFrom('user').where('role', '=', 'admin').execute();
      });
      server.context.access.forgetUser(id);
      server.context.access.forgetUser(user.id);
      await createUser(server.context, {
        ...{ username: 'admin', password: 'correct horse battery', email: null, role: 'admin' },
      });
      admin = await signIn(server);
    }
  });

  it('are managed only by those who may do as much themselves', async () => {
    const { client } = await add('helper', { permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] });
    const { id } = await admin.call('getCurrentUser', {});
    const self = await client.call('getCurrentUser', {});
    const attempts = [
      client.call('createUser', { body: { username: 'eve', password: PASSWORD, role: 'admin' } }),
      client.call('createUser', { body: { username: 'eve', password: PASSWORD, permissions: ['SystemAdmin'] } }),
      client.call('updateUser', { params: { id }, body: { password: 'taken over' } }),
      client.call('deleteUser', { params: { id } }),
      client.call('updateUser', { params: self, body: { role: 'maintainer' } }),
    ].map(async (attempt) => (await expectRefusal(attempt)).kind);
    const kinds = await Promise.all(attempts);
    expect(kinds).toEqual(['Forbidden', 'Forbidden', 'Forbidden', 'Forbidden', 'Forbidden']);
    const made = await client.call('createUser', { body: { username: 'reader of helper', password: PASSWORD } });
    expect(made.role).toBe('reader');
  });

  it('see the libraries that were given to them, and pass on no others', async () => {
    const [open, other, hidden] = await Promise.all(
      ['Open', 'Other', 'Hidden'].map(async (name) => (await newShelf(server, { name })).libraryId),
    );
    if (open === undefined || other === undefined || hidden === undefined) throw new Error('Expected three libraries');
    const { user, client } = await add('harry', { libraryIds: [open], permissions: ['UsersRead', 'UsersWrite'] });
    const names = async () => (await client.call('listLibraries', {})).data.map(({ name }) => name);
    expect([user.libraryIds, await names()]).toEqual([[open], ['Open']]);
    await admin.call('updateUser', { params: user, body: { libraryIds: [open, other] } });
    expect(await names()).toEqual(['Open', 'Other']);
    const child = await client.call('createUser', { body: { username: 'child', password: PASSWORD } });
    expect(child.libraryIds?.toSorted()).toEqual([open, other].toSorted());
    const body = { username: 'other child', password: PASSWORD };
    const attempts = [[hidden], [UNKNOWN], null].map(async (libraryIds) =>
      expectRefusal(client.call('createUser', { body: { ...body, libraryIds } })),
    );
    expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([400, 400, 403]);
    // What another was given before is neither shown nor lost.
    await admin.call('updateUser', { params: child, body: { libraryIds: [hidden, open] } });
    expect((await client.call('getUser', { params: child })).libraryIds).toEqual([open]);
    await client.call('updateUser', { params: child, body: { libraryIds: [other] } });
    expect((await admin.call('getUser', { params: child })).libraryIds?.toSorted()).toEqual([hidden, other].toSorted());
    await admin.call('updateUser', { params: user, body: { libraryIds: null } });
    expect(await names()).toEqual(['Hidden', 'Open', 'Other']);
    await admin.call('updateUser', { params: user, body: { libraryIds: [] } });
    expect(await names()).toEqual([]);
  });

  it('refuse what is not valid, naming the field', async () => {
    const bodies = [
      ['password', { username: 'ivy', password: 'short' }],
      ['username', { username: 'i:vy', password: PASSWORD }],
      ['email', { username: 'ivy', password: PASSWORD, email: 'nowhere' }],
    ] as const;
    for (const [path, body] of bodies) {
      const { status, details } = await expectRefusal(admin.call('createUser', { body }));
      expect([status, details]).toEqual([400, [expect.objectContaining({ path })]]);
    }
    const response = await admin.fetch('/api/v1/users', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'ivy', password: PASSWORD, role: 'owner' }),
    });
    expect(response.status).toBe(400);
    expect(createClient(server).token).toBeUndefined();
  });
});
