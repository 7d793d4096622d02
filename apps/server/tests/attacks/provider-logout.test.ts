import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../_harness/browser.ts';
import type { Client } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import type { ForgedClaims, ForgedProvider } from '../_harness/forged-provider.ts';
import { openForgedWorld } from '../_harness/forged-world.ts';
import { findSignedIn } from '../_harness/sign-in-provider.ts';
import type { TestServer } from '../_harness/start-server.ts';
import { visitForged } from '../_harness/visit-forged.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds since 1970. */
const seconds = (): number => Math.floor(Date.now() / 1000);
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe.each(databases)('a logout that a provider did not mean, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let good: ForgedProvider;
  let evil: ForgedProvider;

  const opened = new AsyncDisposableStack();
  beforeAll(async () => {
    ({ server, admin, good, evil } = opened.use(await openForgedWorld(kind)));
  });
  afterAll(async () => opened.disposeAsync());

  async function enter(sub: string, sid: string): Promise<Browser> {
    const claims = { sub, sid, preferred_username: sub };
    const { browser, me } = await visitForged(server, { provider: good, name: 'good' }, claims);
    expect(me).toMatchObject({ username: sub });
    return browser;
  }

  const toLogout = (more: ForgedClaims): ForgedClaims => ({
    iss: good.issuer,
    aud: 'lectern',
    jti: crypto.randomUUID(),
    iat: seconds(),
    exp: seconds() + 120,
    events: { [EVENT]: {} },
    ...more,
  });

  async function logOut(token: string, name = 'good'): Promise<number> {
    const body = new URLSearchParams({ logout_token: token });
    return (await fetch(`${server.url}/api/v1/auth/oidc/${name}/backchannel-logout`, { method: 'POST', body })).status;
  }

  it('ends nothing by a token that no key of the provider signed, or that is no logout token of now', async () => {
    const browser = await enter('anna', 'sid of anna');
    const claims = toLogout({ sub: 'anna' });
    const bySecret = (key: string): string => {
      const text = `${encode({ alg: 'HS256', kid: 'the key' })}.${encode(claims)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const bad: Readonly<Record<string, string>> = {
      unsigned: `${encode({ alg: 'none' })}.${encode(claims)}.`,
      'signed with the secret of the client': bySecret('a secret of the client that is long enough'),
      'signed by another key': await good.signWithOwnKey(claims),
      'of another provider': await evil.sign(claims),
      'for another client': await good.sign({ ...claims, aud: 'another' }),
      'too old': await good.sign({ ...claims, iat: seconds() - 900 }),
      'with a nonce, as an ID token has': await good.sign({ ...claims, nonce: 'any' }),
      'without an id': await good.sign({ ...claims, jti: undefined }),
      expired: await good.sign({ ...claims, exp: seconds() - 120 }),
      'of the future': await good.sign({ ...claims, iat: seconds() + 900, exp: seconds() + 1_200 }),
      'without a time': await good.sign({ ...claims, iat: undefined }),
      'an ID token': await good.sign({ ...claims, events: undefined, nonce: 'any', sid: 'sid of anna' }),
      'of another type': await good.sign(claims, { typ: 'at+jwt' }),
      'of another event': await good.sign({ ...claims, events: { 'http://example.org/other': {} } }),
      'without an issuer': await good.sign({ ...claims, iss: undefined }),
      'without an audience': await good.sign({ ...claims, aud: undefined }),
      'for nothing': await good.sign({ ...claims, sub: undefined, sid: undefined }),
      'no token': 'a.b.c',
    };
    for (const [what, token] of Object.entries(bad)) expect([what, await logOut(token)]).toEqual([what, 400]);
    // The token of one provider at the address of the other.
    expect(await logOut(await good.sign(claims), 'evil')).toBe(400);
    expect(await logOut(await evil.sign(claims), 'evil')).toBe(400);
    expect(await findSignedIn(server, browser)).toMatchObject({ username: 'anna' });
  });

  it('ends no session of another user, nor another session of the same one', async () => {
    const [one, other, stranger] = [await enter('bea', 'b1'), await enter('bea', 'b2'), await enter('carl', 'c1')];
    const readNames = async () =>
      Promise.all([one, other, stranger].map(async (browser) => (await findSignedIn(server, browser))?.['username']));
    // A provider that is honest about its own users cannot name those of another one.
    const foreign = toLogout({ iss: evil.issuer, sub: 'bea', sid: 'b1' });
    expect(await logOut(await evil.sign(foreign), 'evil')).toBe(200);
    expect(await logOut(await good.sign(toLogout({ sub: 'carl', sid: 'b1' })))).toBe(200);
    expect(await readNames()).toEqual(['bea', 'bea', 'carl']);
    expect(await logOut(await good.sign(toLogout({ sid: 'b1' })))).toBe(200);
    expect(await readNames()).toEqual([undefined, 'bea', 'carl']);
    expect(await logOut(await good.sign(toLogout({ sub: 'bea' })))).toBe(200);
    expect(await readNames()).toEqual([undefined, undefined, 'carl']);
  });

  it('ends sessions once when a token comes twice at the same time', async () => {
    await enter('dora', 'd1');
    const token = await good.sign(toLogout({ sub: 'dora' }), { typ: 'logout+jwt' });
    expect((await Promise.all([1, 2, 3].map(async () => logOut(token)))).toSorted()).toEqual([200, 400, 400]);
  });

  it('ends nothing that is opened after it', async () => {
    const browser = await enter('emma', 'e1');
    const token = await good.sign(toLogout({ sub: 'emma' }));
    expect(await logOut(token)).toBe(200);
    expect(await findSignedIn(server, browser)).toBeUndefined();
    const { data } = await admin.call('listAudit', { query: { action: 'sessions_ended', search: 'emma' } });
    expect(data[0]).toMatchObject({ actor: { kind: 'provider' }, details: { source: 'good' } });
    const next = await enter('emma', 'e2');
    expect(await logOut(token)).toBe(400);
    expect(await findSignedIn(server, next)).toMatchObject({ username: 'emma' });
  });

  it('ends one session by a page of the provider, which must know its id', async () => {
    const [one, other] = [await enter('finn', 'f1'), await enter('finn', 'f2')];
    const ask = async (query: Readonly<Record<string, string>>) => {
      const search = new URLSearchParams(query).toString();
      return (await fetch(`${server.url}/api/v1/auth/oidc/good/frontchannel-logout?${search}`)).status;
    };
    expect(await ask({ iss: good.issuer })).toBe(400);
    expect(await ask({ iss: good.issuer, sid: 'unknown' })).toBe(200);
    expect(await ask({ iss: evil.issuer, sid: 'f1' })).toBe(200);
    expect(await findSignedIn(server, one)).toMatchObject({ username: 'finn' });
    expect(await ask({ iss: good.issuer, sid: 'f1' })).toBe(200);
    expect(await findSignedIn(server, one)).toBeUndefined();
    expect(await findSignedIn(server, other)).toMatchObject({ username: 'finn' });
  });

  it('takes nothing but a form with a token', async () => {
    const address = `${server.url}/api/v1/auth/oidc/good/backchannel-logout`;
    const token = await good.sign(toLogout({ sub: 'anna' }));
    const json = { 'content-type': 'application/json' };
    const status = async (init: RequestInit) => (await fetch(address, { method: 'POST', ...init })).status;
    expect(await status({ headers: json, body: JSON.stringify({ logout_token: token }) })).toBe(400);
    expect(await status({ body: new URLSearchParams({ logout_token: 'x'.repeat(20_001) }) })).toBe(400);
    expect(await status({ body: new URLSearchParams() })).toBe(400);
    expect((await fetch(`${address}?logout_token=${token}`)).status).not.toBe(200);
  });
});
