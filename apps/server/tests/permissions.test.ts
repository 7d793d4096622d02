import {
  addressOf,
  api,
  type Endpoint,
  PERMISSIONS,
  type Role,
  ROLE_PERMISSIONS,
  type RouteName,
  routes,
} from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { setupAdmin } from './_harness/client.ts';
import { databases } from './_harness/databases.ts';
import { startServer, type TestServer } from './_harness/start-server.ts';
import { createUser } from '#core/users/create-user.ts';

const NAMES = Object.keys(routes) as RouteName[];
const PASSWORD = 'the same for all';
const CALLERS = ['anonymous', 'reader', 'maintainer', 'admin'] as const;
type Caller = (typeof CALLERS)[number];

/** Parameters that are well formed and name nothing. */
const NOTHING = {
  id: '0192f0c1-0000-7000-8000-000000000000',
  coverId: '0192f0c1-0000-7000-8000-000000000000',
  bookId: '0192f0c1-0000-7000-8000-000000000000',
  pageNumber: 1,
  path: 'x',
};

/** What the contract promises: refused for want of a credential, of a permission, or let through. */
function promised(name: RouteName, caller: Caller): 401 | 403 | 'through' {
  const { permission }: Endpoint = api[name];
  if (permission === 'public') return 'through';
  if (caller === 'anonymous') return 401;
  if (permission === 'user') return 'through';
  return permission.some((wanted) => ROLE_PERMISSIONS[caller].includes(wanted)) ? 'through' : 403;
}

async function statusOf(server: TestServer, name: RouteName, caller: Caller): Promise<number> {
  const [method] = routes[name];
  // Basic, because a logout on the way would end a session.
  const credential = Buffer.from(`${caller}:${PASSWORD}`).toString('base64');
  const response = await fetch(addressOf(server.url, name, NOTHING), {
    method,
    headers: {
      ...(caller === 'anonymous' ? {} : { authorization: `Basic ${credential}` }),
      ...(method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }),
  });
  await response.body?.cancel();
  return response.status;
}

async function addUser(server: TestServer, role: Role): Promise<void> {
  await createUser(server.context, { username: role, password: PASSWORD, email: null, role });
}

describe.each(databases)('every route on %s', (kind) => {
  it('lets through whom the contract lets through, and nobody else', async () => {
    await using server = await startServer(kind);
    for (const role of ['reader', 'maintainer', 'admin'] as const) await addUser(server, role);
    const found: string[] = [];
    const expected: string[] = [];
    for (const name of NAMES) {
      for (const caller of CALLERS) {
        const status = await statusOf(server, name, caller);
        const outcome = status === 401 || status === 403 ? status : 'through';
        found.push(`${name} ${caller} ${String(outcome)}`);
        expected.push(`${name} ${caller} ${String(promised(name, caller))}`);
        expect([name, caller, status < 500]).toEqual([name, caller, true]);
      }
    }
    expect(found).toEqual(expected);
  });

  it('names the missing permission', async () => {
    await using server = await startServer(kind);
    await addUser(server, 'reader');
    const credential = Buffer.from(`reader:${PASSWORD}`).toString('base64');
    const response = await fetch(addressOf(server.url, 'listTasks'), {
      headers: { authorization: `Basic ${credential}` },
    });
    expect([response.status, await response.json()]).toEqual([
      403,
      { error: 'Forbidden', message: 'This needs the permission TasksRead', details: null },
    ]);
  });

  it('counts custom permissions, from the next request on', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    await addUser(server, 'reader');
    expect(await statusOf(server, 'listTasks', 'reader')).toBe(403);
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ permissions: '["TasksRead"]' }).where('username', '=', 'reader').execute(),
    );
    expect(await statusOf(server, 'listTasks', 'reader')).toBe(200);
    expect(await statusOf(server, 'browseFolders', 'reader')).toBe(403);
  });
});

describe('the roles', () => {
  it('have as many permissions as the specification says, each containing the one before', () => {
    const { reader, maintainer, admin } = ROLE_PERMISSIONS;
    expect([reader.length, maintainer.length, admin.length, PERMISSIONS.length]).toEqual([9, 15, 22, 22]);
    expect(reader.every((permission) => maintainer.includes(permission))).toBe(true);
  });
});
