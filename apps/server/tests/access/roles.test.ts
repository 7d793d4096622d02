import { type CallInput, type Permission, ROLE_PERMISSIONS } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { requireFor } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

describe.each(databases)('roles that admins make on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let bookId: string;
  let seriesId: string;
  let counter = 0;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    seriesId = await shelf.addSeries('Series');
    bookId = await shelf.addBook(seriesId, 'Book');
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  async function add(more: Partial<CallInput<'createUser'>['body']> = {}, as = admin) {
    counter += 1;
    const username = `member ${String(counter)}`;
    const user = await as.call('createUser', { body: { username, password: PASSWORD, ...more } });
    return { ...user, client: await signIn(server, { username, password: PASSWORD }) };
  }

  async function addRole(permissions: CallInput<'createRole'>['body']['permissions']) {
    counter += 1;
    return admin.call('createRole', { body: { name: `Role ${String(counter)}`, permissions } });
  }

  const getStatus = async (work: Promise<unknown>): Promise<number> => (await expectRefusal(work)).status;

  it('come with an editor, who changes metadata and nothing else', async () => {
    const { roles } = await admin.call('listRoles', {});
    const editor = roles.find(({ name }) => name === 'Editor');
    const { client, role, customRole } = await add({ customRoleId: editor?.id ?? '' });
    expect([role, customRole]).toEqual(['reader', { id: editor?.id, name: 'Editor' }]);
    const me = await client.call('getCurrentUser', {});
    expect([me.role, me.customRole]).toEqual(['reader', 'Editor']);
    await client.call('updateBookMetadata', { params: { id: bookId }, body: { summary: 'Told by an editor' } });
    await client.call('updateSeriesMetadata', { params: { id: seriesId }, body: { summary: 'Told by an editor' } });
    const [action] = (await client.call('listMetadataActions', { query: { bookId } })).data;
    await client.call('undoMetadataAction', { params: { id: action?.id ?? '' } });
    const { summary } = await client.call('getBookMetadata', { params: { id: bookId } });
    expect(summary).toBeNull();
    const others: readonly Promise<unknown>[] = [
      client.call('deleteBook', { params: { id: bookId } }),
      client.call('deleteSeries', { params: { id: seriesId } }),
      client.call('analyzeBook', { params: { id: bookId } }),
      client.call('listUsers', {}),
      client.call('listTasks', {}),
      client.call('listSettings', {}),
      client.call('listAudit', {}),
      client.call('createRole', { body: { name: 'Mine', permissions: ['UsersWrite'] } }),
    ];
    expect(new Set(await Promise.all(others.map(getStatus)))).toEqual(new Set([403]));
  });

  it('replace the permissions of the built-in role, and can have fewer', async () => {
    const { id } = await addRole(['LibrariesRead', 'SeriesRead', 'BooksRead']);
    const { client } = await add({ customRoleId: id });
    expect((await client.call('getCurrentUser', {})).effectivePermissions).toEqual([
      'LibrariesRead',
      'SeriesRead',
      'BooksRead',
    ]);
    expect(await getStatus(client.call('createApiKey', { body: { name: 'x' } }))).toBe(403);
  });

  it('show the widest built-in role within them to clients that know no others', async () => {
    const { id } = await addRole([...ROLE_PERMISSIONS.maintainer, 'UsersRead'] as Exclude<Permission, 'SystemAdmin'>[]);
    const user = await add({ customRoleId: id });
    expect(user.role).toBe('maintainer');
    // Such a client sends the role back that it read.
    const same = await admin.call('updateUser', { params: user, body: { role: 'maintainer', isActive: true } });
    expect(same.customRole?.id).toBe(id);
    const other = await admin.call('updateUser', { params: user, body: { role: 'reader' } });
    expect([other.role, other.customRole]).toEqual(['reader', null]);
    const back = await admin.call('patchUser', { params: user, body: { customRoleId: id, role: 'admin' } });
    expect([back.role, back.customRole?.id]).toEqual(['maintainer', id]);
    const none = await admin.call('patchUser', { params: user, body: { customRoleId: null, role: 'reader' } });
    expect([none.role, none.customRole]).toEqual(['reader', null]);
  });

  it('apply to their accounts from the next request on, also when they change', async () => {
    const { id } = await addRole(['BooksRead', 'TasksRead']);
    const user = await add({ customRoleId: id });
    const { key } = await (await add()).client.call('createApiKey', { body: { name: 'other' } });
    await user.client.call('listTasks', {});
    await admin.call('createResetLink', { params: user });
    await admin.call('updateRole', { params: { id }, body: { permissions: ['BooksRead'] } });
    expect(await getStatus(user.client.call('listTasks', {}))).toBe(403);
    const tokens = await server.context.db.read
      .selectFrom('mailToken')
      .select('id')
      .where('userId', '=', user.id)
      .execute();
    expect(tokens).toEqual([]);
    expect((await createClient(server, key).call('getCurrentUser', {})).customRole).toBeNull();
  });

  it('are never SystemAdmin, and only admins make them', async () => {
    const body = { name: 'Root', permissions: ['SystemAdmin'] };
    const answer = await admin.fetch('/api/v1/roles', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    const { client } = await add({ permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] });
    const { id } = await addRole(['TasksRead']);
    expect(await getStatus(client.call('createRole', { body: { name: 'Mine', permissions: [] } }))).toBe(403);
    expect(await getStatus(client.call('updateRole', { params: { id }, body: { permissions: [] } }))).toBe(403);
    expect(await getStatus(client.call('deleteRole', { params: { id } }))).toBe(403);
  });

  it('are given only by users who have all of their permissions', async () => {
    const manager = await add({ permissions: ['UsersRead', 'UsersWrite', 'UsersDelete'] });
    const strong = await addRole(['BooksRead', 'TasksWrite']);
    const weak = await addRole(['BooksRead']);
    const member = await add({}, manager.client);
    const body = { username: 'too strong', password: PASSWORD, customRoleId: strong.id };
    expect(await getStatus(manager.client.call('createUser', { body }))).toBe(403);
    const give = async (customRoleId: string) =>
      manager.client.call('patchUser', { params: member, body: { customRoleId } });
    expect(await getStatus(give(strong.id))).toBe(403);
    expect((await give(weak.id)).customRole?.id).toBe(weak.id);
    // Nor does a manager reach an account with a stronger role, or take that role for themself.
    await admin.call('patchUser', { params: member, body: { customRoleId: strong.id } });
    expect(await getStatus(manager.client.call('createResetLink', { params: member }))).toBe(403);
    expect(await getStatus(give(weak.id))).toBe(403);
    expect(
      await getStatus(manager.client.call('patchUser', { params: manager, body: { customRoleId: strong.id } })),
    ).toBe(403);
  });

  it('do not remove the last admin', async () => {
    const { id } = await addRole(['BooksRead']);
    const { id: self } = await admin.call('getCurrentUser', {});
    expect(await getStatus(admin.call('patchUser', { params: { id: self }, body: { customRoleId: id } }))).toBe(409);
  });

  it('have names that are taken in any case, and stay while an account has them', async () => {
    const { id, name } = await addRole(['BooksRead']);
    for (const taken of [name.toUpperCase(), 'Admin', 'READER']) {
      expect(await getStatus(admin.call('createRole', { body: { name: taken, permissions: [] } }))).toBe(409);
    }
    const user = await add({ customRoleId: id });
    expect(await getStatus(admin.call('deleteRole', { params: { id } }))).toBe(409);
    await admin.call('deleteUser', { params: user });
    await admin.call('deleteRole', { params: { id } });
    expect(await getStatus(admin.call('deleteRole', { params: { id } }))).toBe(404);
    expect(await getStatus(add({ customRoleId: id }))).toBe(400);
    const { data } = await admin.call('listAudit', { query: { category: 'rights', search: name } });
    expect(data.map(({ action }) => action)).toEqual(['role_deleted', 'role_added']);
  });

  it('need a second factor like a maintainer when they may do more than a reader', async () => {
    const reads = ['LibrariesRead', 'SeriesRead', 'BooksRead'] as const;
    const [wide, narrow] = [await addRole([...reads, 'MetadataWrite']), await addRole([...reads])];
    const editor = await add({ customRoleId: wide.id });
    const visitor = await add({ customRoleId: narrow.id });
    const manager = await add({ permissions: ['UsersRead'] });
    const status = async (client: Client) => (await client.fetch('/api/v1/auth/me')).status;
    await requireFor(admin, ['maintainer']);
    try {
      await expect.poll(async () => status(editor.client)).toBe(401);
      expect(await status(manager.client)).toBe(401);
      expect(await status(visitor.client)).toBe(200);
      const { details } = await expectRefusal(
        createClient(server).call('login', { body: { username: editor.username, password: PASSWORD } }),
      );
      expect(details).toMatchObject({ secondFactor: { methods: [] } });
    } finally {
      await requireFor(admin, []);
    }
  });
});
