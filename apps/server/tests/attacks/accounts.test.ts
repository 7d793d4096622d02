import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const EVIL = 'evil.example';

describe.each(databases)('strangers who want an account, or that of another user, on %s', (kind) => {
  let server: TestServer;
  let box: MailBox;
  let admin: Client;
  let anybody: Client;

  beforeAll(async () => {
    box = await startMailBox();
    server = await startServer(kind, { config: box.config });
    admin = await setupAdmin(server);
    anybody = createClient(server);
    await admin.call('createUser', { body: { username: 'bob', password: PASSWORD, email: 'bob@example.org' } });
    await admin.call('updateSetting', { params: { key: 'auth.registration_enabled' }, body: { value: 'true' } });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
  });

  /** Sends a request with headers that a browser would not let anybody choose. */
  async function ask(path: string, headers: Readonly<Record<string, string>>, body?: object) {
    const { hostname, port } = new URL(server.url);
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    return new Promise<{ readonly status: number; readonly headers: string; readonly text: string }>(
      (resolve, reject) => {
        const method = text === undefined ? 'GET' : 'POST';
        const sent = request({ host: hostname, port, path, method, headers: { ...type, ...headers } }, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const said = Buffer.concat(chunks).toString();
            resolve({ status: answer.statusCode ?? 0, headers: answer.rawHeaders.join('\n'), text: said });
          });
        });
        sent.on('error', reject);
        sent.end(text);
      },
    );
  }

  it('get links in mails to this server alone, whatever they say its name is', async () => {
    const lies = [
      { host: EVIL },
      { host: `books.example.org:80@${EVIL}` },
      { 'x-forwarded-host': EVIL, 'x-forwarded-proto': 'http', forwarded: `host=${EVIL};proto=http` },
      { origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
    ];
    for (const [index, headers] of lies.entries()) {
      server.context.access.mailed.forget(() => true);
      const { status } = await ask('/api/v1/auth/forgot-password', headers, { email: 'bob@example.org' });
      expect([headers, status]).toEqual([headers, 200]);
      await server.idle();
      expect(box.mails).toHaveLength(index + 1);
      const text = box.mails.at(-1)?.text ?? '';
      expect(text).not.toContain(EVIL);
      const links = [...text.matchAll(/https?:\/\/[^\s"<>#]+/g)].map(([link]) => link);
      expect(new Set(links)).toEqual(new Set(['https://books.example.org/reset-password']));
    }
  });

  it('are led nowhere else: no address of this server sends anybody to another one', async () => {
    const paths = [
      `//${EVIL}`,
      `///${EVIL}/..`,
      `/\\${EVIL}`,
      `/%5c${EVIL}`,
      `/%2f${EVIL}/`,
      `/.${EVIL}`,
      `//${EVIL}/api/v1/books/`,
      `//${EVIL}/%2e%2e`,
      `/login?next=https://${EVIL}`,
      `/login?redirect=//${EVIL}&returnTo=//${EVIL}&url=//${EVIL}`,
      `/api/v1/auth/login?redirect=https://${EVIL}`,
      `http://${EVIL}/`,
      `/api/v1/books/?x=//${EVIL}`,
      `/%0d%0aLocation:%20https://${EVIL}`,
    ];
    for (const path of paths) {
      for (const headers of [{ accept: 'text/html' }, { accept: '*/*', host: EVIL }]) {
        const answer = await ask(path, headers);
        expect([path, answer.status < 300 || answer.status >= 400]).toEqual([path, true]);
        expect([path, /^(location|refresh|link)$/im.exec(answer.headers)]).toEqual([path, null]);
      }
    }
  });

  it('learn no address from registering: its owner is told, and it belongs to no account before confirmation', async () => {
    const before = box.mails.length;
    const register = async (username: string, email: string) =>
      anybody.call('register', { body: { username, email, password: PASSWORD } });
    server.context.access.mailed.forget(() => true);
    const [known, unknown] = [await register('eve', 'BOB@example.org'), await register('carl', 'carl@example.org')];
    for (const { user, message } of [known, unknown]) expect([user?.email, message]).toEqual(['', known.message]);
    await server.idle();
    const mails = box.mails.slice(before);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['BOB@example.org', 'carl@example.org']);
    expect(mails.find(({ to }) => to === 'BOB@example.org')?.text).toContain(
      'a visitor tried to register with your address',
    );
    const eve = createClient(server, known.access_token ?? '');
    const carl = createClient(server, unknown.access_token ?? '');
    for (const client of [eve, carl]) {
      const { email, emailVerified } = await client.call('getProfile', {});
      expect([email, emailVerified]).toEqual(['', false]);
    }
    const token = /#([\w-]+)/.exec(mails.find(({ to }) => to === 'carl@example.org')?.text ?? '')?.[1] ?? '';
    await anybody.call('verifyEmail', { body: { token } });
    expect(await carl.call('getProfile', {})).toMatchObject({ email: 'carl@example.org', emailVerified: true });
  });

  it('leave nothing behind for an unknown address: no task, no memory', async () => {
    const { access, db } = server.context;
    const count = async () => (await db.read.selectFrom('task').select('id').execute()).length;
    const ask = async (name: 'forgotPassword' | 'resendVerification', email: string) => {
      await anybody.call(name, { body: { email } });
      await server.idle();
    };
    await admin.call('createUser', {
      body: { username: 'away', password: PASSWORD, email: 'away@example.org', isActive: false },
    });
    access.mailed.forget(() => true);
    const before = await count();
    for (const email of ['nobody@example.org', 'away@example.org']) {
      for (const name of ['forgotPassword', 'resendVerification'] as const) await ask(name, email);
    }
    // Bob has confirmed his address.
    await ask('resendVerification', 'bob@example.org');
    expect([await count(), access.mailed.state().entries]).toEqual([before, 0]);
    await ask('forgotPassword', 'bob@example.org');
    expect([await count(), access.mailed.state().entries]).toEqual([before + 1, 1]);
    // More than are looked at is let go.
    const mails = box.mails.length;
    const wanted = { purpose: 'reset', address: 'nobody@example.org', language: 'en' } as const;
    for (let at = 0; at < 2_000; at += 1) server.context.mailRequests.add(wanted);
    access.mailed.forget(() => true);
    server.context.mailRequests.add({ ...wanted, address: 'bob@example.org' });
    await server.idle();
    expect(box.mails).toHaveLength(mails);
    await ask('forgotPassword', 'bob@example.org');
    expect(box.mails).toHaveLength(mails + 1);
  });

  it('try out few names: who is told that one is taken has to wait after ten', async () => {
    const guess = async (username: string) =>
      expectRefusal(anybody.call('register', { body: { username, password: PASSWORD } }));
    const kinds: string[] = [];
    for (let at = 0; at < 12; at += 1) kinds.push((await guess(at % 2 === 0 ? 'bob' : 'BOB')).kind);
    expect(kinds).toEqual([
      ...Array.from({ length: 10 }, () => 'Conflict'),
      'rate_limit_exceeded',
      'rate_limit_exceeded',
    ]);
    // Every user can still sign in.
    await anybody.call('login', { body: { username: 'bob', password: PASSWORD } });
  });

  it('get the same answer in every way of signing in, for any name', async () => {
    const basic = (name: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
    });
    const names = ['bob', 'bob@example.org', 'nobody', 'nobody@example.org', "bob' --", 'x'.repeat(200)];
    const said = await Promise.all(
      names.map(async (name) => {
        const login = await ask('/api/v1/auth/login', {}, { username: name, password: 'not it' });
        const other = await ask('/api/v1/auth/me', basic(name, 'not it'));
        const key = await ask('/api/v1/auth/me', basic(name, `svc_abcd1234_${'A'.repeat(40)}`));
        return [login, other, key].map(({ status, text }) => [status, text]);
      }),
    );
    for (const one of said) expect(one).toEqual(said[0]);
    expect(said[0]?.map(([status]) => status)).toEqual([401, 401, 401]);
  });

  it('do the server no other harm by what they say', async () => {
    const odd = [
      '\u0000',
      '\u202e',
      '\ud800',
      'a\r\nBcc: eve@example.org',
      `${'a'.repeat(60)}@example.org`,
      '<b>@example.org',
    ];
    for (const text of odd) {
      for (const path of [
        'register',
        'forgot-password',
        'resend-verification',
        'login',
        'verify-email',
        'reset-password',
      ]) {
        const body = { username: text, email: text, password: text, token: text };
        const { status } = await ask(
          `/api/v1/auth/${path}`,
          { 'accept-language': text.replace(/[^ -~]/g, ';q=9,') },
          body,
        );
        expect([path, text, status < 500]).toEqual([path, text, true]);
      }
    }
    await server.idle();
    expect(box.mails.filter(({ to, text }) => to.includes('eve@') || /^bcc:/im.test(text))).toEqual([]);
  });
});
