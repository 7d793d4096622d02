import { describe, expect, it } from 'vitest';
import { expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openNoticeReceiver } from '../_harness/notice-receiver.ts';
import { startMailBox } from '../_harness/smtp.ts';
import { startServer } from '../_harness/start-server.ts';
import { signBody } from '#core/activities/notices/target-formats.ts';

const LOOPBACK = { 'releases.private_networks': 'loopback', 'log.level': 'fatal' };
const SECRET = 'planted signing secret';
const EVE = { username: 'eve', password: 'a long password' };

describe.each(databases)('targets of notices on %s', (kind) => {
  it('are tested with the real answer in words, and sign what they send', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: LOOPBACK });
    const admin = await setupAdmin(server);
    const body = {
      name: 'Home',
      type: 'webhook',
      url: `${receiver.url}/planted-path`,
      secret: SECRET,
      kinds: [],
    } as const;
    const { id, place } = await admin.call('createNoticeTarget', { body });
    const test = async () => admin.call('testNoticeTarget', { params: { id } });
    expect(await test()).toEqual({ ok: true, message: `${place} took the test notice` });
    const [message] = receiver.messages;
    const { 'x-lectern-timestamp': timestamp, 'x-lectern-signature': signature } = message?.headers ?? {};
    expect(signature).toBe(signBody(SECRET, String(timestamp), message?.body ?? ''));
    expect(Math.abs(Number(timestamp) * 1_000 - Date.now())).toBeLessThan(60_000);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ kind: 'test', title: 'A test of Lectern', books: [] });

    receiver.answerNext('broken');
    expect(await test()).toEqual({ ok: false, message: 'The server answered with status 500' });
    expect(await admin.call('listNoticeTargets', {})).toMatchObject([
      { failures: 1, lastError: 'The server answered with status 500', hasSecret: true },
    ]);
    receiver.answerNext('redirect');
    expect((await test()).message).toContain('follow no redirect');
    await test();
    expect(await admin.call('listNoticeTargets', {})).toMatchObject([{ failures: 0, lastError: null }]);
    await receiver[Symbol.asyncDispose]().catch(() => undefined);
    expect((await test()).message).toBe('The server cannot be reached: connection refused');
  });

  it('never show their address and secret: not in answers, not in the database, not in the log', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: LOOPBACK });
    const admin = await setupAdmin(server);
    const url = `${receiver.url}/planted-path`;
    const { id } = await admin.call('createNoticeTarget', {
      body: { name: 'Home', type: 'webhook', url, secret: SECRET, kinds: [] },
    });
    receiver.answerNext('broken', 'silent');
    await admin.call('testNoticeTarget', { params: { id } });
    await admin.call('updateNoticeTarget', { params: { id }, body: { name: 'Other', kinds: ['scan_failed'] } });
    const rows = await server.context.db.read.selectFrom('noticeTarget').selectAll().execute();
    const said = JSON.stringify([rows, await admin.call('listNoticeTargets', {}), await admin.call('readLogs', {})]);
    for (const secret of [SECRET, 'planted']) expect(said).not.toContain(secret);
    // Another server is not given the secret.
    await expectRefusal(admin.call('updateNoticeTarget', { params: { id }, body: { url: 'https://other.example/' } }));
    const moved = { url: 'https://other.example/', secret: 'another long secret' };
    expect(await admin.call('updateNoticeTarget', { params: { id }, body: moved })).toMatchObject({
      place: 'other.example',
      hasSecret: true,
      kinds: ['scan_failed'],
    });
  });

  it('say what is wrong with them', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const secret = SECRET;
    const url = 'https://example.org/hook';
    const refused = async (
      body: object,
      scope: 'createNoticeTarget' | 'createOwnNoticeTarget' = 'createNoticeTarget',
    ) => (await expectRefusal(admin.call(scope, { body: { name: 'x', kinds: [], ...body } as never }))).message;
    expect(await refused({ type: 'webhook' })).toContain('"url" is not valid: must be a web address');
    expect(await refused({ type: 'webhook', url: 'ftp://x' })).toContain('must be an http or https address');
    expect(await refused({ type: 'webhook', url: 'https://me:pw@x.org', secret })).toContain('must not contain a name');
    expect(await refused({ type: 'webhook', url, secret: 'short' })).toContain('at least 16 characters');
    expect(await refused({ type: 'ntfy', url: 'https://ntfy.sh/' })).toContain('must end with the topic');
    expect(await refused({ type: 'gotify', url })).toContain('token of the application');
    expect(await refused({ type: 'discord', url, secret })).toContain('is its secret');
    expect(await refused({ type: 'mail' })).toContain('must be a mail address');
    expect(await refused({ type: 'mail', address: 'a@b.org' }, 'createOwnNoticeTarget')).toContain(
      'the address of your account',
    );
    expect(await refused({ type: 'webhook', url, secret, kinds: ['scan_failed'] }, 'createOwnNoticeTarget')).toContain(
      'must be some of new_books',
    );
    expect(await refused({ type: 'webhook', url, secret, kinds: ['new_books'] })).toContain('must be some of ');
  });

  it('belong to their user, and reach private addresses only for admins', async () => {
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: LOOPBACK });
    const admin = await setupAdmin(server);
    await admin.call('createUser', { body: { ...EVE, role: 'reader' } });
    const eve = await signIn(server, EVE);
    const body = { name: 'Mine', type: 'webhook', url: receiver.url, secret: SECRET, kinds: ['new_books'] } as const;
    const [own, other] = [
      await admin.call('createOwnNoticeTarget', { body }),
      await eve.call('createOwnNoticeTarget', { body }),
    ];
    expect((await eve.call('listOwnNoticeTargets', {})).map(({ id }) => id)).toEqual([other.id]);
    expect((await expectRefusal(eve.call('listNoticeTargets', {}))).status).toBe(403);
    for (const name of ['testOwnNoticeTarget', 'deleteOwnNoticeTarget'] as const) {
      expect((await expectRefusal(eve.call(name, { params: { id: own.id } }))).status).toBe(404);
    }
    const name = { body: { name: 'Taken' } };
    expect((await expectRefusal(eve.call('updateOwnNoticeTarget', { params: { id: own.id }, ...name }))).status).toBe(
      404,
    );
    const renamed = await eve.call('updateOwnNoticeTarget', { params: { id: other.id }, body: { name: 'Phone' } });
    expect(renamed).toMatchObject({ id: other.id, name: 'Phone', hasSecret: true, kinds: ['new_books'] });
    for (const call of ['testNoticeTarget', 'deleteNoticeTarget'] as const) {
      expect((await expectRefusal(admin.call(call, { params: { id: own.id } }))).status).toBe(404);
    }
    expect(await admin.call('listOwnNoticeTargets', {})).toMatchObject([{ id: own.id, name: 'Mine' }]);
    const ofServer = await admin.call('createNoticeTarget', { body: { ...body, kinds: [] } });
    await admin.call('deleteNoticeTarget', { params: { id: ofServer.id } });
    expect(await admin.call('listNoticeTargets', {})).toEqual([]);
    expect(await eve.call('testOwnNoticeTarget', { params: { id: other.id } })).toEqual({
      ok: false,
      message: '127.0.0.1 is not a public address. Only targets of admins may reach other networks',
    });
    expect(receiver.messages).toEqual([]);
    expect(await admin.call('testOwnNoticeTarget', { params: { id: own.id } })).toMatchObject({ ok: true });
    await eve.call('deleteOwnNoticeTarget', { params: { id: other.id } });
    expect(await eve.call('listOwnNoticeTargets', {})).toEqual([]);
  });

  it('speak the language of each service', async () => {
    await using receiver = await openNoticeReceiver();
    await using box = await startMailBox();
    await using server = await startServer(kind, { config: { ...LOOPBACK, ...box.config } });
    const admin = await setupAdmin(server);
    const { url } = receiver;
    const bodies = [
      { type: 'ntfy', url: `${url}/base/my-topic`, secret: 'tk_planted' },
      { type: 'gotify', url: `${url}/gotify/`, secret: 'app token' },
      { type: 'discord', url: `${url}/api/webhooks/1/abc` },
      { type: 'mail', address: 'ops@example.org' },
    ] as const;
    for (const body of bodies) {
      const { id } = await admin.call('createNoticeTarget', { body: { name: body.type, kinds: [], ...body } });
      expect(await admin.call('testNoticeTarget', { params: { id } })).toMatchObject({ ok: true });
    }
    const [ntfy, gotify, discord] = receiver.messages.map(({ path, headers, body }) => ({
      path,
      headers,
      body: JSON.parse(body) as unknown,
    }));
    expect(ntfy).toMatchObject({
      path: '/base',
      headers: { authorization: 'Bearer tk_planted' },
      body: { topic: 'my-topic', title: 'A test of Lectern', click: 'https://books.example.org/' },
    });
    expect(gotify).toMatchObject({
      path: '/gotify/message',
      headers: { 'x-gotify-key': 'app token' },
      body: { priority: 5 },
    });
    expect(discord).toMatchObject({
      path: '/api/webhooks/1/abc',
      body: { content: expect.stringContaining('**A test of Lectern**') as string, allowed_mentions: { parse: [] } },
    });
    expect(box.mails).toMatchObject([
      { to: 'ops@example.org', text: expect.stringContaining('Notices arrive here.') as string },
    ]);
  });
});
