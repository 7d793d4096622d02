import { LANGUAGE_TAGS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, expectRefusal, setupAdmin } from '../_harness/client.ts';
import { switchCompatOn } from '../_harness/compat.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { markWords } from '../_harness/marked-words.ts';
import { openNoticeReceiver } from '../_harness/notice-receiver.ts';
import { addLibrary, scan } from '../_harness/scans.ts';
import { startMailBox } from '../_harness/smtp.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

describe.each(databases)('the messages of the server on %s', (kind) => {
  it('are in the language of each request, whatever others ask for meanwhile', async () => {
    await using server = await startServer(kind);
    using folder = newBookFolder();
    const admin = await setupAdmin(server);
    await addLibrary(admin, folder.path);
    const refuse = async (language: string) => {
      const body = { name: 'Again', path: folder.path };
      const headers = { 'accept-language': language };
      return (await expectRefusal(admin.call('createLibrary', { body, headers }))).message;
    };
    const labels = async (language: string) => {
      const settings = await admin.call('listSettings', { headers: { 'accept-language': language } });
      return settings.map(({ label }) => label).join(' ');
    };
    const said = await Promise.all(
      LANGUAGE_TAGS.map(async (language) => [await refuse(language), await labels(language)]),
    );
    expect(new Set(said.map(([message]) => message)).size).toBe(LANGUAGE_TAGS.length);
    expect(new Set(said.map(([, text]) => text)).size).toBe(LANGUAGE_TAGS.length);
    for (const [message] of said) expect(message).toContain(folder.path);
  });

  it('are English for a program that asks for no language, and for one that is not known', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const body = { name: '', path: '' };
    const plain = await expectRefusal(admin.call('createLibrary', { body }));
    expect(plain.details).toContainEqual({ path: 'name', message: 'must not be empty' });
    const headers = { 'accept-language': 'tlh, *;q=0.5' };
    expect((await expectRefusal(admin.call('createLibrary', { body, headers }))).message).toBe(plain.message);
    const german = await expectRefusal(
      admin.call('createLibrary', { body, headers: { 'accept-language': 'de-AT, en;q=0.8' } }),
    );
    expect(german.message).not.toBe(plain.message);
  });
});

const GERMAN = { 'accept-language': 'de' };
const FRENCH = { 'accept-language': 'fr' };

async function setPreference(client: Client, value: string): Promise<void> {
  await client.call('updatePreference', { params: { key: 'ui.language' }, body: { value } });
}

/** A library whose scan failed, because its folder is away. */
async function failScan(server: TestServer, admin: Client, path: string): Promise<string> {
  const { id } = await addLibrary(admin, path);
  await server.context.db.transaction(async ({ write }) =>
    write
      .updateTable('library')
      .set({ path: `${path}-away` })
      .where('id', '=', id)
      .execute(),
  );
  expect((await scan(admin, id)).status).toBe('failed');
  return id;
}

describe.each(databases)('what the server stores on %s', (kind) => {
  it('is said in the language of each reader: tasks, scans and findings', async () => {
    using _german = await markWords('de', ['<de ', '>']);
    using _french = await markWords('fr', ['<fr ', '>']);
    await using server = await startServer(kind);
    using folder = newBookFolder();
    const admin = await setupAdmin(server);
    const id = await failScan(server, admin, folder.path);
    const reason = 'The folder of the library does not exist. No book was changed';
    const finding = 'The last scan of library “Comics” failed: ';
    await admin.call('checkHealth', { headers: FRENCH });

    const read = async (headers: Readonly<Record<string, string>>) => {
      const [tasks, status, health] = await Promise.all([
        admin.call('listTasks', { query: { taskType: 'scan_library' }, headers }),
        admin.call('getScanStatus', { params: { id }, headers }),
        admin.call('listHealthFindings', { headers }),
      ]);
      const failed = health.findings.find(({ key }) => key === `failed scan_library ${id}`);
      return [tasks.data[0]?.lastError, status.errors[0], status.message, failed?.message, failed?.advice];
    };
    const again = 'Read the error, mend its cause, and try the task again';
    const [english, german, french] = await Promise.all([read({}), read(GERMAN), read(FRENCH)]);
    expect(english).toEqual([reason, reason, 'Failed', finding + reason, again]);
    const say = (tag: string) => [
      `<${tag} ${reason}>`,
      `<${tag} ${reason}>`,
      `<${tag} Failed>`,
      `<${tag} ${finding}<${tag} ${reason}>>`,
      `<${tag} ${again}>`,
    ];
    expect(german).toEqual(say('de'));
    expect(french).toEqual(say('fr'));
  });

  it('stays readable where an earlier release stored it in English', async () => {
    using _german = await markWords('de');
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    await admin.call('checkHealth', {});
    const old = 'The folder of the library is empty, but 3 books of it are known. No book was removed';
    const now = Date.now();
    await server.context.db.transaction(async (tx) => {
      await server.context.queue.enqueue(tx, 'find_duplicates', {}, { startAt: now + 3_600_000 });
      await tx.write.updateTable('task').set({ lastError: old, progressMessage: 'Comparing series' }).execute();
      const finding = { key: 'old', area: 'books', state: 'warning', message: old, advice: 'Look', page: 'health' };
      const row = { ...finding, fingerprint: '', since: now, hiddenAt: null, hiddenBy: null };
      await tx.write.insertInto('healthFinding').values(row).execute();
    });
    const { data } = await admin.call('listTasks', { headers: GERMAN });
    expect(data[0]).toMatchObject({ lastError: old, progress: { message: 'Comparing series' } });
    const { findings } = await admin.call('listHealthFindings', { headers: GERMAN });
    expect(findings.find(({ key }) => key === 'old')).toMatchObject({ message: old, advice: 'Look' });
  });

  it('is sent in events in the language of each client', async () => {
    using _german = await markWords('de', ['<de ', '>']);
    await using server = await startServer(kind);
    using folder = newBookFolder();
    const admin = await setupAdmin(server);
    const german = await openEventStream(admin, '/api/v1/tasks/stream', GERMAN);
    const english = await openEventStream(admin, '/api/v1/tasks/stream');
    await failScan(server, admin, folder.path);
    const reason = 'The folder of the library does not exist';
    expect(await english.until(`"error":"${reason}`)).not.toContain('<de');
    expect(await german.until(`"error":"<de ${reason}`)).not.toContain('{"message');
    await Promise.all([german.close(), english.close()]);
  });

  it('is sent to a target in the language that its owner chose, else in that of the browser that added it', async () => {
    using _german = await markWords('de', ['<de ', '>']);
    using _french = await markWords('fr', ['<fr ', '>']);
    await using receiver = await openNoticeReceiver();
    await using server = await startServer(kind, { config: { 'releases.private_networks': 'loopback' } });
    const admin = await setupAdmin(server);
    const { id } = await admin.call('createNoticeTarget', {
      headers: GERMAN,
      body: { name: 'Ops', type: 'ntfy', url: `${receiver.url}/ops`, kinds: ['task_failed'] },
    });
    const test = async (headers = {}) => admin.call('testNoticeTarget', { params: { id }, headers });
    const titles = () => receiver.messages.map(({ body }) => (JSON.parse(body) as { title: string }).title);
    expect((await test(FRENCH)).message).toMatch(/^<fr 127\.0\.0\.1/);
    await setPreference(admin, 'fr');
    await test();
    await setPreference(admin, 'auto');
    await test();
    expect(titles()).toEqual(['<de A test of Lectern>', '<fr A test of Lectern>', '<de A test of Lectern>']);
  });

  it('is mailed in the language of the user', async () => {
    using _french = await markWords('fr', ['<fr ', '>']);
    await using box = await startMailBox();
    await using server = await startServer(kind, { config: box.config });
    const admin = await setupAdmin(server);
    await setPreference(admin, 'fr');
    const { id } = await admin.call('createNoticeTarget', {
      body: { name: 'Ops', type: 'mail', address: 'ops@example.org', kinds: ['task_failed'] },
    });
    expect(await admin.call('testNoticeTarget', { params: { id }, headers: GERMAN })).toMatchObject({ ok: true });
    expect(box.mails.at(-1)?.text).toContain('<fr Notices arrive here.>');
  });
});

describe.each(databases)('the catalogs for reader apps on %s', (kind) => {
  it('are in the language that the app asks for, else in that of the user, with the same ids and links', async () => {
    using _german = await markWords('de', ['<de ', '>']);
    using _french = await markWords('fr', ['<fr ', '>']);
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
      const answer = await admin.fetch(path, { headers });
      expect(answer.headers.get('vary')).toContain('accept-language');
      return answer.text();
    };
    const plain = (text: string) => text.replaceAll(/&lt;(?:de|fr) |&gt;|<(?:de|fr) |(?<=[a-z])>(?=")/g, '');
    for (const path of ['/opds/v1.2', '/opds/v1.2/books', '/opds/v2', '/opds/v2/home', '/opds/v2/books']) {
      const [german, english] = await Promise.all([get(path, GERMAN), get(path)]);
      expect(plain(german)).toBe(plain(english));
      expect(german).not.toBe(english);
    }
    await setPreference(admin, 'fr');
    expect(await get('/opds/v2')).toContain('"title":"<fr All books>"');
    expect(await get('/opds/v2', { 'accept-language': '*' })).toContain('"title":"<fr All books>"');
    expect(await get('/opds/v2', GERMAN)).toContain('"title":"<de All books>"');
  });

  it('answer 304 only to an app that has them in the language it asks for', async () => {
    using _german = await markWords('de');
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const english = await admin.fetch('/opds/v2');
    const headers = { 'if-none-match': english.headers.get('etag') ?? '' };
    expect((await admin.fetch('/opds/v2', { headers })).status).toBe(304);
    expect((await admin.fetch('/opds/v2', { headers: { ...headers, ...GERMAN } })).status).toBe(200);
  });

  it('refuse an app in its language, before it is signed in too', async () => {
    using _german = await markWords('de', ['<de ', '>']);
    await using server = await startServer(kind);
    await switchCompatOn(await setupAdmin(server));
    const ask = async (path: string) => (await fetch(server.url + path, { headers: GERMAN })).json();
    expect(await ask('/opds/v2')).toMatchObject({ authentication: [{ labels: { login: '<de User name>' } }] });
    expect(await ask('/koreader/users/auth')).toMatchObject({ message: '<de Sign in first>' });
    expect(await ask('/api/v1/books')).toMatchObject({ message: '<de Sign in first>' });
    expect(await ask('/komga/api/v1/series')).toMatchObject({ message: '<de Sign in first>' });
  });
});
