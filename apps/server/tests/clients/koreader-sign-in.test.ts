import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '#core/people/rate-limiter.ts';
import { createHttpServer } from '#http/server.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { koreaderHeaders, md5, newDevice, refusalIn, syncDevice } from '../_harness/koreader.ts';
import { startServer } from '../_harness/start-server.ts';

const ADMIN = { username: 'admin', password: 'correct horse battery' };

describe.each(databases)('signing in to KOReader sync on %s', (kind) => {
  it('signs in with a key under any form that apps send, and with a password as it is, never with its digest', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { key, works_with_koreader: works } = await admin.call('createApiKey', { body: { name: 'KOReader' } });
    expect(works).toBe(true);
    const basic = (name: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    });
    const { password } = ADMIN;
    const auth = async (headers: Readonly<Record<string, string>>, base?: string) =>
      syncDevice(server, headers, base).ask('GET', '/users/auth');
    const right = [
      koreaderHeaders('admin', key),
      { ...koreaderHeaders('admin', key), 'x-auth-key': md5(key).toUpperCase() },
      { 'x-auth-user': 'admin', 'x-auth-key': key },
      { 'x-auth-user': key, 'x-auth-key': 'whatever' },
      { 'x-auth-user': 'admin', 'x-auth-key': password },
      basic('admin', password),
      basic('admin', key),
      // Both, made of one password: its digest is worth nothing, the password is.
      { ...koreaderHeaders('admin', password), ...basic('admin', password) },
    ];
    for (const headers of right) {
      const { status, body } = await auth(headers);
      expect([headers, status, body]).toEqual([headers, 200, { authorized: 'OK' }]);
    }
    expect((await auth(koreaderHeaders('admin', key), '/kosync')).status).toBe(200);
    const wrong = [
      {},
      koreaderHeaders('admin', password),
      koreaderHeaders('nobody', 'x'),
      koreaderHeaders('admin', `${key}x`),
      { 'x-auth-user': 'admin', 'x-auth-key': '' },
      { 'x-auth-user': 'admin' },
      basic('admin', 'wrong'),
    ];
    for (const headers of wrong) {
      const answer = await auth(headers);
      expect([headers, answer.status, refusalIn(answer).code]).toEqual([headers, 401, 2001]);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="Lectern"');
    }
    // However often the digest of a password comes: its owner is not locked out by it.
    for (let time = 0; time < 12; time += 1) await auth(koreaderHeaders('admin', password));
    expect((await auth(basic('admin', password))).status).toBe(200);
    const nameless = await auth(koreaderHeaders('nobody', 'x'));
    expect(nameless.body).toEqual((await auth(koreaderHeaders('admin', 'x'))).body);
    const { rows } = await server.context.db.read
      .selectFrom('apiKey')
      .selectAll()
      .execute()
      .then((found) => ({ rows: JSON.stringify(found) }));
    for (const secret of [md5(key), md5(password), key]) expect(rows).not.toContain(secret);
  });

  it('forgets a key at once, and says of one from before, or with few rights, what is wrong', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { id, key } = await admin.call('createApiKey', { body: { name: 'Reader' } });
    const device = syncDevice(server, koreaderHeaders('admin', key));
    expect((await device.ask('GET', '/users/auth')).status).toBe(200);
    // An address that was typed with a slash at its end.
    expect((await device.ask('GET', '//users/auth')).status).toBe(200);
    await admin.call('updateApiKey', { params: { id }, body: { isActive: false } });
    expect((await device.ask('GET', '/users/auth')).body).toMatchObject({
      code: 2001,
      message: expect.stringMatching(/switched off/) as string,
    });
    await admin.call('updateApiKey', { params: { id }, body: { isActive: true } });
    await server.context.db.transaction(async (tx) => {
      await tx.write.updateTable('apiKey').set({ koreaderDigest: null }).where('id', '=', id).execute();
      tx.afterCommit(() => server.context.keys.viewers.forget(() => true));
    });
    expect((await device.ask('GET', '/users/auth')).body).toMatchObject({
      message: expect.stringMatching(/created again/) as string,
    });
    expect(await admin.call('getApiKey', { params: { id } })).toMatchObject({ works_with_koreader: false });
    const permissions = ['ProgressRead'] as const;
    const { key: weak } = await admin.call('createApiKey', { body: { name: 'Weak', permissions: [...permissions] } });
    const other = syncDevice(server, koreaderHeaders('admin', weak));
    expect(await other.ask('GET', '/users/auth')).toMatchObject({
      status: 401,
      body: { code: 2001, message: 'This needs the permission ProgressWrite' },
    });
    expect(await other.get('d'.repeat(32))).toBeUndefined();
    const body = { document: 'd'.repeat(32), progress: '1', percentage: 0, device: 'x' };
    expect((await other.ask('PUT', '/syncs/progress', body)).status).toBe(401);
  });

  it('answers in the words of the official server', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const device = await newDevice(server, admin);
    const stranger = syncDevice(server, {});
    const asked = await stranger.ask('GET', '/healthcheck');
    expect([asked.status, asked.body]).toEqual([200, { state: 'OK' }]);
    const register = await stranger.ask('POST', '/users/create', { username: 'new', password: md5('x') });
    expect(register).toMatchObject({
      status: 402,
      body: { code: 2005, message: expect.stringMatching(/API key/) as string },
    });
    const good = { document: 'a'.repeat(32), progress: '5', percentage: 0.5, device: 'Kobo', device_id: 'K' };
    for (const [body, code] of [
      [{ ...good, document: undefined }, 2004],
      [{ ...good, document: '' }, 2004],
      [{ ...good, percentage: 'half' }, 2003],
      [{ ...good, progress: undefined }, 2003],
      [{ ...good, progress: 'x'.repeat(5_000) }, 2003],
      [{ ...good, device: null }, 2003],
      [{ ...good, progress: 'a\0b' }, 2003],
      ['{"document":', 2003],
      ['[]', 2003],
    ] as const) {
      const answer = await device.ask('PUT', '/syncs/progress', body);
      expect([body, answer.status, refusalIn(answer).code]).toEqual([body, 403, code]);
    }
    const nothing = await device.ask('GET', `/syncs/progress/${'b'.repeat(32)}`);
    expect([nothing.status, nothing.body, nothing.headers.get('content-type')]).toEqual([200, {}, 'application/json']);
    // What is a bit off is taken: it has to sync.
    for (const odd of [{ device_id: null }, { metadata: 'x' }, { percentage: 1.0000001 }, { progress: 7 }]) {
      expect([odd, (await device.ask('PUT', '/syncs/progress', { ...good, ...odd })).status]).toEqual([odd, 200]);
    }
    expect(await device.get(good.document)).toMatchObject({ progress: '7', percentage: 0.5 });
  });

  it('can be switched off and on while it runs', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const device = await newDevice(server, admin);
    expect((await admin.call('getServerInfo', {})).doors.koreader).toBe('/koreader');
    const set = async (value: boolean) =>
      admin.call('updateSetting', { params: { key: 'koreader_sync.enabled' }, body: { value } });
    await set(false);
    for (const path of ['/users/auth', '/healthcheck', '/syncs/progress/x']) {
      const { status, body } = await device.ask('GET', path);
      expect([status, body]).toEqual([
        404,
        { error: 'NotFound', message: `There is nothing at /koreader${path}`, details: null },
      ]);
    }
    const info = await admin.call('getServerInfo', {});
    expect([info.doors.koreader, info.features.koreader]).toEqual([null, false]);
    await set(true);
    expect((await device.ask('GET', '/users/auth')).status).toBe(200);
  });

  it('slows down guessing, and charges the address', async () => {
    const limits = { 'rate_limit.anonymous_burst': '5', 'rate_limit.anonymous_rps': '1' };
    await using server = await startServer(kind, { config: limits });
    await setupAdmin(server);
    // Time stands still, so nothing comes back.
    const limiter = createRateLimiter(server.context.settings, () => 0);
    await using http = await createHttpServer({ ...server.context, limiter });
    const guesser = syncDevice({ url: await http.listen() }, koreaderHeaders('admin', 'x'));
    for (let time = 0; time < 5; time += 1) expect((await guesser.ask('GET', '/users/auth')).status).toBe(401);
    const refused = await guesser.ask('GET', '/users/auth');
    expect([refused.status, refusalIn(refused).code]).toEqual([429, 2000]);
    expect(refusalIn(refused).message).toMatch(/try again/i);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
