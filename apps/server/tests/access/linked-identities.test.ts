import { type CallInput, type Permission } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { letSessionsAge, readCode } from '../_harness/second-factor.ts';
import { addProvider, findSignedIn } from '../_harness/sign-in-provider.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { answerForged, visitForged } from '../_harness/visit-forged.ts';

const PASSWORD = 'a good password';
const MANAGER: Permission[] = ['UsersRead', 'UsersWrite'];
const NOTHING = '0192f0c1-0000-7000-8000-000000000000';

describe.each(databases)('an account that is linked to a provider, on %s', (kind) => {
  let server: TestServer;
  let box: MailBox;
  let admin: Client;
  let provider: ForgedProvider;
  let providerId: string;

  beforeAll(async () => {
    box = await startMailBox();
    server = await startServer(kind, { config: { ...box.config, 'auth.private_networks': 'loopback' } });
    admin = await setupAdmin(server);
    provider = await startForgedProvider();
    ({ id: providerId } = await addProvider(admin, provider, {
      name: 'house',
      displayName: 'House',
      createsAccounts: true,
    }));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
  });

  const visit = async (claims: ForgedClaims) => visitForged(server, { provider, name: 'house' }, claims);

  async function add(username: string, more: Partial<CallInput<'createUser'>['body']> = {}) {
    const account = { username, password: PASSWORD };
    const { id } = await admin.call('createUser', { body: { ...account, ...more } });
    const browser = createBrowser();
    await browser.post(`${server.url}/api/v1/auth/login`, account);
    return { id, browser, client: await signIn(server, account) };
  }

  const startLink = async (browser: Browser, body?: unknown): Promise<Response> =>
    browser.post(`${server.url}/api/v1/user/identities/house/link`, body);

  /** Links an account. @returns where the browser is sent at the end */
  async function link(browser: Browser, sub: string, body?: unknown): Promise<string> {
    const { redirectUrl } = (await (await startLink(browser, body)).json()) as { readonly redirectUrl: string };
    return answerForged(server, browser, { redirectUrl, provider, name: 'house' }, { sub });
  }

  /** Fields that a refusal names. */
  async function readPaths(response: Response): Promise<readonly string[]> {
    const { details = [] } = (await response.json()) as { readonly details?: readonly { readonly path: string }[] };
    return details.map(({ path }) => path);
  }

  async function readMails(to: string): Promise<string[]> {
    await server.idle();
    return box.mails.filter((mail) => mail.to === to).map(({ text }) => text);
  }

  it('shows the password first when its session is old, and learns of the link by mail', async () => {
    const email = 'lisa@example.org';
    const { id, browser } = await add('lisa', { email });
    await letSessionsAge(server, id);
    const bare = await startLink(browser);
    expect([bare.status, await readPaths(bare)]).toEqual([400, ['currentPassword']]);
    const wrong = await startLink(browser, { currentPassword: 'a wrong password' });
    expect([wrong.status, await readPaths(wrong)]).toEqual([400, ['currentPassword']]);
    expect(await link(browser, 'lisa', { redirectUri: '/me', currentPassword: PASSWORD })).toBe('/me');
    expect((await visit({ sub: 'lisa' })).me).toMatchObject({ id });
    const [linked, ...none] = await readMails(email);
    expect([none, linked]).toEqual([[], expect.stringContaining('was linked to a sign-in provider')]);
    const { data } = await admin.call('listAudit', { query: { userId: id, action: 'identity_linked' } });
    expect(data).toMatchObject([{ actor: { kind: 'provider' }, details: { provider: 'house' } }]);
    const [signedIn] = (await admin.call('listAudit', { query: { userId: id, action: 'signed_in' } })).data;
    expect(signedIn?.details).toMatchObject({ source: 'house' });
    const [identity] = await admin.call('listUserIdentities', { params: { id } });
    const client = await signIn(server, { username: 'lisa', password: PASSWORD });
    await client.call('deleteIdentity', { params: { id: identity?.id ?? '' } });
    expect((await readMails(email))[1]).toContain('was unlinked from your account');
  });

  it('shows its second factor first, which a fresh password is not', async () => {
    const { id, browser, client } = await add('fay');
    const { ticket, secret } = await client.call('startApp', { body: {} });
    const { recoveryCodes } = await client.call('finishApp', { body: { ticket, code: readCode(secret) } });
    await letSessionsAge(server, id);
    // The first factor has ended the other sessions.
    expect((await startLink(browser)).status).toBe(401);
    const refused = await expectRefusal(
      client.call('startIdentityLink', { params: { provider: 'house' }, body: { currentPassword: PASSWORD } }),
    );
    expect([refused.status, refused.details]).toMatchObject([403, [{ path: 'secondFactor' }]]);
    await client.call('confirmFactor', { body: { code: recoveryCodes?.[0] ?? '' } });
    const started = await client.call('startIdentityLink', { params: { provider: 'house' } });
    expect(new URL(started.redirectUrl).origin).toBe(provider.issuer);
  });

  it('is not linked by an answer that leaves groups out', async () => {
    await admin.call('updateSignInProvider', {
      params: { id: providerId },
      body: { rules: [{ group: 'staff', role: 'reader' }] },
    });
    const { id, browser } = await add('part');
    const { redirectUrl } = (await (await startLink(browser)).json()) as { readonly redirectUrl: string };
    const claims = { sub: 'part', groups: ['staff'], hasgroups: true };
    expect(await answerForged(server, browser, { redirectUrl, provider, name: 'house' }, claims)).toContain('invalid');
    expect(await admin.call('listUserIdentities', { params: { id } })).toEqual([]);
    await admin.call('updateSignInProvider', { params: { id: providerId }, body: { rules: [] } });
    await link(browser, 'part');
    expect(await admin.call('listUserIdentities', { params: { id } })).toHaveLength(1);
  });

  it('signs in again first when it has no password, and links nothing by a key', async () => {
    const { me, browser } = await visit({ sub: 'nopass', preferred_username: 'nopass' });
    await letSessionsAge(server, String(me?.['id']));
    expect((await startLink(browser)).status).toBe(403);
    const { client } = await add('keyed');
    const { key } = await client.call('createApiKey', { body: { name: 'All' } });
    const byKey = createClient(server, key).call('startIdentityLink', { params: { provider: 'house' } });
    expect((await expectRefusal(byKey)).status).toBe(403);
  });

  it('is shown to those who manage accounts, and unlinked by them, but never from its last way in', async () => {
    const email = 'ole@example.org';
    const { id, browser } = await add('ole', { email });
    await link(browser, 'subject of ole');
    const { browser: opened } = await visit({
      sub: 'subject of ole',
      email: 'there@example.org',
      email_verified: true,
    });
    const [identity, ...none] = await admin.call('listUserIdentities', { params: { id } });
    expect([none, identity]).toMatchObject([
      [],
      { provider: 'house', providerDisplayName: 'House', subject: 'subject of ole', email: 'there@example.org' },
    ]);
    expect(identity?.lastUsedAt).not.toBeNull();
    const params = { id, identityId: identity?.id ?? '' };
    await admin.call('deleteUserIdentity', { params });
    expect(await findSignedIn(server, opened)).toBeUndefined();
    expect(await findSignedIn(server, browser)).toMatchObject({ id });
    expect(await admin.call('listUserIdentities', { params: { id } })).toEqual([]);
    expect((await expectRefusal(admin.call('deleteUserIdentity', { params }))).status).toBe(404);
    const { data } = await admin.call('listAudit', { query: { userId: id, action: 'identity_unlinked' } });
    expect(data).toMatchObject([{ actor: { kind: 'user', name: 'admin' }, details: { provider: 'house' } }]);
    expect((await readMails(email)).at(-1)).toContain('was unlinked from your account');
    const last = String((await visit({ sub: 'last', preferred_username: 'last' })).me?.['id']);
    const [only] = await admin.call('listUserIdentities', { params: { id: last } });
    const stuck = admin.call('deleteUserIdentity', { params: { id: last, identityId: only?.id ?? '' } });
    expect((await expectRefusal(stuck)).status).toBe(409);
    await admin.call('updateUser', { params: { id: last }, body: { password: PASSWORD } });
    await admin.call('deleteUserIdentity', { params: { id: last, identityId: only?.id ?? '' } });
  });

  it('is hidden from readers, and kept from managers with fewer rights and from the identity of another account', async () => {
    const { id, browser } = await add('chief', { role: 'admin' });
    await link(browser, 'chief');
    const [identity] = await admin.call('listUserIdentities', { params: { id } });
    const params = { id, identityId: identity?.id ?? '' };
    const manager = await add('manager', { permissions: MANAGER });
    expect(await manager.client.call('listUserIdentities', { params: { id } })).toHaveLength(1);
    expect((await expectRefusal(manager.client.call('deleteUserIdentity', { params }))).status).toBe(403);
    const { client: reader, id: readerId } = await add('plain');
    expect((await expectRefusal(reader.call('listUserIdentities', { params: { id } }))).status).toBe(403);
    expect((await expectRefusal(reader.call('deleteUserIdentity', { params }))).status).toBe(403);
    const anonymous = createClient(server).call('listUserIdentities', { params: { id } });
    expect((await expectRefusal(anonymous)).status).toBe(401);
    for (const wrong of [
      { id: readerId, identityId: params.identityId },
      { id: NOTHING, identityId: NOTHING },
    ]) {
      expect((await expectRefusal(admin.call('deleteUserIdentity', { params: wrong }))).status).toBe(404);
    }
    const own = await signIn(server, { username: 'chief', password: PASSWORD });
    expect((await expectRefusal(own.call('deleteUserIdentity', { params }))).status).toBe(403);
    expect(await admin.call('listUserIdentities', { params: { id } })).toHaveLength(1);
  });

  it('keeps the limits that its groups give, unless the manager sees all that it would see', async () => {
    const ageLimit = { maxAge: 12, showsUnrated: false };
    const { id: groupId } = await admin.call('createAccessGroup', { body: { name: 'Teens', ageLimit } });
    await admin.call('addAccessGroupMapping', { params: { id: groupId }, body: { oidcGroupName: 'teens' } });
    const manager = await add('limited manager', { permissions: MANAGER });
    await admin.call('addAccessGroupMembers', { params: { id: groupId }, body: { userIds: [manager.id] } });
    // A member by hand keeps the limit without the provider.
    const tween = await add('tween');
    await admin.call('addAccessGroupMembers', { params: { id: groupId }, body: { userIds: [tween.id] } });
    await link(tween.browser, 'tween');
    const [free] = await admin.call('listUserIdentities', { params: { id: tween.id } });
    await manager.client.call('deleteUserIdentity', { params: { id: tween.id, identityId: free?.id ?? '' } });
    const teen = await add('teen');
    await link(teen.browser, 'teen');
    await visit({ sub: 'teen', groups: ['teens'] });
    const [identity] = await admin.call('listUserIdentities', { params: { id: teen.id } });
    const params = { id: teen.id, identityId: identity?.id ?? '' };
    expect((await expectRefusal(manager.client.call('deleteUserIdentity', { params }))).status).toBe(403);
    const readMembers = async () => {
      const { members } = await admin.call('getAccessGroup', { params: { id: groupId } });
      return members.map(({ username }) => username).toSorted();
    };
    expect(await readMembers()).toEqual(['limited manager', 'teen', 'tween']);
    await admin.call('deleteUserIdentity', { params });
    expect(await readMembers()).toEqual(['limited manager', 'tween']);
  });
});
