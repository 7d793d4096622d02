import { type AuditAction, type CallInput, type CallResult, type RouteName, routes } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { AUDITED, NOT_AUDITED } from '../_harness/audited-routes.ts';
import { newBookFolder as newBookShelf } from '../_harness/book-folder.ts';
import { createBrowser } from '../_harness/browser.ts';
import { type Client, createClient, signIn } from '../_harness/client.ts';
import { ROUTE_NAMES } from '../_harness/contract-asks.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder, newComic } from '../_harness/make-books.ts';
import { createFactorUsers, readCode, requireFor } from '../_harness/second-factor.ts';
import { newShelf } from '../_harness/shelf.ts';
import { addProvider, startProvider } from '../_harness/sign-in-provider.ts';
import { type MailBox, startMailBox } from '../_harness/smtp.ts';
import { SoftPasskey } from '../_harness/soft-passkey.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PASSWORD = 'a good password';
const ORIGIN = 'https://books.example.org';
const CHANGING = ROUTE_NAMES.filter((name) => routes[name][0] !== 'GET');

type Audited = keyof typeof AUDITED;

/** Calls endpoints, and notes which entries of the audit log each one leaves. */
class Scribe {
  readonly found = new Map<RouteName, Set<string>>();
  readonly server: TestServer;
  readonly admin: Client;
  readonly mails: MailBox['mails'];

  constructor(server: TestServer, admin: Client, mails: MailBox['mails']) {
    this.server = server;
    this.admin = admin;
    this.mails = mails;
  }

  /** Notes the entries that work leaves, for a route. */
  async note<Result>(name: Audited, work: () => Promise<Result>): Promise<Result> {
    const { read } = this.server.context.db;
    const list = async () => read.selectFrom('auditEntry').select(['id', 'action']).execute();
    const before = new Set((await list()).map(({ id }) => id));
    const result = await work();
    const fresh = (await list()).filter(({ id }) => !before.has(id)).map(({ action }) => action);
    this.found.set(name, new Set([...(this.found.get(name) ?? []), ...fresh]));
    return result;
  }

  async ask<Name extends Audited>(name: Name, input: CallInput<Name>, as = this.admin): Promise<CallResult<Name>> {
    return this.note(name, async () => as.call(name, input));
  }

  /** A new account, signed in. */
  async newUser(username: string, more: Partial<CallInput<'createUser'>['body']> = {}) {
    const user = await this.ask('createUser', { body: { username, password: PASSWORD, ...more } });
    const client = await signIn(this.server, { username, password: PASSWORD });
    return { id: user.id, params: { id: user.id }, client };
  }

  /** The token in the last mail to an address. */
  async readToken(address: string): Promise<string> {
    const find = (): string => {
      const mail = this.mails.findLast(({ to }) => to === address);
      return /verify-email#([\w-]{20,})/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    await expect.poll(find).not.toBe('');
    return find();
  }
}

/** The session of a client with a bearer token. */
async function findSession(client: Client): Promise<string> {
  const { data } = await client.call('listSessions', {});
  return data.find(({ current }) => current)?.id ?? '';
}

async function walkSignIns(scribe: Scribe): Promise<void> {
  const { server, admin } = scribe;
  const anybody = createClient(server);
  const body = { username: 'visitor', password: PASSWORD };
  const { id } = await scribe.newUser('visitor');
  const { access_token: token } = await scribe.ask('login', { body }, anybody);
  await scribe.ask('logout', {}, createClient(server, token));
  await scribe.ask('logoutAtProvider', {}, await signIn(server, body));
  const [one, other] = [await signIn(server, body), await signIn(server, body)];
  await scribe.ask('deleteSession', { params: { id: await findSession(one) } }, other);
  await scribe.ask('deleteSessions', {}, other);
  const third = await signIn(server, body);
  await scribe.ask('deleteUserSession', { params: { id, sessionId: await findSession(third) } });
  await signIn(server, body);
  await scribe.ask('deleteUserSessions', { params: { id } });
  const viewing = await signIn(server);
  await scribe.ask('beginAccountView', { params: { id } }, viewing);
  const headers = { 'remote-user': 'by proxy' };
  const proxied = await scribe.note('signInByProxy', async () =>
    fetch(`${server.url}/api/v1/auth/proxy`, { method: 'POST', headers }),
  );
  expect(proxied.status).toBe(200);
  await admin.call('updateSetting', { params: { key: 'auth.registration_enabled' }, body: { value: 'true' } });
  const email = 'new@example.org';
  await scribe.ask('register', { body: { username: 'new here', email, password: PASSWORD } }, anybody);
  await scribe.ask('verifyEmail', { body: { token: await scribe.readToken(email) } }, anybody);
  const link = await scribe.ask('createResetLink', { params: { id } });
  const reset = { token: link.url.split('#')[1] ?? '', password: `${PASSWORD} 2` };
  await scribe.ask('resetPassword', { body: reset }, anybody);
  const invitation = await scribe.ask('createInvitation', { body: {} });
  const accepted = { username: 'invited', password: PASSWORD, token: invitation.url.split('#')[1] ?? '' };
  await scribe.ask('acceptInvitation', { body: accepted }, anybody);
  const unused = await scribe.ask('createInvitation', { body: {} });
  await scribe.ask('deleteInvitation', { params: unused });
}

async function walkFactors(scribe: Scribe): Promise<void> {
  const { server, admin } = scribe;
  const anybody = createClient(server);
  const newUser = createFactorUsers(server, admin);
  const user = await newUser();
  const { ticket, secret } = await user.client.call('startApp', { body: {} });
  await scribe.ask('finishApp', { body: { ticket, code: readCode(secret) } }, user.client);
  await user.letCodePass();
  const login = await user.beginLogin();
  await scribe.ask('finishLogin', { body: { ticket: login.ticket, code: readCode(secret) } }, anybody);
  await scribe.ask('makeRecoveryCodes', {}, user.client);
  const key = new SoftPasskey(ORIGIN);
  const asked = await user.client.call('startPasskey', { body: {} });
  const named = { ticket: asked.ticket, name: 'Phone', passkey: key.make(asked) };
  const { passkey } = await scribe.ask('finishPasskey', { body: named }, user.client);
  const alone = await anybody.call('askPasskey', {});
  await scribe.ask('loginByPasskey', { body: { ticket: alone.ticket, passkey: key.sign(alone) } }, anybody);
  await scribe.ask('deletePasskey', { params: passkey }, user.client);
  await scribe.ask('deleteApp', {}, user.client);
  await user.addPasskey();
  await scribe.ask('deleteUserFactors', { params: { id: user.id } });
  const [byApp, byKey] = [await newUser('maintainer'), await newUser('maintainer')];
  await requireFor(admin, ['maintainer']);
  const first = await byApp.beginLogin();
  const app = await anybody.call('startLoginApp', { body: { ticket: first.ticket } });
  await scribe.ask('finishLoginApp', { body: { ticket: first.ticket, code: readCode(app.secret) } }, anybody);
  const second = await byKey.beginLogin();
  const own = new SoftPasskey(ORIGIN);
  const made = await anybody.call('startLoginPasskey', { body: { ticket: second.ticket } });
  const proof = { ticket: second.ticket, name: 'Key', passkey: own.make(made) };
  await scribe.ask('finishLoginPasskey', { body: proof }, anybody);
  await requireFor(admin, []);
}

async function walkAccounts(scribe: Scribe): Promise<void> {
  const user = await scribe.newUser('owner');
  await scribe.ask('updateUser', { params: user.params, body: { permissions: ['BooksWrite'] } });
  await scribe.ask('patchUser', { params: user.params, body: { username: 'the owner' } });
  await scribe.ask('updateProfile', { body: { username: 'an owner', currentPassword: PASSWORD } }, user.client);
  await scribe.ask('patchProfile', { body: { username: 'owner again', currentPassword: PASSWORD } }, user.client);
  const child = await scribe.ask('createChildProfile', { body: { name: 'small one' } }, user.client);
  const params = { id: child.id };
  await scribe.ask('updateChildProfile', { params, body: { name: 'tall one' } }, user.client);
  await scribe.ask('savePin', { body: { pin: '2468', currentPassword: PASSWORD } }, user.client);
  await scribe.ask('openChildProfile', { params }, user.client);
  await scribe.ask('leaveChildProfile', { body: { pin: '2468' } }, user.client);
  await scribe.ask('deleteChildProfile', { params }, user.client);
  const next = { currentPassword: PASSWORD, newPassword: `${PASSWORD} 2` };
  await scribe.ask('changePassword', { body: next }, user.client);
  const key = await scribe.ask('createApiKey', { body: { name: 'Robot' } }, user.client);
  await scribe.ask('updateApiKey', { params: key, body: { name: 'Robot 2' } }, user.client);
  await scribe.ask('patchApiKey', { params: key, body: { name: 'Robot 3' } }, user.client);
  await scribe.ask('deleteApiKey', { params: key }, user.client);
  await using provider = await startProvider(scribe.server);
  const made = await scribe.note('createSignInProvider', async () => addProvider(scribe.admin, provider));
  provider.users.set('owner', {});
  provider.current = 'owner';
  const browser = createBrowser();
  const { url } = scribe.server;
  await browser.post(`${url}/api/v1/auth/login`, { username: 'owner again', password: next.newPassword });
  const linkOwner = async (): Promise<string> => {
    const link = await browser.post(`${url}/api/v1/user/identities/test/link`, { redirectUri: '/me' });
    const { redirectUrl } = (await link.json()) as { readonly redirectUrl: string };
    await browser.open(redirectUrl);
    const [identity] = await user.client.call('listIdentities', {});
    return identity?.id ?? '';
  };
  await scribe.ask('deleteIdentity', { params: { id: await linkOwner() } }, user.client);
  await scribe.ask('deleteUserIdentity', { params: { ...user.params, identityId: await linkOwner() } });
  await scribe.ask('updateSignInProvider', { params: { id: made.id }, body: { displayName: 'Other' } });
  await scribe.ask('deleteSignInProvider', { params: { id: made.id } });
  await scribe.ask('deleteUser', { params: user.params });
}

async function walkRights(scribe: Scribe): Promise<void> {
  const { admin } = scribe;
  const user = await scribe.newUser('limited');
  const shelf = await newShelf(scribe.server, { name: 'Rights' });
  const series = { id: await shelf.addSeries('Tagged') };
  const role = await scribe.ask('createRole', { body: { name: 'Helpers', permissions: ['BooksRead'] } });
  await scribe.ask('updateRole', { params: role, body: { name: 'Other helpers' } });
  await scribe.ask('deleteRole', { params: role });
  const tag = await admin.call('createSharingTag', { body: { name: 'Adults' } });
  await scribe.ask('replaceSeriesSharingTags', { params: series, body: { sharingTagIds: [tag.id] } });
  await scribe.ask('removeSeriesSharingTag', { params: { ...series, tagId: tag.id } });
  await scribe.ask('addSeriesSharingTag', { params: series, body: { sharingTagId: tag.id } });
  const grant = { sharingTagId: tag.id, accessMode: 'deny' } as const;
  await scribe.ask('setUserSharingTag', { params: user.params, body: grant });
  await scribe.ask('removeUserSharingTag', { params: { ...user.params, tagId: tag.id } });
  const group = await scribe.ask('createAccessGroup', { body: { name: 'Family' } });
  const params = { id: group.id };
  await scribe.ask('updateAccessGroup', { params, body: { name: 'The family' } });
  await scribe.ask('setAccessGroupGrant', { params, body: grant });
  await scribe.ask('removeAccessGroupGrant', { params: { ...params, tagId: tag.id } });
  await scribe.ask('addAccessGroupMembers', { params, body: { userIds: [user.id] } });
  await scribe.ask('removeAccessGroupMember', { params: { ...params, userId: user.id } });
  const mapping = await scribe.ask('addAccessGroupMapping', { params, body: { oidcGroupName: 'family' } });
  await scribe.ask('removeAccessGroupMapping', { params: { ...params, mappingId: mapping.id } });
  await scribe.ask('deleteAccessGroup', { params });
  await admin.call('setUserSharingTag', { params: user.params, body: grant });
  await scribe.ask('deleteSharingTag', { params: tag });
}

async function walkSettings(scribe: Scribe): Promise<void> {
  const key = 'bin.keep_files_days';
  await scribe.ask('updateSetting', { params: { key }, body: { value: '9' } });
  await scribe.ask('updateSettings', { body: { updates: [{ key, value: '8' }] } });
  await scribe.ask('resetSetting', { params: { key } });
  const webhook = {
    name: 'Chat',
    type: 'webhook',
    url: 'https://chat.example.org/',
    secret: 'sixteen or more signs',
    kinds: ['scan_failed'],
  } as const;
  const target = await scribe.ask('createNoticeTarget', { body: { ...webhook, enabled: true } });
  await scribe.ask('updateNoticeTarget', { params: { id: target.id }, body: { name: 'Other chat' } });
  await scribe.ask('deleteNoticeTarget', { params: { id: target.id } });
  using folder = newBookFolder();
  const library = await scribe.ask('createLibrary', { body: { name: 'Books', path: folder.path } });
  await scribe.ask('updateLibrary', { params: { id: library.id }, body: { name: 'Comics' } });
  await scribe.ask('patchLibrary', { params: { id: library.id }, body: { allowUploads: true } });
  await scribe.ask('deleteLibrary', { params: { id: library.id } });
}

async function walkBooks(scribe: Scribe): Promise<void> {
  const { admin } = scribe;
  const shelf = await newShelf(scribe.server, { name: 'Bin' });
  const id = await shelf.addSeries('Doomed');
  const bookId = await shelf.addBook(id, 'Doomed 1');
  await admin.call('updateSetting', { params: { key: 'sharing.links' }, body: { value: 'accounts' } });
  const share = await scribe.ask('createShare', { body: { kind: 'book', targetId: bookId } });
  await scribe.ask('deleteShare', { params: { id: share.id } });
  const series = { params: { id } };
  const book = { params: { id: bookId } };
  await scribe.ask('deleteSeries', series);
  await scribe.ask('restoreSeries', series);
  await scribe.ask('deleteManySeries', { body: { seriesIds: [id] } });
  await scribe.ask('restoreManySeries', { body: { seriesIds: [id] } });
  await scribe.ask('deleteBook', book);
  await scribe.ask('restoreBook', book);
  const { deletionId } = await scribe.ask('deleteManyBooks', { body: { bookIds: [bookId] } });
  await scribe.ask('restoreDeletion', { params: { id: deletionId } });
  await admin.call('deleteBook', book);
  await scribe.ask('restoreManyBooks', { body: { bookIds: [bookId] } });
  const missing = { deletedAt: 1 };
  await shelf.addBook(await shelf.addSeries('Gone'), 'Gone 1', missing);
  await scribe.ask('purgeLibrary', { params: { id: shelf.libraryId } });
  await shelf.addBook(id, 'Gone 2', missing);
  await scribe.ask('purgeSeries', series);
  // Only a library that can be read, and that lacks the file, lets a book of the bin go.
  await using folder = await newBookShelf(scribe.server);
  await folder.addFile('Kept.cbz', newComic());
  const purged = await folder.shelf.addBook(await folder.shelf.addSeries('Purged'), 'Purged 1');
  await admin.call('deleteBook', { params: { id: purged } });
  await scribe.ask('purgeBinnedBooks', { body: { bookIds: [purged] } });
}

async function walkCopies(scribe: Scribe): Promise<void> {
  const { admin, server } = scribe;
  const { libraryId } = await newShelf(server, { name: 'Copied' });
  await scribe.ask('createExport', {
    body: { format: 'csv', exportType: 'series', libraryIds: [libraryId], fields: ['title'] },
  });
  const post = async (path: string) =>
    (
      await admin.fetch(`/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).arrayBuffer();
  await scribe.note('exportAudit', async () => post('/admin/audit/export'));
  await admin.call('createBackup', {});
  await server.idle();
  const [backup] = (await admin.call('listBackups', {})).backups;
  const params = { id: backup?.id ?? '' };
  await scribe.note('downloadBackup', async () => post(`/backups/${params.id}/download`));
  await scribe.ask('restoreBackup', { params });
  await server.context.restores.restartRequested;
  await scribe.ask('deleteBackup', { params });
}

describe('the endpoints of the contract that change something', () => {
  it('are each known to be in the audit log, or not to be, for a reason', () => {
    const listed = [...Object.keys(AUDITED), ...NOT_AUDITED];
    expect(listed.toSorted()).toEqual([...CHANGING].toSorted());
  });
});

describe.each(databases)('the audit log of %s', (kind) => {
  it('has an entry for every endpoint that is said to leave one', async () => {
    await using box = await startMailBox();
    await using server = await startServer(kind, {
      config: {
        ...box.config,
        ...{ 'auth.private_networks': 'loopback', 'auth.proxy.addresses': 'loopback' },
        'auth.proxy.create_accounts': 'true',
      },
    });
    const credentials = { username: 'admin', password: 'correct horse battery' };
    const anybody = createClient(server);
    const { access_token: token } = await anybody.call('initializeSetup', { body: credentials });
    const scribe = new Scribe(server, createClient(server, token), box.mails);
    const [first] = await server.context.db.read.selectFrom('auditEntry').select('action').execute();
    scribe.found.set('initializeSetup', new Set([first?.action ?? '']));
    const walks = [walkSignIns, walkFactors, walkAccounts, walkRights, walkSettings, walkBooks, walkCopies];
    for (const walk of walks) await walk(scribe);
    const wanted = Object.entries(AUDITED) as [RouteName, AuditAction][];
    const missing = wanted.filter(([name, action]) => scribe.found.get(name)?.has(action) !== true);
    expect(missing.map(([name]) => [name, [...(scribe.found.get(name) ?? [])]])).toEqual([]);
  });
});
