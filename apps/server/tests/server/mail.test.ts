import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';

describe.each(databases)('mail on %s', (kind) => {
  let server: TestServer;
  let box: MailBox;
  let admin: Client;
  let anybody: Client;

  beforeAll(async () => {
    box = await startMailBox();
    server = await startServer(kind, { config: box.config });
    admin = await setupAdmin(server);
    anybody = createClient(server);
    for (const key of ['auth.registration_enabled', 'auth.email_verification_required']) {
      await admin.call('updateSetting', { params: { key }, body: { value: 'true' } });
    }
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
  });

  /** What came for an address since the last time, once all that was asked for is done. */
  const seen = new Map<string, number>();
  async function mailsTo(address: string) {
    await server.idle();
    const all = box.mails.filter(({ to }) => to === address);
    const fresh = all.slice(seen.get(address) ?? 0);
    seen.set(address, all.length);
    return fresh.map(({ text }) => ({ text, token: /books\.example\.org\/[\w-]+#([\w-]+)/.exec(text)?.[1] ?? '' }));
  }

  const register = async (username: string, email: string, headers: Record<string, string> = {}) =>
    anybody.call('register', { body: { username, email, password: PASSWORD }, headers });
  /** Lets the same mail be asked for again at once. */
  const forgetPause = () => server.context.access.mailed.forget(() => true);

  it('confirms the address of a new account, which can be used afterwards', async () => {
    const answer = await register('bob', 'Bob@example.org', { 'accept-language': 'xx, de-AT;q=0.8, en;q=0.5' });
    expect(answer).toMatchObject({ access_token: null, user: null });
    const account = { username: 'bob', password: PASSWORD };
    expect(await expectRefusal(signIn(server, account))).toMatchObject({
      status: 401,
      message: 'Confirm your e-mail address first. Follow the link in the mail that you got',
    });
    expect((await expectRefusal(signIn(server, { ...account, password: 'a guess' }))).message).toContain('is wrong');
    const [mail] = await mailsTo('Bob@example.org');
    expect(mail?.text).toMatch(/^From: Lectern <lectern@example\.org>$/m);
    expect(mail?.text).toContain('Hallo bob,');
    expect(mail?.text).toContain('<a href="https://books.example.org/verify-email#');
    expect(mail?.text).toMatch(/text\/plain[^]*text\/html/);
    const token = mail?.token ?? '';
    const stored = await server.context.db.read.selectFrom('mailToken').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await expectRefusal(anybody.call('verifyEmail', { body: { token: `${token}x` } }))).status).toBe(400);
    await anybody.call('verifyEmail', { body: { token } });
    expect((await expectRefusal(anybody.call('verifyEmail', { body: { token } }))).status).toBe(400);
    const me = await (await signIn(server, account)).call('getCurrentUser', {});
    expect(me).toMatchObject({ role: 'reader', emailVerified: true, email: 'Bob@example.org' });
  });

  it('does not tell who has an account: the answer is the same, the owner of the address is written to', async () => {
    const [known, unknown] = [await register('eve', 'bob@example.org'), await register('carl', 'carl@example.org')];
    expect(known).toEqual(unknown);
    const [warning] = await mailsTo('bob@example.org');
    expect(warning?.text).toContain('a visitor tried to register with your address');
    expect(await admin.call('listUsers', { query: { search: 'eve' } })).toMatchObject({ total: 0 });
    for (const name of ['forgotPassword', 'resendVerification'] as const) {
      const answers = await Promise.all(
        ['bob@example.org', 'nobody@example.org'].map(async (email) => anybody.call(name, { body: { email } })),
      );
      expect(answers[0]).toEqual(answers[1]);
    }
    expect(await mailsTo('nobody@example.org')).toEqual([]);
    // Of the two bob has a password to forget, and no address to confirm.
    expect((await mailsTo('bob@example.org')).map(({ text }) => text.includes('/reset-password#'))).toEqual([true]);
    // What waits or waited in the list of tasks tells no address.
    const tasks = await admin.call('listTasks', { query: { taskType: 'send_mail', pageSize: '500' } });
    expect(tasks.total).toBeGreaterThan(3);
    expect(JSON.stringify(tasks)).not.toContain('example.org');
  });

  it('comes again when it is asked for again, but not with every click, and only the last link counts', async () => {
    await register('dora', 'dora@example.org');
    const [first] = await mailsTo('dora@example.org');
    for (let click = 0; click < 5; click += 1) {
      await anybody.call('resendVerification', { body: { email: 'dora@example.org' } });
    }
    expect(await mailsTo('dora@example.org')).toEqual([]);
    forgetPause();
    await anybody.call('resendVerification', { body: { email: 'DORA@example.org' } });
    const [second] = await mailsTo('DORA@example.org');
    expect((await expectRefusal(anybody.call('verifyEmail', { body: { token: first?.token ?? '' } }))).status).toBe(
      400,
    );
    await anybody.call('verifyEmail', { body: { token: second?.token ?? '' } });
  });

  it('gives a new password, once and in time, and ends all sessions', async () => {
    const { id } = await admin.call('createUser', {
      body: { username: 'fred', password: PASSWORD, email: 'fred@example.org' },
    });
    const client = await signIn(server, { username: 'fred', password: PASSWORD });
    await anybody.call('forgotPassword', { body: { email: 'fred@example.org' } });
    const [mail] = await mailsTo('fred@example.org');
    const body = { token: mail?.token ?? '', password: 'another password' };
    expect((await expectRefusal(anybody.call('verifyEmail', { body: { token: body.token } }))).status).toBe(400);
    const uses = await Promise.allSettled([1, 2, 3].map(async () => anybody.call('resetPassword', { body })));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await expectRefusal(client.call('getCurrentUser', {}))).status).toBe(401);
    await signIn(server, { username: 'fred', password: 'another password' });

    forgetPause();
    await anybody.call('forgotPassword', { body: { email: 'fred@example.org' } });
    const [late] = await mailsTo('fred@example.org');
    await server.context.db.transaction(async (tx) =>
      tx.write
        .updateTable('mailToken')
        .set({ expiresAt: Date.now() - 1 })
        .where('userId', '=', id)
        .execute(),
    );
    const tooLate = anybody.call('resetPassword', { body: { ...body, token: late?.token ?? '' } });
    expect((await expectRefusal(tooLate)).status).toBe(400);

    // Who was deactivated gets no link, and cannot use one that was sent before.
    forgetPause();
    await anybody.call('forgotPassword', { body: { email: 'fred@example.org' } });
    const [before] = await mailsTo('fred@example.org');
    await admin.call('updateUser', { params: { id }, body: { isActive: false } });
    const inactive = anybody.call('resetPassword', { body: { ...body, token: before?.token ?? '' } });
    expect((await expectRefusal(inactive)).status).toBe(400);
    forgetPause();
    await anybody.call('forgotPassword', { body: { email: 'fred@example.org' } });
    expect(await mailsTo('fred@example.org')).toEqual([]);
  });

  it('confirms a new address before it takes the place of the old one', async () => {
    await admin.call('createUser', { body: { username: 'gina', password: PASSWORD, email: 'gina@example.org' } });
    const client = await signIn(server, { username: 'gina', password: PASSWORD });
    await client.call('updatePreference', { params: { key: 'ui.language' }, body: { value: 'fr' } });
    const change = async (email: string) =>
      client.call('updateProfile', { body: { email, currentPassword: PASSWORD } });
    expect(await change('g2@example.org')).toMatchObject({ email: 'gina@example.org', pendingEmail: 'g2@example.org' });
    const [mail] = await mailsTo('g2@example.org');
    expect(mail?.text).toContain('Bonjour gina,');
    forgetPause();
    await anybody.call('resendVerification', { body: { email: 'g2@example.org' } });
    const [second] = await mailsTo('g2@example.org');
    expect((await expectRefusal(anybody.call('verifyEmail', { body: { token: mail?.token ?? '' } }))).status).toBe(400);
    await anybody.call('verifyEmail', { body: { token: second?.token ?? '' } });
    expect(await client.call('getProfile', {})).toMatchObject({
      ...{ email: 'g2@example.org', emailVerified: true, pendingEmail: null },
    });
    // That an address is another's is said to its owner only.
    expect(await change('Bob@example.org')).toMatchObject({ email: 'g2@example.org', pendingEmail: 'Bob@example.org' });
    expect((await mailsTo('Bob@example.org')).map(({ token }) => token)).toEqual(['']);
  });

  it('is tried out by an administrator, who sees what the mail server says', async () => {
    expect((await admin.call('testMail', { body: { to: 'me@example.org' } })).message).toContain('me@example.org');
    expect((await mailsTo('me@example.org')).map(({ text }) => text.includes('this is a test'))).toEqual([true]);
    // In the language that they chose, else in that of their browser.
    const choose = async (value: string) =>
      admin.call('updatePreference', { params: { key: 'ui.language' }, body: { value } });
    for (const [chosen, words] of [
      ['de', 'dies ist ein Test'],
      ['pt-BR', 'Este é um teste'],
      ['ar', 'هذه تجربة'],
      ['auto', 'ceci est un essai'],
      ['nl', 'ceci est un essai'],
    ] as const) {
      await choose(chosen);
      await admin.call('testMail', { body: { to: 'me@example.org' }, headers: { 'accept-language': 'fr' } });
      expect((await mailsTo('me@example.org')).map(({ text }) => text.includes(words))).toEqual([true]);
    }
    box.refuse(true);
    const refusal = await expectRefusal(admin.call('testMail', { body: { to: 'me@example.org' } }));
    box.refuse(false);
    expect([refusal.status, refusal.message]).toEqual([503, expect.stringContaining('no room for bob@example.org')]);
  });
});

describe.each(databases)('without mail on %s', (kind) => {
  it('people are told to ask their administrator, who is told what is missing', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const anybody = createClient(server);
    const account = { username: 'bob', password: PASSWORD };
    const register = async (body: { username: string; email?: string }) =>
      anybody.call('register', { body: { password: PASSWORD, ...body } });
    expect((await expectRefusal(register({ username: 'bob' }))).status).toBe(403);
    const body = { email: 'bob@example.org' };
    const forgot = await expectRefusal(anybody.call('forgotPassword', { body }));
    expect([forgot.status, forgot.message]).toEqual([503, 'This server cannot send mails. Ask an admin for help']);
    const test = await expectRefusal(admin.call('testMail', { body: { to: 'me@example.org' } }));
    expect(test.message).toBe(
      'This server cannot send mails. Set mail.host, mail.from, server.public_url in the configuration',
    );
    const set = async (key: string, value: 'true' | 'false') =>
      admin.call('updateSetting', { params: { key }, body: { value } });
    await set('auth.registration_enabled', 'true');
    expect((await anybody.call('getSetupStatus', {})).registrationEnabled).toBe(true);
    const registered = await register({ username: 'bob', ...body });
    expect(registered.user).toMatchObject({ username: 'bob', role: 'reader' });
    const me = createClient(server, registered.access_token ?? '');
    expect(await me.call('getCurrentUser', {})).toMatchObject({ emailVerified: false });
    expect((await expectRefusal(register({ username: 'BOB' }))).status).toBe(409);
    await set('auth.email_verification_required', 'true');
    expect((await expectRefusal(register({ username: 'carl', email: 'carl@example.org' }))).status).toBe(503);
    // Accounts that were there before, and those without an address, are not shut out.
    await signIn(server, account);
    await signIn(server);
  });
});
