import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@lectern/contract';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { CompatPrefix } from '#core/settings/komga-prefix.ts';
import { setupAdmin } from '../_harness/client.ts';
import { ADMIN, basic, COMPAT, ReaderApp, switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const ME = '/api/v2/users/me';
const Me = z.looseObject({ id: z.string(), email: z.string(), roles: z.array(z.string()), ageRestriction: z.null() });

const Folder = z.strictObject({
  parent: z.string().nullable(),
  directories: z.array(z.strictObject({ type: z.literal('directory'), name: z.string(), path: z.string() })),
  files: z.array(z.never()),
});

/** As it is stored. */
const ON = { key: 'compat_api.enabled', value: 'true', version: 2, updatedAt: 0, updatedBy: '', updatedByName: '' };

describe.each(databases)('signing in to the compatible API on %s', (kind) => {
  it('is there while it is switched on, where it is said to be', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const at = async (prefix: string): Promise<number> => {
      const answer = await new ReaderApp(server, ADMIN, prefix).fetch(ME);
      return answer.status;
    };
    const unknown = async (path: string): Promise<unknown> => (await admin.fetch(path)).json();
    expect(await at(COMPAT)).toBe(404);
    expect(await unknown(`${COMPAT}${ME}`)).toEqual({
      ...{ error: 'NotFound', message: `There is nothing at ${COMPAT}${ME}`, details: null },
    });
    await switchCompatOn(admin);
    expect([await at(COMPAT), await at('/other'), await at('/.compat'), await at('/%2Ecompat')]).toEqual([
      ...[200, 404, 404, 404],
    ]);
    expect((await admin.call('getServerInfo', {})).doors.compatApi).toBe(COMPAT);
    await admin.call('updateSetting', { params: { key: 'compat_api.prefix' }, body: { value: 'other' } });
    expect([await at(COMPAT), await at('/other')]).toEqual([404, 200]);
    await admin.call('resetSetting', { params: { key: 'compat_api.enabled' } });
    expect([await at(COMPAT), await at('/other')]).toEqual([404, 404]);
  });

  it('asks for credentials with a challenge, but not the pages of browsers', async () => {
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const stranger = new ReaderApp(server);
    const refused = await stranger.fetch(ME);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="Lectern"']);
    expect(await refused.json()).toMatchObject({ status: 401, error: 'Unauthorized', path: `${COMPAT}${ME}` });
    const script = await stranger.fetch(ME, { headers: { 'x-requested-with': 'XMLHttpRequest' } });
    expect([script.status, script.headers.get('www-authenticate')]).toEqual([401, null]);
  });

  it('gives a session at sign-in with a password, which is listed and can be ended', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const app = new ReaderApp(server, { ...ADMIN, 'user-agent': 'Mihon/1' });
    expect((await app.get(ME, Me)).roles).toEqual(expect.arrayContaining(['USER', 'ADMIN', 'PAGE_STREAMING']));
    const tracker = app.withCookies();
    expect((await tracker.fetch(ME)).status).toBe(200);
    const mine = async () =>
      (await admin.call('listSessions', {})).data.filter(({ userAgent }) => userAgent === 'Mihon/1');
    expect(await mine()).toHaveLength(1);
    // One that keeps no cookies gets no session with every request.
    for (let time = 0; time < 3; time += 1) {
      await new ReaderApp(server, { ...ADMIN, 'user-agent': 'Mihon/1' }).fetch(ME);
    }
    const [session, ...others] = await mine();
    expect(others).toEqual([]);
    await admin.call('deleteSession', { params: { id: session?.id ?? '' } });
    expect((await tracker.fetch(ME)).status).toBe(401);
  });

  it('lets a session that a key opened do no more than the key, and ends it with the key', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const shelf = await newShelf(server);
    const book = await shelf.addBook(await shelf.addSeries('Series'), 'Book');
    const progress = `/api/v1/books/${book}/read-progress`;
    const permissions = ['LibrariesRead', 'SeriesRead', 'BooksRead', 'PagesRead', 'ProgressRead'] as const;
    const { id, key } = await admin.call('createApiKey', { body: { name: 'App', permissions: [...permissions] } });
    const app = new ReaderApp(server, { 'x-api-key': key });
    expect((await app.get(ME, Me)).roles).not.toContain('ADMIN');
    const cookieOnly = app.withCookies();
    expect((await cookieOnly.get(ME, Me)).roles).not.toContain('ADMIN');
    expect(await cookieOnly.send('PATCH', progress, { page: 2 })).toBe(403);
    const asPassword = new ReaderApp(server, basic('api', key));
    expect((await asPassword.get(ME, Me)).roles).toEqual(['USER', 'FILE_DOWNLOAD', 'PAGE_STREAMING']);
    await admin.call('deleteApiKey', { params: { id } });
    expect([(await cookieOnly.fetch(ME)).status, (await app.fetch(ME)).status]).toEqual([401, 401]);
  });

  it('goes by a key, whatever old cookie comes along, and never by a key that is none', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const { key } = await admin.call('createApiKey', { body: { name: 'App' } });
    const stale = { cookie: 'KOMGA-SESSION=old; komga-remember-me=older' };
    const answer = await fetch(`${server.url}${COMPAT}${ME}`, { headers: { ...stale, 'x-api-key': key } });
    expect(Me.parse(await answer.json()).email).toBe('admin');
    const app = new ReaderApp(server, ADMIN);
    await app.fetch(ME);
    const wrong = app.withCookies({ 'x-api-key': 'svc_abcdefgh_wrong' });
    expect((await wrong.fetch(ME)).status).toBe(401);
    expect((await fetch(`${server.url}${COMPAT}${ME}`, { headers: stale })).status).toBe(401);
  });

  it('lets no page of another site use the cookies for a change, or to sign out', async () => {
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const shelf = await newShelf(server);
    const book = await shelf.addBook(await shelf.addSeries('Series'), 'Book');
    const app = new ReaderApp(server, ADMIN);
    await app.fetch(ME);
    const path = `/api/v1/books/${book}/read-progress`;
    const change = async (headers: Readonly<Record<string, string>>) =>
      app.withCookies(headers).send('PATCH', path, { page: 2 });
    const foreign = [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      expect([headers, await change(headers)]).toEqual([headers, 401]);
      expect((await app.withCookies(headers).fetch('/api/logout')).status).toBe(401);
    }
    const own = [{}, { origin: server.url }, { 'sec-fetch-site': 'same-origin' }];
    for (const headers of own) expect([headers, await change(headers)]).toEqual([headers, 204]);
  });

  it('remembers a user on request, with a token that is good once', async () => {
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const app = new ReaderApp(server, { 'user-agent': 'Komelia' });
    await app.fetch(`${ME}?remember-me=true`, { headers: ADMIN });
    const remembrance = app.cookies.get('komga-remember-me') ?? '';
    const cookie = `komga-remember-me=${remembrance}`;
    const back = await fetch(`${server.url}${COMPAT}${ME}`, { headers: { cookie } });
    const [session = '', next = ''] = back.headers.getSetCookie();
    expect([back.status, session]).toEqual([
      200,
      expect.stringMatching(/^KOMGA-SESSION=[^;]+; Path=\/komga; .*HttpOnly/),
    ]);
    expect(next).toMatch(/^komga-remember-me=/);
    expect(next).not.toContain(remembrance);
  });

  it('goes on for a week from the last use', async () => {
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const week = 7 * 86_400;
    const opened = await fetch(`${server.url}${COMPAT}${ME}`, { headers: ADMIN });
    const [line = ''] = opened.headers.getSetCookie();
    expect(line).toContain(`Max-Age=${String(week)};`);
    const { access, db } = server.context;
    const claims = access.tokens.verify(/=([^;]+)/.exec(line)?.[1] ?? '');
    if (claims === undefined) throw new Error('Expected a session');
    const { sessionId, userId } = claims;
    /** A token of the session that was given so many days ago. */
    const used = async (daysAgo: number, headers: Readonly<Record<string, string>> = {}) => {
      const expiresAt = Date.now() + (week - daysAgo * 86_400) * 1_000;
      const token = access.tokens.sign({ userId, username: 'admin', role: 'admin', sessionId, expiresAt });
      const cookie = `KOMGA-SESSION=${token}`;
      return fetch(`${server.url}${COMPAT}${ME}`, { headers: { cookie, ...headers } });
    };
    expect((await used(0.5)).headers.getSetCookie()).toEqual([]);
    const again = await used(6);
    const [next = ''] = again.headers.getSetCookie();
    expect([again.status, next]).toEqual([200, expect.stringContaining(`Max-Age=${String(week)};`)]);
    const token = /=([^;]+)/.exec(next)?.[1] ?? '';
    expect(access.tokens.verify(token)?.expiresAt).toBeGreaterThan(Date.now() + (week - 60) * 1_000);
    expect((await fetch(`${server.url}${COMPAT}${ME}`, { headers: { 'x-auth-token': token } })).status).toBe(200);
    const row = await db.read.selectFrom('session').select('expiresAt').where('id', '=', sessionId).executeTakeFirst();
    expect(row?.expiresAt).toBeGreaterThan(Date.now() + (week - 60) * 1_000);
    expect((await used(8)).status).toBe(401);
    // Not beyond a year after its start.
    const nearlyOver = { createdAt: Date.now() - 363 * 86_400_000, expiresAt: Date.now() + 86_400_000 };
    await db.transaction(async (tx) => {
      await tx.write.updateTable('session').set(nearlyOver).where('id', '=', sessionId).execute();
    });
    expect((await used(6.5)).status).toBe(200);
    const last = await db.read.selectFrom('session').select('expiresAt').where('id', '=', sessionId).executeTakeFirst();
    expect(last?.expiresAt).toBe(nearlyOver.createdAt + 365 * 86_400_000);
  });

  it('remembers as long as the setting says, a year unless it is changed', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    const dayMs = 86_400_000;
    const remembered = async () => {
      const answer = await fetch(`${server.url}${COMPAT}${ME}?remember-me=true`, { headers: ADMIN });
      const [, line = ''] = answer.headers.getSetCookie();
      const rows = await server.context.db.read.selectFrom('session').select('expiresAt').execute();
      const days = Math.max(...rows.map(({ expiresAt }) => Math.ceil((expiresAt - Date.now()) / dayMs)));
      return { cookie: /Max-Age=(\d+)/.exec(line)?.[1], days, line };
    };
    const first = await remembered();
    expect([first.cookie, first.days]).toEqual([String(365 * 86_400), 365]);
    await admin.call('updateSetting', { params: { key: 'compat_api.remember_days' }, body: { value: '90' } });
    expect((await remembered()).cookie).toBe(String(90 * 86_400));
    // Renewed, it goes on for as long again.
    const cookie = first.line.slice(0, first.line.indexOf(';'));
    const back = await fetch(`${server.url}${COMPAT}${ME}`, { headers: { cookie } });
    expect(back.headers.getSetCookie()[1]).toContain(`Max-Age=${String(90 * 86_400)}`);
  });

  it('keeps settings of apps for all, which administrators change', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await switchCompatOn(admin);
    await admin.call('createUser', { body: { username: 'ada', password: 'the same for all', role: 'reader' } });
    const app = new ReaderApp(server, ADMIN);
    const reader = new ReaderApp(server, basic('ada', 'the same for all'));
    const at = '/api/v1/client-settings/global';
    const said = async (who: ReaderApp): Promise<unknown> => (await who.fetch(`${at}/list`)).json();
    const wanted = { 'web.theme': { value: 'dark', allowUnauthorized: true }, 'web.note': { value: 'secret' } };
    expect([await reader.send('PATCH', at, wanted), await app.send('PATCH', at, wanted)]).toEqual([403, 204]);
    const [theme, note] = [wanted['web.theme'], { value: 'secret', allowUnauthorized: false }];
    expect(await said(reader)).toEqual({ 'web.theme': theme, 'web.note': note });
    expect(await said(reader.withCookies())).toEqual({ 'web.theme': theme, 'web.note': note });
    expect(await said(new ReaderApp(server))).toEqual({ 'web.theme': theme });
    expect(await app.send('PATCH', at, { 'web.note': { value: 'other' } })).toBe(204);
    expect(await said(app)).toMatchObject({ 'web.theme': theme, 'web.note': { value: 'other' } });
    for (const wrong of [{ 'a b': { value: '' } }, { a: { value: 1 } }, { a: 'b' }]) {
      expect(await app.send('PATCH', at, wrong)).toBe(400);
    }
    const long = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, { value: 'x'.repeat(59_000) }]));
    expect(await app.send('PATCH', at, long)).toBe(409);
    expect([await reader.send('DELETE', at, ['web.theme']), await app.send('DELETE', at, ['web.theme', 'no'])]).toEqual(
      [...[403, 204]],
    );
    expect(await said(new ReaderApp(server))).toEqual({});
    // Folders are shown to users who may add libraries; files are not imported.
    const folder = await app.post('/api/v1/filesystem', { path: tmpdir() }, Folder);
    expect(folder.parent).toBe(dirname(tmpdir()));
    expect((await app.post('/api/v1/filesystem', {}, Folder)).parent).toBeNull();
    expect(await reader.send('POST', '/api/v1/filesystem', {})).toBe(403);
    expect(await app.send('POST', '/api/v1/books/import', { books: [], copyMode: 'COPY' })).toBe(403);
    expect(await app.send('POST', '/api/v1/transient-books', { path: '/' })).toBe(403);
  });

  it('is claimed once, and answers before anybody has signed in', async () => {
    await using server = await startServer(kind);
    await server.context.db.transaction(async (tx) => tx.write.insertInto('setting').values(ON).execute());
    await server.context.settings.announce();
    const stranger = new ReaderApp(server);
    const asked = async (path: string): Promise<unknown> => (await stranger.fetch(path)).json();
    expect(await asked('/api/v1/claim')).toEqual({ isClaimed: false });
    const headers = { 'x-komga-email': 'ann@example.org', 'x-komga-password': 'correct horse battery' };
    const claimed = await stranger.fetch('/api/v1/claim', { method: 'POST', headers });
    expect(Me.parse(await claimed.json())).toMatchObject({ email: 'ann@example.org', ageRestriction: null });
    expect((await stranger.fetch('/api/v1/claim', { method: 'POST', headers })).status).toBe(400);
    expect(await asked('/api/v1/claim')).toEqual({ isClaimed: true });
    const again = new ReaderApp(server, basic('ann@example.org', 'correct horse battery'));
    expect((await again.get(ME, Me)).roles).toContain('ADMIN');
    expect(await asked('/api/v1/client-settings/global/list')).toEqual({});
    expect(await asked('/api/v1/oauth2/providers')).toEqual([]);
  });
});

it('is switched on by one process for all', async () => {
  await using home = await openHome('postgres');
  await using one = await startServer('postgres', { home });
  await using other = await startServer('postgres', { home });
  await switchCompatOn(await setupAdmin(one));
  const app = new ReaderApp(other, ADMIN);
  await vi.waitFor(async () => expect((await app.fetch(ME)).status).toBe(200), { timeout: 120_000 });
});

it('lies at no address that the server has already', async () => {
  const tree = fileURLToPath(new URL('../../../web/src/app/tree/', import.meta.url));
  const files = (await readdir(tree)).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(files.map(async (name) => readFile(`${tree}${name}`, 'utf8')));
  const pages = texts.flatMap((text) => [...text.matchAll(/path: '\/([a-z-]+)/g)].map(([, root = '']) => root));
  expect(pages.length).toBeGreaterThan(20);
  const own = [...Object.values(routes).map(([, path]) => path.split('/')[1] ?? ''), ...pages];
  for (const root of [...own, 'opds', 'koreader', 'kosync', 'assets']) {
    expect([root, CompatPrefix.safeParse(root).success]).toEqual([root, false]);
  }
  for (const wrong of ['', 'a/b', 'Ä', '.', '..', 'a'.repeat(41), '%41'])
    expect(CompatPrefix.safeParse(wrong).success).toBe(false);
  expect(CompatPrefix.parse(' my-comics_2 ')).toBe('my-comics_2');
});
