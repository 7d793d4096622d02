import type { CallInput } from '@lectern/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '../_harness/browser.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type ForgedClaims, type ForgedProvider, startForgedProvider } from '../_harness/forged-provider.ts';
import { addProvider, findSignedIn, startAt } from '../_harness/sign-in-provider.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { answerForged, visitForged } from '../_harness/visit-forged.ts';

const PASSWORD = 'a good password';
const NAME = 'house';
const RULES: CallInput<'updateSignInProvider'>['body'] = {
  createsAccounts: false,
  linksByEmail: false,
  onlyMembers: false,
  rules: [{ group: 'keepers', role: 'maintainer' }],
};
const MEMBERS = { ...RULES, createsAccounts: true, onlyMembers: true };

describe.each(databases)('a sign-in at a provider that is refused, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let provider: ForgedProvider;
  let providerId: string;

  beforeAll(async () => {
    server = await startServer(kind, {
      config: { 'auth.private_networks': 'loopback', 'auth.proxy.addresses': 'loopback' },
    });
    admin = await setupAdmin(server);
    provider = await startForgedProvider();
    ({ id: providerId } = await addProvider(admin, provider, { name: NAME }));
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const change = async (body: typeof RULES) => admin.call('updateSignInProvider', { params: { id: providerId }, body });
  const listRefusals = async () =>
    (await admin.call('listAudit', { query: { action: 'sign_in_refused', pageSize: '500' } })).data;

  /** Does something that is refused. @returns the entries that it left */
  async function note<Result>(work: () => Promise<Result>) {
    const before = new Set((await listRefusals()).map(({ id }) => id));
    const result = await work();
    return { result, entries: (await listRefusals()).filter(({ id }) => !before.has(id)) };
  }

  async function refuse(rules: typeof RULES, claims: ForgedClaims) {
    await change(rules);
    const { result, entries } = await note(async () => visitForged(server, { provider, name: NAME }, claims));
    expect(result.me).toBeUndefined();
    return { page: result.location, entries };
  }

  /** What the only entry says of a refusal for this reason. */
  const entryFor = (refusal: string, account: { readonly id: string; readonly name: string } | null = null) => [
    {
      action: 'sign_in_refused',
      actor: { kind: 'stranger', id: null, name: null },
      ipAddress: '127.0.0.1',
      account,
      details: { reason: 'sign-in provider', source: NAME, refusal, count: 1 },
    },
  ];

  it('by a rule says which in the audit log, and from where', async () => {
    const stranger = { sub: 'stranger', preferred_username: 'stranger' };
    for (const [rules, claims, refusal] of [
      [RULES, stranger, 'no-account'],
      [MEMBERS, { ...stranger, groups: ['others'] }, 'not-member'],
      [MEMBERS, stranger, 'not-member'],
      [MEMBERS, { ...stranger, groups: ['keepers'], aud: 'another' }, 'invalid'],
    ] as const) {
      const { page, entries } = await refuse(rules, claims);
      expect(page).toBe(`/login?refused=${refusal}`);
      expect(entries).toMatchObject(entryFor(refusal));
    }
  });

  it('because the account is deactivated names the account', async () => {
    await change({ ...RULES, createsAccounts: true });
    const claims = { sub: 'gone', preferred_username: 'gone' };
    const { me } = await visitForged(server, { provider, name: NAME }, claims);
    const id = String(me?.['id']);
    await admin.call('patchUser', { params: { id }, body: { isActive: false } });
    const { page, entries } = await refuse(RULES, claims);
    expect(page).toBe('/login?refused=inactive');
    expect(entries).toMatchObject(entryFor('inactive', { id, name: 'gone' }));
  });

  it('because an address is unconfirmed says so as one without an account, and has no address in it', async () => {
    const email = 'emil@example.org';
    const account = { username: 'emil', password: PASSWORD, email };
    const { id } = await admin.call('createUser', { body: account });
    const claims = { sub: 'emil', email, preferred_username: 'emil' };
    const links = { ...RULES, linksByEmail: true };
    const there = await refuse(links, { ...claims, email_verified: false });
    expect(there.entries).toMatchObject(entryFor('no-account'));
    const confirmed = { ...claims, email_verified: true };
    await admin.call('updateUser', { params: { id }, body: { emailVerified: false } });
    const here = await refuse(links, confirmed);
    expect(here.entries).toMatchObject(entryFor('no-account'));
    await admin.call('updateUser', { params: { id }, body: { emailVerified: true } });
    const unlinked = await refuse(RULES, confirmed);
    expect(unlinked.entries).toMatchObject(entryFor('link-first', { id, name: 'emil' }));
    expect(JSON.stringify([there, here, unlinked].map(({ entries }) => entries))).not.toContain(email);
    await change(links);
    expect((await visitForged(server, { provider, name: NAME }, confirmed)).me).toMatchObject({ id });
  });

  it('leaves no secret of the sign-in in the audit log', async () => {
    await change(RULES);
    const browser = createBrowser();
    const redirectUrl = await startAt(server, browser, { name: NAME });
    const callback = `${server.url}/api/v1/auth/oidc/${NAME}/callback`;
    const cookie = browser.cookies(callback).split('=')[1] ?? '';
    const { entries } = await note(async () =>
      answerForged(server, browser, { redirectUrl, provider, name: NAME }, { sub: 'secretive' }),
    );
    expect(entries).toMatchObject(entryFor('no-account'));
    const asked = new URL(redirectUrl).searchParams;
    const [, body = ''] = provider.asked.findLast((one) => one.startsWith('POST /token '))?.split('/token ') ?? [];
    const token = new URLSearchParams(body);
    const secrets = [
      ...['state', 'nonce', 'code_challenge'].map((name) => asked.get(name)),
      ...['code', 'code_verifier'].map((name) => token.get(name)),
      ...[provider.answer['id_token'], provider.answer['access_token'], cookie, 'a secret of the client'],
    ].map(String);
    expect(secrets.every((secret) => secret.length >= 20)).toBe(true);
    const { data } = await admin.call('listAudit', { query: { pageSize: '500' } });
    const text = JSON.stringify(data);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(await findSignedIn(server, browser)).toBeUndefined();
  });

  it('that no browser began is noted without what the address says', async () => {
    const address = `${server.url}/api/v1/auth/oidc/made-up/callback?code=typed-code&state=typed-state`;
    const { result, entries } = await note(async () => createBrowser().fetch(address));
    expect(result.headers.get('location')).toBe('/login?refused=expired');
    expect(entries).toMatchObject([{ account: null, ipAddress: '127.0.0.1' }]);
    expect(entries[0]?.details).toEqual({ reason: 'sign-in provider', refusal: 'expired', count: 1 });
    expect(JSON.stringify(entries)).not.toMatch(/made-up|typed/);
  });

  it('by the header of a proxy says why as well', async () => {
    const headers = { 'remote-user': 'unheard of' };
    const { result, entries } = await note(async () =>
      fetch(`${server.url}/api/v1/auth/proxy`, { method: 'POST', headers }),
    );
    expect(result.status).toBe(403);
    expect(entries.map(({ details }) => details)).toEqual([
      { reason: 'sign-in header', refusal: 'no-account', count: 1 },
    ]);
    expect(JSON.stringify(entries)).not.toContain('unheard');
  });
});
