import { FactorAsked } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { readCode } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { addProvider, findSignedIn } from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { visitForged } from '../_harness/visit-forged.ts';

describe.each(databases)('a user who lost a group or the account during a session, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let provider: ForgedProvider;
  let providerId: string;
  let libraryId: string;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'auth.private_networks': 'loopback' } });
    admin = await setupAdmin(server);
    provider = await startForgedProvider();
    ({ libraryId } = await newShelf(server, { name: 'Of the group' }));
    const rules = [
      { group: 'chiefs', role: 'admin' as const, libraryIds: [libraryId] },
      { group: 'members', libraryIds: [libraryId] },
    ];
    const wanted = { name: 'house', createsAccounts: true, rules };
    ({ id: providerId } = await addProvider(admin, provider, wanted));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const visit = async (claims: ForgedClaims) => visitForged(server, { provider, name: 'house' }, claims);
  const setOnlyMembers = async (onlyMembers: boolean) =>
    admin.call('updateSignInProvider', { params: { id: providerId }, body: { onlyMembers } });

  const readStatus = async (browser: Browser, path: string): Promise<number> =>
    (await browser.fetch(server.url + path)).status;

  async function makeKey(browser: Browser): Promise<Client> {
    const response = await browser.post(`${server.url}/api/v1/api-keys`, { name: 'Kept' });
    const { key } = (await response.json()) as { readonly key: string };
    return createClient(server, key);
  }

  it('has fewer rights in every session and with every key, from the next sign-in on', async () => {
    const rosa = { sub: 'rosa', preferred_username: 'rosa' };
    const { browser } = await visit({ ...rosa, groups: ['chiefs'] });
    const key = await makeKey(browser);
    expect(await readStatus(browser, '/api/v1/admin/sign-in-providers')).toBe(200);
    expect((await key.fetch('/api/v1/admin/sign-in-providers')).status).toBe(200);
    const stream = await openEventStream(key, '/api/v1/events/stream');
    await visit({ ...rosa, groups: ['members'] });
    await stream.until('event: stream_reset');
    expect(await readStatus(browser, '/api/v1/admin/sign-in-providers')).toBe(403);
    expect((await key.fetch('/api/v1/admin/sign-in-providers')).status).toBe(403);
    expect(await readStatus(browser, `/api/v1/libraries/${libraryId}`)).toBe(200);
    await visit({ ...rosa, groups: [] });
    expect(await readStatus(browser, `/api/v1/libraries/${libraryId}`)).toBe(404);
    expect((await key.fetch(`/api/v1/libraries/${libraryId}`)).status).toBe(404);
    await stream.close();
  });

  it('is signed out, and has nothing left of the groups, once a sign-in shows that it is no member', async () => {
    const max = { sub: 'max', preferred_username: 'max' };
    const { browser, me } = await visit({ ...max, groups: ['chiefs'] });
    const key = await makeKey(browser);
    await setOnlyMembers(true);
    try {
      const refused = await visit({ ...max, groups: ['others'] });
      expect([refused.location, refused.me]).toEqual(['/login?refused=not-member', undefined]);
      expect(await findSignedIn(server, browser)).toBeUndefined();
      // The key follows its owner, who is nothing but a reader now.
      expect(await key.call('getCurrentUser', {})).toMatchObject({ id: me?.['id'], role: 'reader' });
      expect((await key.fetch('/api/v1/admin/sign-in-providers')).status).toBe(403);
      expect((await key.fetch(`/api/v1/libraries/${libraryId}`)).status).toBe(404);
      expect((await visit({ ...max, groups: ['members'] })).me).toMatchObject({ id: me?.['id'], role: 'reader' });
    } finally {
      await setOnlyMembers(false);
    }
  });

  it('keeps the limits of its access groups when a sign-in is refused', async () => {
    const ageLimit = { maxAge: 6, showsUnrated: false };
    const { id } = await admin.call('createAccessGroup', { body: { name: 'Kids', ageLimit } });
    await admin.call('addAccessGroupMapping', { params: { id }, body: { oidcGroupName: 'kids' } });
    await visit({ sub: 'kim', preferred_username: 'kim', groups: ['members', 'kids'] });
    await setOnlyMembers(true);
    try {
      expect((await visit({ sub: 'kim', groups: [] })).location).toBe('/login?refused=not-member');
      const { members } = await admin.call('getAccessGroup', { params: { id } });
      expect(members.map(({ username }) => username)).toEqual(['kim']);
    } finally {
      await setOnlyMembers(false);
    }
  });

  it('stays the emergency admin, by name and by address', async () => {
    const eva = { sub: 'eva', preferred_username: 'eva', email: 'eva@example.org', email_verified: true };
    await visit({ ...eva, groups: ['chiefs'] });
    const params = { key: 'auth.emergency_admin' };
    for (const [value, role] of [
      ['eva', 'admin'],
      ['Eva@example.org', 'admin'],
      ['', 'reader'],
    ] as const) {
      await admin.call('updateSetting', { params, body: { value } });
      expect([value, (await visit({ ...eva, groups: [] })).me?.['role']]).toEqual([value, role]);
    }
  });

  it('gets no session for a ticket of before the account was deactivated', async () => {
    const { browser, me } = await visit({ sub: 'gone', preferred_username: 'gone' });
    const ask = async (path: string, body: unknown) => (await browser.post(server.url + path, body)).json();
    const { ticket: begun, secret } = (await ask('/api/v1/user/factors/app', {})) as Readonly<Record<string, string>>;
    const code = readCode(secret ?? '');
    const made = await ask('/api/v1/user/factors/app/confirm', { ticket: begun, code });
    const { recoveryCodes } = made as { readonly recoveryCodes: readonly string[] };
    const { location } = await visit({ sub: 'gone' });
    const { ticket } = FactorAsked.parse(JSON.parse(Buffer.from(location.split('#')[1] ?? '', 'base64url').toString()));
    const params = { id: String(me?.['id']) };
    await admin.call('patchUser', { params, body: { isActive: false } });
    const finish = async (recovery = '') =>
      expectRefusal(createClient(server).call('finishLogin', { body: { ticket, code: recovery } }));
    expect((await finish(recoveryCodes[0])).status).toBe(401);
    expect(await findSignedIn(server, browser)).toBeUndefined();
    expect((await visit({ sub: 'gone' })).location).toBe('/login?refused=inactive');
  });
});
