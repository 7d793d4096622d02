import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { basic } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { createFactorUsers } from '../_harness/second-factor.ts';
import { addProvider, findSignedIn, signInAt, startProvider } from '../_harness/sign-in-provider.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const HOME = { 'user-agent': 'Firefox/130.0', 'x-forwarded-for': '198.51.100.7' };
const AWAY = { 'user-agent': 'Evil/1.0', 'x-forwarded-for': '203.0.113.9' };
const NEWS = 'your account was used on a new device, from the address 203.0.113.9.';

describe.each(databases)('mails about new devices, on %s', (kind) => {
  let server: TestServer;
  let box: MailBox;
  let admin: Client;
  let owners = 0;

  beforeAll(async () => {
    box = await startMailBox();
    const config = { 'server.trusted_proxies': 'loopback', 'auth.private_networks': 'loopback' };
    server = await startServer(kind, { config: { ...box.config, ...config } });
    admin = await setupAdmin(server);
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await box[Symbol.asyncDispose]();
  });

  async function confirm(id: string, email: string): Promise<void> {
    await admin.call('updateUser', { params: { id }, body: { email } });
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ emailVerified: 1 }).where('id', '=', id).execute(),
    );
  }

  /** How many mails about devices an address has. */
  async function readMails(email: string): Promise<string[]> {
    await server.context.uses.settled();
    await server.idle();
    return box.mails
      .filter(({ to, text }) => to === email && /new device|neuen Gerät/.test(text))
      .map(({ text }) => text);
  }

  /** An account with a confirmed address, which no sign-in has used. */
  async function newOwner() {
    owners += 1;
    const username = `owner ${String(owners)}`;
    const email = `owner${String(owners)}@example.org`;
    const { id } = await admin.call('createUser', { body: { username, password: PASSWORD } });
    await confirm(id, email);
    const body = { username, password: PASSWORD };
    /** @returns the cookie of the browser, and a client */
    const signIn = async (headers: Readonly<Record<string, string>>) => {
      const response = await fetch(`${server.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(200);
      const { access_token: token } = (await response.json()) as { access_token: string };
      const line = response.headers.getSetCookie().find((one) => one.startsWith('lectern_device='));
      return { cookie: line?.split(';')[0] ?? '', client: createClient(server, token) };
    };
    const mails = async () => readMails(email);
    return { id, username, email, signIn, mails };
  }

  it('are sent for another program at another address, with that address and nothing that the device says', async () => {
    const owner = await newOwner();
    await owner.signIn(HOME);
    // The first sign-in of all tells nothing new, and its place is known from then on.
    await owner.signIn(HOME);
    expect(await owner.mails()).toEqual([]);
    await owner.signIn(AWAY);
    const [mail, ...others] = await owner.mails();
    expect(others).toEqual([]);
    expect(mail).toContain(`Hello ${owner.username},`);
    expect(mail).toContain(NEWS);
    expect(mail).not.toContain('Evil');
    const { data } = await admin.call('listAudit', { query: { userId: owner.id, action: 'signed_in' } });
    expect(data.map(({ details }) => details['isNewDevice'])).toEqual([true, false, false]);
  });

  it('are not sent for a browser that has the cookie of the account, wherever it is', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { cookie } = await owner.signIn(HOME);
    await other.signIn(HOME);
    await owner.signIn({ ...AWAY, cookie });
    expect(await owner.mails()).toEqual([]);
    // The cookie of another account counts nothing.
    await other.signIn({ ...AWAY, cookie });
    expect(await other.mails()).toEqual([expect.stringContaining(NEWS)]);
  });

  it('are not sent to an address that is not confirmed, and for no wrong password', async () => {
    const owner = await newOwner();
    await owner.signIn(HOME);
    const wrong = { username: owner.username, password: 'not this one' };
    await createClient(server)
      .call('login', { body: wrong, headers: AWAY })
      .catch(() => undefined);
    expect(await owner.mails()).toEqual([]);
    await server.context.db.transaction(async (tx) =>
      tx.write.updateTable('user').set({ emailVerified: 0 }).where('id', '=', owner.id).execute(),
    );
    await owner.signIn(AWAY);
    expect(await owner.mails()).toEqual([]);
  });

  it('are in the language of the account, whatever the device asks for', async () => {
    const owner = await newOwner();
    const { client } = await owner.signIn(HOME);
    await client.call('updatePreference', { params: { key: 'ui.language' }, body: { value: 'de' } });
    await owner.signIn({ ...AWAY, 'accept-language': 'fr' });
    expect(await owner.mails()).toEqual([
      expect.stringContaining('Ihr Konto wurde auf einem neuen Gerät verwendet, von der Adresse 203.0.113.9.'),
    ]);
  });

  it('are sent for a second app with the password, and not for API keys', async () => {
    const [owner, holder] = [await newOwner(), await newOwner()];
    const ask = async (headers: Readonly<Record<string, string>>) =>
      expect((await fetch(`${server.url}/api/v1/user`, { headers })).status).toBe(200);
    const own = basic(owner.username, PASSWORD);
    await ask({ ...own, ...HOME });
    expect(await owner.mails()).toEqual([]);
    await ask({ ...own, ...AWAY });
    await ask({ ...own, ...AWAY });
    expect(await owner.mails()).toEqual([expect.stringContaining(NEWS)]);
    const { client } = await holder.signIn(HOME);
    await client.fetch('/api/v1/user', { headers: HOME });
    const { key } = await client.call('createApiKey', { body: { name: 'Reader' } });
    await ask({ ...AWAY, 'x-api-key': key });
    expect(await holder.mails()).toEqual([]);
    const devices = await admin.call('listAudit', { query: { userId: holder.id, action: 'device_added' } });
    expect(devices.data.map(({ target }) => target?.name)).toEqual(['Reader']);
  });

  it('are sent for a passkey, too', async () => {
    const user = await createFactorUsers(server, admin)();
    await confirm(user.id, 'passkey@example.org');
    const { key } = await user.addPasskey();
    const anybody = createClient(server);
    const enter = async (headers: Readonly<Record<string, string>>) => {
      const asked = await anybody.call('askPasskey', { headers });
      const body = { ticket: asked.ticket, passkey: key.sign(asked) };
      return anybody.call('loginByPasskey', { body, headers });
    };
    await enter(AWAY);
    expect(await readMails('passkey@example.org')).toEqual([expect.stringContaining(NEWS)]);
  });

  it('are sent for a sign-in at a provider, too', async () => {
    await using provider = await startProvider(server);
    await addProvider(admin, provider, { createsAccounts: true });
    const email = 'provided@example.org';
    provider.users.set('provided', { preferred_username: 'provided', email, email_verified: true, groups: [] });
    provider.current = 'provided';
    const browser = createBrowser();
    await signInAt(server, browser);
    const me = await findSignedIn(server, browser);
    expect(me).toMatchObject({ username: 'provided' });
    await signInAt(server, createBrowser());
    expect(await readMails(email)).toEqual([]);
    /** Lets the earlier sessions be those of another program. */
    const changeProgram = async () =>
      server.context.db.transaction(async (tx) =>
        tx.write
          .updateTable('session')
          .set({ userAgent: 'Other/1' })
          .where('userId', '=', String(me?.['id']))
          .execute(),
      );
    await changeProgram();
    await signInAt(server, browser);
    expect(await readMails(email)).toEqual([]);
    await changeProgram();
    await signInAt(server, createBrowser());
    expect(await readMails(email)).toEqual([expect.stringContaining('was used on a new device')]);
  });
});
