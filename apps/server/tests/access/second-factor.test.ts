import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operateFactors } from '#core/people/remove-factors.ts';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import {
  createFactorUsers,
  type FactorUser,
  ORIGIN,
  readCode,
  requireFor,
  WITH_PASSKEYS,
} from '../_harness/second-factor.ts';
import { SoftPasskey } from '../_harness/soft-passkey.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const isSignedIn = async (client: Client): Promise<boolean> => (await client.fetch('/api/v1/auth/me')).status === 200;

describe.each(databases)('a second factor on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let newUser: (role?: 'reader' | 'maintainer' | 'admin') => Promise<FactorUser>;

  beforeAll(async () => {
    server = await startServer(kind, { config: WITH_PASSKEYS });
    admin = await setupAdmin(server);
    newUser = createFactorUsers(server, admin);
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  it('of an app is asked after the password, and opens a session', async () => {
    const user = await newUser();
    const { secret, uri, recoveryCodes } = await user.addApp();
    expect(new URL(uri).searchParams.get('secret')).toBe(secret);
    expect([recoveryCodes.length, new Set(recoveryCodes).size]).toEqual([10, 10]);
    const { methods, rememberDays } = await user.beginLogin();
    expect([methods, rememberDays]).toEqual([['app', 'recovery'], 30]);
    const client = await user.signIn(readCode(secret));
    const factors = await client.call('getFactors', {});
    expect(factors).toMatchObject({ enabled: true, required: false, recoveryCodesLeft: 10, passkeys: [] });
    expect(factors.app).not.toBeNull();
    expect(factors.confirmedUntil).not.toBeNull();
    expect((await admin.call('getUser', { params: { id: user.id } })).secondFactor).toBe(true);
  });

  it('of an app is stored encrypted only', async () => {
    const user = await newUser();
    const { secret, recoveryCodes } = await user.addApp();
    const rows = await server.context.db.read.selectFrom('authenticatorApp').selectAll().execute();
    const codes = await server.context.db.read.selectFrom('recoveryCode').selectAll().execute();
    const stored = JSON.stringify([rows, codes]);
    expect(stored).not.toContain(secret);
    expect(recoveryCodes.some((code) => stored.includes(code) || stored.includes(code.replace('-', '')))).toBe(false);
  });

  it('can be a recovery code, each once', async () => {
    const user = await newUser();
    const { recoveryCodes } = await user.addApp();
    const [code = ''] = recoveryCodes;
    const client = await user.signIn(` ${code.toLowerCase().replace('-', ' ')} `);
    expect((await client.call('getFactors', {})).recoveryCodesLeft).toBe(9);
    expect((await expectRefusal(user.signIn(code))).status).toBe(400);
    const { recoveryCodes: fresh } = await client.call('makeRecoveryCodes', {});
    expect(fresh).toHaveLength(10);
    expect((await expectRefusal(user.signIn(recoveryCodes[1] ?? ''))).status).toBe(400);
    expect(await isSignedIn(await user.signIn(fresh[1] ?? ''))).toBe(true);
  });

  it('can be a passkey, which signs in alone as well', async () => {
    const user = await newUser();
    const { key, recoveryCodes } = await user.addPasskey('My phone');
    expect(recoveryCodes).toHaveLength(10);
    const { ticket, methods } = await user.beginLogin();
    expect(methods).toEqual(['passkey', 'recovery']);
    const anybody = createClient(server);
    const asked = await anybody.call('askLoginPasskey', { body: { ticket } });
    const signedIn = await anybody.call('finishLogin', { body: { ticket, passkey: key.sign(asked) } });
    expect(signedIn.user.id).toBe(user.id);
    const alone = await anybody.call('askPasskey', {});
    expect(alone.options['allowCredentials']).toBeUndefined();
    expect(alone.options['userVerification']).toBe('required');
    const again = await anybody.call('loginByPasskey', { body: { ticket: alone.ticket, passkey: key.sign(alone) } });
    const client = createClient(server, again.access_token);
    const { passkeys } = await client.call('getFactors', {});
    expect(passkeys).toMatchObject([{ name: 'My phone', host: new URL(ORIGIN).hostname, synced: false }]);
    expect(passkeys[0]?.lastUsedAt).not.toBeNull();
    await client.call('renamePasskey', { params: { id: passkeys[0]?.id ?? '' }, body: { name: 'Old phone' } });
    expect((await client.call('getFactors', {})).passkeys[0]?.name).toBe('Old phone');
  });

  it('ends the other sessions when it is the first', async () => {
    const user = await newUser();
    const { access_token: token } = await user.login();
    const other = createClient(server, token);
    await user.addApp();
    expect([await isSignedIn(user.client), await isSignedIn(other)]).toEqual([true, false]);
  });

  it('is not asked in a remembered browser, until that is forgotten', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    const { ticket } = await user.beginLogin();
    const answer = await fetch(`${server.url}/api/v1/auth/factor`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ ticket, code: readCode(secret), remember: true }),
    });
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('lectern_remembered=')) ?? '';
    expect(line).toMatch(/; Path=\/api\/v1\/auth; Max-Age=2592000; HttpOnly; SameSite=Lax/);
    const headers = { cookie: line.split(';')[0] ?? '', 'sec-fetch-site': 'same-origin' };
    const { access_token: token } = await user.login(headers);
    const client = createClient(server, token);
    const { rememberedBrowsers, confirmedUntil } = await client.call('getFactors', {});
    expect([rememberedBrowsers.length, confirmedUntil]).toEqual([1, null]);
    await client.call('forgetBrowser', { params: { id: rememberedBrowsers[0]?.id ?? '' } });
    expect((await expectRefusal(user.login(headers))).status).toBe(401);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('can be removed by its owner, who showed it a moment ago', async () => {
    const user = await newUser();
    const { secret } = await user.addApp();
    await user.letSessionAge();
    expect((await expectRefusal(user.client.call('deleteApp', {}))).status).toBe(403);
    expect((await expectRefusal(user.client.call('makeRecoveryCodes', {}))).status).toBe(403);
    await user.client.call('confirmFactor', { body: { code: readCode(secret) } });
    await user.client.call('deleteApp', {});
    expect(await user.client.call('getFactors', {})).toMatchObject({ enabled: false, recoveryCodesLeft: 0 });
    expect((await user.login()).user.id).toBe(user.id);
  });

  it('confirms a session by passkey', async () => {
    const user = await newUser();
    const { key, id } = await user.addPasskey();
    await user.letSessionAge();
    const asked = await user.client.call('askFactor', {});
    await user.client.call('confirmFactor', { body: { ticket: asked.ticket, passkey: key.sign(asked) } });
    await user.client.call('deletePasskey', { params: { id } });
    expect((await user.client.call('getFactors', {})).enabled).toBe(false);
  });

  it('is set up at the next sign-in of a role that needs it, and sessions without it end', async () => {
    const user = await newUser('maintainer');
    const reader = await newUser();
    await requireFor(admin, ['maintainer']);
    try {
      await expect.poll(async () => isSignedIn(user.client)).toBe(false);
      expect(await isSignedIn(reader.client)).toBe(true);
      const { ticket, methods } = await user.beginLogin();
      expect(methods).toEqual([]);
      const anybody = createClient(server);
      const { secret } = await anybody.call('startLoginApp', { body: { ticket } });
      const wrong = anybody.call('finishLoginApp', { body: { ticket, code: '000000' } });
      expect((await expectRefusal(wrong)).status).toBe(400);
      const done = await anybody.call('finishLoginApp', { body: { ticket, code: readCode(secret) } });
      expect(done.recoveryCodes).toHaveLength(10);
      const client = createClient(server, done.access_token);
      expect(await client.call('getFactors', {})).toMatchObject({ enabled: true, required: true });
      expect((await expectRefusal(client.call('deleteApp', {}))).status).toBe(409);
      await user.letCodePass();
      expect(await isSignedIn(await user.signIn(readCode(secret)))).toBe(true);
    } finally {
      await requireFor(admin, []);
    }
  });

  it('can be a passkey from the start, for a role that needs one', async () => {
    const [user, other] = [await newUser('maintainer'), await newUser('maintainer')];
    await requireFor(admin, ['maintainer']);
    try {
      const { ticket, methods, passkeysPossible } = await user.beginLogin();
      expect([methods, passkeysPossible]).toEqual([[], true]);
      const anybody = createClient(server);
      const asked = await anybody.call('startLoginPasskey', { body: { ticket } });
      const key = new SoftPasskey(ORIGIN);
      const foreign = new SoftPasskey('https://evil.example');
      const tryOne = async (passkey: ReturnType<typeof key.make>, by = ticket): Promise<number> =>
        (await expectRefusal(anybody.call('finishLoginPasskey', { body: { ticket: by, passkey } }))).status;
      expect(await tryOne(foreign.make(asked))).toBe(400);
      const theirs = await other.beginLogin();
      const passkey = key.make(asked);
      expect(await tryOne(passkey, theirs.ticket)).toBe(400);
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
      const done = await anybody.call('finishLoginPasskey', { body: { ticket, passkey }, headers });
      expect(done.recoveryCodes).toHaveLength(10);
      const client = createClient(server, done.access_token);
      const factors = await client.call('getFactors', {});
      expect(factors).toMatchObject({ enabled: true, required: true, passkeys: [{ name: 'Firefox on Linux' }] });
      // The ticket is used up, and the account has a factor now.
      expect(await tryOne(key.make(asked))).toBe(401);
      const app = anybody.call('startLoginApp', { body: { ticket: (await user.beginLogin()).ticket } });
      expect((await expectRefusal(app)).status).toBe(401);
      // The passkey of one account is no passkey of another.
      const twice = await anybody.call('startLoginPasskey', { body: { ticket: theirs.ticket } });
      expect(await tryOne(key.make(twice), theirs.ticket)).toBe(409);
    } finally {
      await requireFor(admin, []);
    }
  });

  it('that is lost is removed by an admin or the operator, and all sessions end', async () => {
    const user = await newUser();
    await user.addApp();
    await admin.call('deleteUserFactors', { params: { id: user.id } });
    expect(await isSignedIn(user.client)).toBe(false);
    const { access_token: token } = await user.login();
    expect(await createClient(server, token).call('getFactors', {})).toMatchObject({ enabled: false, passkeys: [] });
    const other = await newUser();
    await other.addPasskey();
    await operateFactors(server.context, other.username);
    expect((await other.login()).user.id).toBe(other.id);
    const own = admin.call('deleteUserFactors', { params: { id: (await admin.call('getProfile', {})).id } });
    expect((await expectRefusal(own)).status).toBe(403);
  });

  it('is asked for although the only one works at another host name', async () => {
    const user = await newUser();
    await user.addPasskey();
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('passkey').set({ host: 'old.example.org' }).where('userId', '=', user.id).execute();
      await tx.write.deleteFrom('recoveryCode').where('userId', '=', user.id).execute();
    });
    // An empty list would send the user to setting up the first factor, which is refused.
    expect((await user.beginLogin()).methods).toEqual(['recovery']);
  });

  it('of another host name is not offered, and numeric addresses have no passkeys', async () => {
    await using plain = await startServer(kind);
    const client = await setupAdmin(plain);
    expect((await client.call('getFactors', {})).passkeysPossible).toBe(false);
    expect((await expectRefusal(client.call('startPasskey', { body: {} }))).status).toBe(400);
    expect((await expectRefusal(createClient(plain).call('askPasskey', {}))).status).toBe(400);
  });
});
