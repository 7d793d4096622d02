import { FactorAsked } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../_harness/browser.ts';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { readCode, requireFor } from '../_harness/second-factor.ts';
import { addProvider } from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { visitForged } from '../_harness/visit-forged.ts';

describe.each(databases)('what a provider says about a user on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let anybody: Client;
  let oneId: string;
  let providers: Readonly<Record<'one' | 'two', ForgedProvider>>;

  beforeAll(async () => {
    server = await startServer(kind, { config: { 'auth.private_networks': 'loopback' } });
    admin = await setupAdmin(server);
    anybody = createClient(server);
    providers = { one: await startForgedProvider(), two: await startForgedProvider() };
    ({ id: oneId } = await addProvider(admin, providers.one, { name: 'one', createsAccounts: true }));
    await addProvider(admin, providers.two, { name: 'two', createsAccounts: true, linksByEmail: true });
  });
  afterAll(async () => {
    await Promise.all([providers.one[Symbol.asyncDispose](), providers.two[Symbol.asyncDispose]()]);
    await server[Symbol.asyncDispose]();
  });

  /** Signs in at a provider that says this. */
  const visit = async (claims: ForgedClaims, name: 'one' | 'two' = 'one') =>
    visitForged(server, { provider: providers[name], name }, claims);

  function readAsked(location: string): FactorAsked {
    const [page, text = ''] = location.split('#');
    expect(page).toBe('/login?next=%2F');
    return FactorAsked.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  }

  const change = async (body: Parameters<typeof admin.call<'updateSignInProvider'>>[1]['body']) =>
    admin.call('updateSignInProvider', { params: { id: oneId }, body });

  /** Sends a logout token of the first provider. */
  async function logOut(named: ForgedClaims): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const always = { iss: providers.one.issuer, aud: 'lectern', jti: crypto.randomUUID(), iat: now, exp: now + 120 };
    const body = new URLSearchParams({ logout_token: await providers.one.sign({ ...always, events, ...named }) });
    const answer = await fetch(`${server.url}/api/v1/auth/oidc/one/backchannel-logout`, { method: 'POST', body });
    expect(answer.status).toBe(200);
  }

  const findSession = async (token: string) => {
    const sessionId = server.context.access.tokens.verify(token)?.sessionId ?? '';
    const found = server.context.db.read.selectFrom('session').selectAll().where('id', '=', sessionId);
    return found.executeTakeFirstOrThrow();
  };

  const deleteIdentity = async (username: string) =>
    server.context.db.transaction(async (tx) =>
      tx.write
        .deleteFrom('userIdentity')
        .where('userId', 'in', tx.read.selectFrom('user').select('id').where('username', '=', username))
        .execute(),
    );

  it('is the first factor, and the session has the end of the provider all the same', async () => {
    const zoe = { sub: 'zoe', preferred_username: 'zoe', sid: 'the session there' };
    await requireFor(admin, ['reader']);
    try {
      const first = await visit(zoe);
      expect(first.me).toBeUndefined();
      const { ticket, methods } = readAsked(first.location);
      expect(methods).toEqual([]);
      // Without the identity in it the session would outlast the provider.
      const bare = ticket.split('.').slice(0, 4).join('.');
      expect((await expectRefusal(anybody.call('startLoginApp', { body: { ticket: bare } }))).status).toBe(401);
      const { secret } = await anybody.call('startLoginApp', { body: { ticket } });
      const done = await anybody.call('finishLoginApp', { body: { ticket, code: readCode(secret) } });
      const owed = { providerSid: 'the session there', identityId: expect.any(String) as unknown };
      expect(await findSession(done.access_token)).toMatchObject({ factor: 'app', ...owed });
      const next = readAsked((await visit(zoe)).location);
      expect(next.methods).toEqual(['app', 'recovery']);
      const [code = '', other = ''] = done.recoveryCodes ?? [];
      const shown = await anybody.call('finishLogin', { body: { ticket: next.ticket, code } });
      const session = await findSession(shown.access_token);
      expect(session).toMatchObject({ factor: 'recovery', ...owed });
      expect(session.renewUntil).toBeGreaterThan(Date.now());
      const late = readAsked((await visit(zoe)).location);
      await deleteIdentity('zoe');
      const refused = anybody.call('finishLogin', { body: { ticket: late.ticket, code: other } });
      expect((await expectRefusal(refused)).status).toBe(401);
    } finally {
      await requireFor(admin, []);
    }
  });

  it('opens nothing for a ticket of before a logout, or of before the provider was switched off', async () => {
    const sid = 'a session there';
    await requireFor(admin, ['reader']);
    try {
      const waiting = async () => readAsked((await visit({ sub: 'lea', preferred_username: 'lea', sid })).location);
      const finish = async (ticket: string, code: string) => anybody.call('finishLogin', { body: { ticket, code } });
      const first = await waiting();
      const { secret } = await anybody.call('startLoginApp', { body: { ticket: first.ticket } });
      const made = await anybody.call('finishLoginApp', { body: { ticket: first.ticket, code: readCode(secret) } });
      const codes = made.recoveryCodes ?? [];
      for (const [index, end] of [
        async () => logOut({ sub: 'lea' }),
        async () => logOut({ sub: 'lea', sid }),
        async () => {
          await change({ isActive: false });
          await change({ isActive: true });
        },
      ].entries()) {
        const { ticket } = await waiting();
        await end();
        expect([index, (await expectRefusal(finish(ticket, codes[index] ?? ''))).status]).toEqual([index, 401]);
      }
      // The logout of another user, and of another session, ends no waiting sign-in.
      const { ticket } = await waiting();
      await logOut({ sub: 'another' });
      await logOut({ sid: 'another session' });
      expect(await finish(ticket, codes[3] ?? '')).toMatchObject({ user: { username: 'lea' } });
    } finally {
      await requireFor(admin, []);
    }
  });

  it('counts by the rules of the moment when the answer is there, and not at all when it is off by then', async () => {
    const ida = { sub: 'ida', preferred_username: 'ida', groups: ['chiefs'] };
    const chiefs = { group: 'chiefs', role: 'maintainer' as const };
    await change({ rules: [chiefs], defaultRole: 'reader' });
    const { one } = providers;
    try {
      expect((await visit(ida)).me).toMatchObject({ role: 'maintainer' });
      one.whileAsked = async () => change({ rules: [{ ...chiefs, group: 'others' }] });
      expect((await visit(ida)).me).toMatchObject({ role: 'reader' });
      one.whileAsked = async () => change({ isActive: false });
      const { location, me } = await visit(ida);
      expect([location.includes('refused='), me]).toEqual([true, undefined]);
    } finally {
      one.whileAsked = async () => undefined;
      await change({ isActive: true, rules: [], defaultRole: 'reader' });
    }
  });

  it('is both factors only when its ID token says so', async () => {
    await requireFor(admin, ['reader']);
    try {
      const mia = { sub: 'mia', preferred_username: 'mia' };
      for (const amr of [undefined, 'mfa', ['pwd', 'otp'], { mfa: true }]) {
        expect([amr, (await visit({ ...mia, amr })).me]).toEqual([amr, undefined]);
      }
      const { browser, me } = await visit({ ...mia, amr: ['pwd', 'mfa'] });
      expect(me).toMatchObject({ username: 'mia' });
      const factors = await browser.fetch(`${server.url}/api/v1/user/factors`);
      expect(await factors.json()).toMatchObject({ required: true, enabled: false, confirmedUntil: null });
    } finally {
      await requireFor(admin, []);
    }
  });

  async function readMembers(id: string) {
    const { members } = await admin.call('getAccessGroup', { params: { id } });
    return members.map(({ username, source }) => [username, source]);
  }

  async function unlink(browser: Browser, provider: string): Promise<number> {
    const listed = await browser.fetch(`${server.url}/api/v1/user/identities`);
    const identities = (await listed.json()) as readonly { readonly id: string; readonly provider: string }[];
    const id = identities.find((one) => one.provider === provider)?.id ?? '';
    const headers = { 'sec-fetch-site': 'same-origin' };
    return (await browser.fetch(`${server.url}/api/v1/user/identities/${id}`, { method: 'DELETE', headers })).status;
  }

  it('refuses an answer that leaves groups out, where groups count', async () => {
    const { id } = await admin.call('createAccessGroup', { body: { name: 'Many' } });
    const many = { sub: 'many', preferred_username: 'many' };
    const tooMany = Array.from({ length: 1_001 }, (_, index) => `group ${String(index)}`);
    const answers = [
      { groups: tooMany },
      { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://id.example.org' } } },
      { hasgroups: true },
    ];
    await admin.call('addAccessGroupMapping', { params: { id }, body: { oidcGroupName: 'of many' } });
    for (const answer of answers) {
      const { location, me } = await visit({ ...many, ...answer });
      expect([location, me]).toEqual(['/login?refused=invalid', undefined]);
    }
    expect((await visit({ ...many, groups: tooMany.slice(1) })).me).toMatchObject({ username: 'many' });
  });

  it('takes the role of groups back without a word of groups, and gives none', async () => {
    const rules = [
      { group: 'chiefs', role: 'maintainer' as const },
      { group: 'guests', role: 'reader' as const },
    ];
    const ria = { sub: 'ria', preferred_username: 'ria' };
    const kai = { sub: 'kai', preferred_username: 'kai' };
    await change({ rules, defaultRole: 'reader' });
    try {
      expect((await visit({ ...ria, groups: ['chiefs'] })).me).toMatchObject({ role: 'maintainer' });
      expect((await visit(ria)).me).toMatchObject({ role: 'reader' });
      await change({ defaultRole: 'maintainer' });
      expect((await visit({ ...kai, groups: ['guests'] })).me).toMatchObject({ role: 'reader' });
      expect((await visit(kai)).me).toMatchObject({ role: 'reader' });
      expect((await visit({ ...kai, groups: [] })).me).toMatchObject({ role: 'maintainer' });
    } finally {
      await change({ rules: [], defaultRole: 'reader' });
    }
  });

  it('names a user in at most 255 characters', async () => {
    expect((await visit({ sub: 's'.repeat(255), preferred_username: 'longest' })).me).toMatchObject({
      username: 'longest',
    });
    for (const sub of ['s'.repeat(256), 's'.repeat(5_000), 'line\nfeed']) {
      const { location, me } = await visit({ sub, preferred_username: 'longer' });
      expect([sub, location, me]).toEqual([sub, '/login?refused=invalid', undefined]);
    }
  });

  it('counts no provider that is off as a way to sign in', async () => {
    const uma = { sub: 'uma', preferred_username: 'uma', email: 'uma@example.org', email_verified: true };
    const first = await visit(uma);
    const { browser, me } = await visit(uma, 'two');
    expect(me).toMatchObject({ id: first.me?.['id'] });
    const id = String(me?.['id']);
    const two = (await admin.call('listUserIdentities', { params: { id } })).find((one) => one.provider === 'two');
    const remove = async () => admin.call('deleteUserIdentity', { params: { id, identityId: two?.id ?? '' } });
    await change({ isActive: false });
    try {
      expect(await unlink(browser, 'two')).toBe(409);
      expect((await expectRefusal(remove())).status).toBe(409);
    } finally {
      await change({ isActive: true });
    }
    expect(await unlink(browser, 'two')).toBe(204);
  });

  it('makes members of access groups, as long as it says so', async () => {
    const { id } = await admin.call('createAccessGroup', {
      body: { name: 'Kids', ageLimit: { maxAge: 6, showsUnrated: false } },
    });
    await admin.call('addAccessGroupMapping', { params: { id }, body: { oidcGroupName: 'kids' } });
    const kim = { sub: 'kim', preferred_username: 'kim', groups: ['kids'] };
    const { me } = await visit(kim);
    expect(await readMembers(id)).toEqual([['kim', 'oidc']]);
    const userId = String(me?.['id']);
    const { data } = await admin.call('listAudit', { query: { userId, action: 'access_group_changed' } });
    expect(data).toMatchObject([{ actor: { kind: 'provider' }, details: { change: 'member added' } }]);
    await visit({ ...kim, groups: [] });
    expect(await readMembers(id)).toEqual([]);
    await admin.call('addAccessGroupMembers', { params: { id }, body: { userIds: [userId] } });
    await visit(kim);
    await visit({ ...kim, groups: [] });
    expect(await readMembers(id)).toEqual([['kim', 'manual']]);
  });

  it('keeps the limits of its groups, whatever else the user signs in with', async () => {
    const { id } = await admin.call('createAccessGroup', {
      body: { name: 'Teens', ageLimit: { maxAge: 12, showsUnrated: false } },
    });
    await admin.call('addAccessGroupMapping', { params: { id }, body: { oidcGroupName: 'teens' } });
    const tom = { sub: 'tom', email: 'tom@example.org', email_verified: true, preferred_username: 'tom' };
    const first = await visit({ ...tom, groups: ['teens'] });
    const other = await visit(tom, 'two');
    expect(other.me).toMatchObject({ id: first.me?.['id'] });
    expect(await readMembers(id)).toEqual([['tom', 'oidc']]);
    expect([await unlink(other.browser, 'one'), await unlink(other.browser, 'two')]).toEqual([409, 204]);
    // An answer without the claim says nothing of groups.
    await visit(tom);
    expect(await readMembers(id)).toEqual([['tom', 'oidc']]);
    await visit({ ...tom, groups: [] });
    expect(await readMembers(id)).toEqual([]);
  });
});
