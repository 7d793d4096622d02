import type { CallInput } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { requireFor } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

describe.each(databases)('invitations on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let anybody: Client;
  let open: string;
  let hidden: string;
  let counter = 0;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    anybody = createClient(server);
    open = (await newShelf(server, { name: 'Open' })).libraryId;
    hidden = (await newShelf(server, { name: 'Hidden' })).libraryId;
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  const newName = (): string => {
    counter += 1;
    return `guest ${String(counter)}`;
  };
  const readToken = (url: string): string => /^\/join#([\w-]{43})$/.exec(url)?.[1] ?? '';

  async function invite(body: CallInput<'createInvitation'>['body'] = {}, as = admin) {
    const invitation = await as.call('createInvitation', { body });
    return { ...invitation, token: readToken(invitation.url) };
  }

  async function accept(token: string, username = newName()) {
    const joined = await anybody.call('acceptInvitation', { body: { token, username, password: PASSWORD } });
    return { client: createClient(server, joined.access_token ?? ''), username };
  }

  async function newManager(libraryIds: string[] | null = null) {
    const username = newName();
    const permissions = ['UsersRead', 'UsersWrite', 'UsersDelete'] as const;
    const user = await admin.call('createUser', {
      body: { username, password: PASSWORD, libraryIds, permissions: [...permissions] },
    });
    return { id: user.id, client: await signIn(server, { username, password: PASSWORD }) };
  }

  /** Lets guesses of other tests be forgotten. */
  const forgetGuesses = () =>
    server.context.access.throttle.restore([
      { kind: 'invitation', key: '127.0.0.1' },
      { kind: 'register', key: '127.0.0.1' },
    ]);

  async function getStatus(work: Promise<unknown>): Promise<number> {
    const { status } = await expectRefusal(work);
    forgetGuesses();
    return status;
  }

  it('make an account once, with its role and libraries, while registration is off', async () => {
    const { token, expiresAt } = await invite({ role: 'maintainer', libraryIds: [open], note: 'For Ann' });
    expect(await anybody.call('checkInvitation', { body: { token } })).toEqual({ expiresAt });
    const { client, username } = await accept(token);
    expect(await client.call('getProfile', {})).toMatchObject({ username, role: 'maintainer', libraryIds: [open] });
    expect(await getStatus(accept(token))).toBe(400);
    expect(await getStatus(anybody.call('checkInvitation', { body: { token } }))).toBe(400);
    expect((await admin.call('listInvitations', {})).invitations.map(({ note }) => note)).not.toContain('For Ann');
    const { data } = await admin.call('listAudit', { query: { action: 'account_added', search: username } });
    expect(data).toMatchObject([{ actor: { name: username }, details: { invitedBy: 'admin', role: 'maintainer' } }]);
  });

  it('are stored as a hash, and no list shows their link', async () => {
    const { token, id } = await invite();
    const rows = await server.context.db.read.selectFrom('invitation').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const { invitations } = await admin.call('listInvitations', {});
    expect(invitations.map((one) => one.id)).toContain(id);
    expect(JSON.stringify(invitations)).not.toContain(token);
    const { data } = await admin.call('listAudit', { query: { action: 'invitation_made' } });
    expect(JSON.stringify(data)).not.toContain(token);
  });

  it('can be used as often as they say, also by requests at the same time', async () => {
    const { token } = await invite({ maxUses: 2 });
    const attempts = await Promise.allSettled(Array.from({ length: 5 }, async () => accept(token)));
    forgetGuesses();
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('are not used up by a name that is taken or a weak password', async () => {
    const { token } = await invite();
    expect(await getStatus(accept(token, 'admin'))).toBe(400);
    const { username } = await accept((await invite()).token);
    expect(await getStatus(accept(token, username))).toBe(409);
    const weak = anybody.call('acceptInvitation', { body: { token, username: newName(), password: 'password' } });
    expect(await getStatus(weak)).toBe(400);
    await accept(token);
  });

  it('end with their time and when they are deleted', async () => {
    const old = await invite();
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('invitation')
        .set({ expiresAt: Date.now() - 1 })
        .where('id', '=', old.id)
        .execute(),
    );
    const gone = await invite();
    await admin.call('deleteInvitation', { params: gone });
    expect(await getStatus(admin.call('deleteInvitation', { params: gone }))).toBe(404);
    expect([await getStatus(accept(old.token)), await getStatus(accept(gone.token))]).toEqual([400, 400]);
  });

  it('tell a client without one nothing about names, and stop its guesses', async () => {
    const known = await expectRefusal(accept('a'.repeat(43), 'admin2'));
    const taken = await expectRefusal(accept('a'.repeat(43), 'guest 1'));
    expect([known.status, known.message]).toEqual([taken.status, taken.message]);
    const statuses: number[] = [];
    for (let guess = 0; guess < 9; guess += 1) statuses.push((await expectRefusal(accept('b'.repeat(43)))).status);
    expect(statuses).toEqual([...Array.from({ length: 8 }, () => 400), 429]);
    const { token } = await invite();
    expect((await expectRefusal(accept(token))).status).toBe(429);
    forgetGuesses();
    await accept(token);
  });

  it('give no more than their maker has', async () => {
    const { client } = await newManager([open]);
    for (const body of [
      { role: 'admin' as const },
      { role: 'maintainer' as const },
      { libraryIds: null },
      { libraryIds: [hidden] },
    ]) {
      expect([400, 403]).toContain(await getStatus(invite(body, client)));
    }
    const { token } = await invite({}, client);
    const { client: joined } = await accept(token);
    expect((await joined.call('getProfile', {})).libraryIds).toEqual([open]);
  });

  it('give no more than their maker still has when they are used', async () => {
    const maker = await newManager([open, hidden]);
    const [first, second, third] = [
      await invite({ libraryIds: [open, hidden] }, maker.client),
      await invite({}, maker.client),
      await invite({}, maker.client),
    ];
    await admin.call('updateUser', { params: maker, body: { libraryIds: [open] } });
    const { client } = await accept(first.token);
    expect((await client.call('getProfile', {})).libraryIds).toEqual([open]);
    await admin.call('updateUser', { params: maker, body: { permissions: [] } });
    expect(await getStatus(accept(second.token))).toBe(400);
    await admin.call('updateUser', { params: maker, body: { permissions: ['UsersWrite'], isActive: false } });
    expect(await getStatus(accept(second.token))).toBe(400);
    await admin.call('deleteUser', { params: maker });
    expect(await getStatus(accept(third.token))).toBe(400);
  });

  it('hand on the sharing tags that limit their maker', async () => {
    const maker = await newManager();
    const tag = await admin.call('createSharingTag', { body: { name: `Adults ${kind}` } });
    await admin.call('setUserSharingTag', { params: maker, body: { sharingTagId: tag.id, accessMode: 'deny' } });
    const { client } = await accept((await invite({}, maker.client)).token);
    const { sharingTags } = await client.call('getProfile', {});
    expect(sharingTags).toMatchObject([{ sharingTagId: tag.id, accessMode: 'deny' }]);
  });

  it('are made with a role that admins made, and end with it', async () => {
    const role = await admin.call('createRole', { body: { name: 'Visitor', permissions: ['BooksRead'] } });
    const [one, two] = [await invite({ customRoleId: role.id }), await invite({ customRoleId: role.id })];
    const { client } = await accept(one.token);
    const me = await client.call('getCurrentUser', {});
    expect([me.customRole, me.effectivePermissions]).toEqual(['Visitor', ['BooksRead']]);
    await admin.call('deleteUser', { params: me });
    await admin.call('deleteRole', { params: role });
    expect(await getStatus(accept(two.token))).toBe(400);
  });

  it('are managed by their maker and by admins, not by readers, other managers and limited keys', async () => {
    const [maker, other] = [await newManager(), await newManager()];
    const { id } = await invite({}, maker.client);
    const ids = async (client: Client) => (await client.call('listInvitations', {})).invitations.map((one) => one.id);
    expect([await ids(maker.client), await ids(other.client)]).toEqual([[id], []]);
    expect(await ids(admin)).toContain(id);
    expect(await getStatus(other.client.call('deleteInvitation', { params: { id } }))).toBe(404);
    const { client: reader } = await accept((await invite()).token);
    expect(await getStatus(invite({}, reader))).toBe(403);
    const { key } = await maker.client.call('createApiKey', { body: { name: 'k', permissions: ['UsersWrite'] } });
    expect(await getStatus(invite({}, createClient(server, key)))).toBe(403);
    await maker.client.call('deleteInvitation', { params: { id } });
  });

  it('end the session that the browser had', async () => {
    const account = { username: newName(), password: PASSWORD };
    await admin.call('createUser', { body: account });
    const { token } = await invite();
    const address = `${server.url}/api/v1/auth`;
    const browser = createBrowser();
    await browser.post(`${address}/login`, account);
    const cookie = browser.cookies(`${address}/me`);
    const readStatus = async () => (await fetch(`${address}/me`, { headers: { cookie } })).status;
    expect(await readStatus()).toBe(200);
    const joined = await browser.post(`${address}/invitation/accept`, { token, ...account, username: newName() });
    expect([joined.status, await readStatus()]).toEqual([201, 401]);
  });

  it('pass on the age limit of their maker', async () => {
    const maker = await newManager();
    const { token } = await invite({}, maker.client);
    const ageLimit = { maxAge: 12, showsUnrated: false };
    await admin.call('updateUser', { params: maker, body: { ageLimit } });
    const { client } = await accept(token);
    const { id } = await client.call('getCurrentUser', {});
    expect(await admin.call('getUser', { params: { id } })).toMatchObject({ ageLimit });
  });

  it('open no session for a role that needs a second factor', async () => {
    const { token } = await invite({ role: 'maintainer' });
    await requireFor(admin, ['maintainer']);
    try {
      const account = { username: newName(), password: PASSWORD };
      const joined = await anybody.call('acceptInvitation', { body: { token, ...account } });
      expect([joined.access_token, joined.user]).toEqual([null, null]);
      const { status, details } = await expectRefusal(anybody.call('login', { body: account }));
      expect([status, details]).toMatchObject([401, { secondFactor: { methods: [] } }]);
    } finally {
      await requireFor(admin, []);
    }
  });
});
