import {
  buildAddress,
  api,
  type Endpoint,
  addIncluded,
  listNamed,
  type Role,
  ROLE_PERMISSIONS,
  type RouteName,
  routes,
} from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { createUser } from '#core/people/operate-user.ts';

const PASSWORD = 'the same for all';

async function fetchStatus(server: TestServer, name: RouteName, caller: Role): Promise<number> {
  const credential = Buffer.from(`${caller}:${PASSWORD}`).toString('base64');
  const response = await fetch(buildAddress(server.url, name), { headers: { authorization: `Basic ${credential}` } });
  await response.body?.cancel();
  return response.status;
}

async function addUser(server: TestServer, role: Role): Promise<void> {
  await createUser(server.context, { username: role, password: PASSWORD, email: null, role });
}

describe.each(databases)('permissions on %s', (kind) => {
  it('names the missing permission', async () => {
    await using server = await startServer(kind);
    await addUser(server, 'reader');
    const credential = Buffer.from(`reader:${PASSWORD}`).toString('base64');
    const response = await fetch(buildAddress(server.url, 'listTasks'), {
      headers: { authorization: `Basic ${credential}` },
    });
    expect([response.status, await response.json()]).toEqual([
      403,
      { error: 'Forbidden', message: 'This needs the permission TasksRead', details: null },
    ]);
  });

  it('need no second look at a password that was right: its apps go on while the name waits for failed sign-ins', async () => {
    await using server = await startServer(kind);
    await addUser(server, 'reader');
    expect(await fetchStatus(server, 'getCurrentUser', 'reader')).toBe(200);
    const { id } = await server.context.db.read.selectFrom('user').select('id').executeTakeFirstOrThrow();
    const pair = { kind: 'pair', key: `127.0.0.1 account ${id}` } as const;
    for (let count = 0; count < 10; count += 1) server.context.access.throttle.failed([pair]);
    expect(await fetchStatus(server, 'getCurrentUser', 'reader')).toBe(200);
    server.context.access.forgetUser(id);
    expect(await fetchStatus(server, 'getCurrentUser', 'reader')).toBe(429);
  });

  it('counts custom permissions, from the next request on', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    await addUser(server, 'reader');
    expect(await fetchStatus(server, 'listTasks', 'reader')).toBe(403);
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ permissions: '["TasksRead"]' }).where('username', '=', 'reader').execute(),
    );
    expect(await fetchStatus(server, 'listTasks', 'reader')).toBe(200);
    expect(await fetchStatus(server, 'browseFolders', 'reader')).toBe(403);
  });
});

describe('the roles', () => {
  it('have as many permissions as the specification says, each containing the one before', () => {
    const { reader, maintainer, admin } = ROLE_PERMISSIONS;
    const named = [reader, maintainer, admin].map((role) => listNamed(addIncluded(role)).length);
    expect(named).toEqual([9, 15, 22]);
    expect(reader.every((permission) => maintainer.includes(permission))).toBe(true);
  });
});

describe('the contract', () => {
  /** What asks with a body and changes nothing, what ends a session, and what asks for the password or a factor itself. */
  const READ_OR_OWN_PASSWORD = [
    ...['listFilteredSeries', 'listFilteredBooks', 'listSeriesGroups', 'listBookGroups', 'searchSeries'],
    ...['tryTemplate', 'testSeriesConditions'],
    ...[
      'logout',
      'logoutAtProvider',
      'endAccountView',
      'deleteSession',
      'deleteSessions',
      'updateProfile',
      'patchProfile',
      'changePassword',
    ],
    ...['askFactor', 'confirmFactor', 'startApp', 'finishApp', 'deleteApp', 'startPasskey', 'finishPasskey'],
    ...['renamePasskey', 'deletePasskey', 'makeRecoveryCodes', 'forgetBrowser', 'forgetBrowsers'],
    ...['startIdentityLink', 'deleteIdentity', 'createChildProfile', 'updateChildProfile', 'deleteChildProfile'],
    ...['openChildProfile', 'leaveChildProfile', 'savePin'],
  ];

  it('lets nothing be changed with a permission to read', () => {
    const changing = Object.entries(api).filter(([name, { permission }]: [string, Endpoint]) => {
      if (routes[name as RouteName][0] === 'GET' || permission === 'public') return false;
      return permission === 'user' || permission.some((one) => !/Write$|Delete$|Admin$/.test(one));
    });
    expect(changing.map(([name]) => name).toSorted()).toEqual(READ_OR_OWN_PASSWORD.toSorted());
  });
});
