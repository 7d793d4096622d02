import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

describe.each(databases)('names that people give themselves on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let anybody: Client;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    await admin.call('updateSetting', { params: { key: 'auth.registration_enabled' }, body: { value: 'true' } });
    anybody = createClient(server);
    await admin.call('createUser', { body: { username: 'paula', password: PASSWORD } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  const register = async (username: string) =>
    (await anybody.call('register', { body: { username, password: PASSWORD } })).user?.username;
  const refused = async (username: string) =>
    expectRefusal(anybody.call('register', { body: { username, password: PASSWORD } }));

  it('are stored in one form, by which their owner signs in', async () => {
    expect(await register('  Ｎina   Ｍay ')).toBe('Nina May');
    expect((await signIn(server, { username: 'nina may', password: PASSWORD })).token).toBeDefined();
    for (const name of ['Иван', 'Ωμέγα', 'さくら', '李 Na', 'josé', 'O’Neill', 'a_b-c.d']) {
      expect(await register(name)).toBe(name.normalize('NFKC'));
    }
  });

  it('are no names of the server, its administrators, or anonymous users', async () => {
    for (const name of [
      'admin',
      'Admin',
      'ａｄｍｉｎ',
      'аdmin',
      'adm1n',
      'a d m i n',
      'root',
      'Lectern',
      'support',
      'null',
      'me',
    ]) {
      const { status, details } = await refused(name);
      expect([name, status, details]).toEqual([
        name,
        400,
        [{ path: 'username', message: expect.any(String) as string }],
      ]);
    }
  });

  it('hide nothing, and hold one alphabet of those that look alike', async () => {
    const names = ['pau\u200Bla', 'paula\u202E', '\u2066eve', 'e\u00ADve', 'eve\u3164', 'e\u034Fve', 'pаula', 'ρaul'];
    for (const name of [...names, '---', 'a：b', '\uFDFA'.repeat(60)]) {
      const { status, details } = await refused(name);
      expect([name, status, details]).toEqual([
        name,
        400,
        [{ path: 'username', message: expect.any(String) as string }],
      ]);
    }
  });

  it('do not pass for the name of another account, which is told like a name that is taken', async () => {
    const taken = await refused('PAULA');
    expect(taken).toMatchObject({ status: 409, message: '"PAULA" is already in use' });
    expect(await register('АНТОН')).toBe('АНТОН');
    for (const name of ['pau1a', 'pauIa', 'AHTOH']) {
      expect(await refused(name)).toMatchObject({ status: 409, message: `"${name}" is already in use`, details: null });
    }
    // In the profile as well; one's own name is no other's.
    expect(await register('eve')).toBe('eve');
    const eve = await signIn(server, { username: 'eve', password: PASSWORD });
    const rename = async (username: string) =>
      eve.call('updateProfile', { body: { username, currentPassword: PASSWORD } });
    expect((await expectRefusal(rename('pau1a'))).status).toBe(409);
    expect((await expectRefusal(rename('root'))).status).toBe(400);
    expect((await rename('Eve')).username).toBe('Eve');
  });

  it('do not limit existing accounts or account managers, except for invisible characters', async () => {
    const create = async (username: string) => admin.call('createUser', { body: { username, password: PASSWORD } });
    expect((await create('support')).username).toBe('support');
    expect((await create('  Ａda  Ｌ ')).username).toBe('Ada L');
    expect((await expectRefusal(create('ad\u200Ba'))).status).toBe(400);
    await server.context.db.transaction(async ({ write }) =>
      write
        .updateTable('user')
        .set({ username: 'ｏｌd', usernameKey: 'ｏｌd' })
        .where('usernameKey', '=', 'ada l')
        .execute(),
    );
    const old = await signIn(server, { username: 'ＯＬd', password: PASSWORD });
    const same = { username: 'ｏｌd', email: 'old@example.org', currentPassword: PASSWORD };
    expect((await old.call('updateProfile', { body: same })).username).toBe('ｏｌd');
    await signIn(server, { username: 'ｏｌd', password: PASSWORD });
  });
});
