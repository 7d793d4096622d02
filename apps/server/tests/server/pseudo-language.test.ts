import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { api, type RouteName, routes } from '@lectern/contract';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { markWords, readCatalog } from '../_harness/marked-words.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const PSEUDO = { 'accept-language': 'pl' };

/** Fields that hold words of the server for people; what libraries, books and users are called is in others. */
const WORDS = new Set(['message', 'advice', 'lastError', 'error', 'warnings', 'errors', 'label', 'help', 'problem']);

/** Readers of formats describe damage in English, with offsets and names of entries. */
const TECHNICAL = /^listBooksWithErrors\.groups\.books\.errors\.message$/;

function collectPlain(value: unknown, path: string, isWord: boolean): readonly string[] {
  if (typeof value === 'string') {
    const isPlain = isWord && value !== '' && !value.includes('⟦') && !TECHNICAL.test(path);
    return isPlain ? [`${path}: ${value}`] : [];
  }
  if (Array.isArray(value)) return value.flatMap((item) => collectPlain(item, path, isWord));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => collectPlain(inside, `${path}.${name}`, WORDS.has(name)));
}

/** The names of endpoints without parameters that answer JSON. */
function listPlainReads(): readonly RouteName[] {
  return (Object.keys(routes) as RouteName[]).filter((name) => {
    const [method, path] = routes[name];
    return method === 'GET' && !path.includes('{') && api[name].answer === 'json';
  });
}

/** A server with something wrong of many kinds. */
async function fillServer(server: TestServer, admin: Client, path: string): Promise<string> {
  const quiet = { params: { key: 'notifications.quiet_seconds' }, body: { value: '0' } };
  await admin.call('updateSetting', quiet);
  const { id } = await addLibrary(admin, path);
  await scan(admin, id);
  await waitForTasks(admin);
  const source = await admin.call('createReleaseSource', {
    body: { displayName: 'Feed', kind: 'rss-uploader', config: { url: 'http://127.0.0.1:9/feed' } },
  });
  await admin.call('pollReleaseSource', { params: { id: source.id } });
  await admin.call('createNoticeTarget', {
    body: { name: 'Ops', type: 'ntfy', url: 'http://127.0.0.1:9/ops', kinds: ['backup_finished'] },
  });
  const [target] = await admin.call('listNoticeTargets', {});
  await admin.call('testNoticeTarget', { params: { id: target?.id ?? '' } });
  await server.context.db.transaction(async ({ write }) => {
    await write.updateTable('releaseSource').set({ failures: 3 }).execute();
    await write.updateTable('noticeTarget').set({ failures: 3 }).execute();
    await write
      .updateTable('library')
      .set({ path: `${path}-away` })
      .where('id', '=', id)
      .execute();
  });
  expect((await scan(admin, id)).status).toBe('failed');
  await waitForTasks(admin);
  await admin.call('checkHealth', {});
  return id;
}

describe.each(databases)('a pseudo-language on %s', (kind) => {
  it('finds no words of the server that are not in the catalog', async () => {
    using _pseudo = await markWords('pl', ['⟦', '⟧'], readCatalog());
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    await writeFile(folder.at('Saga/broken.cbz'), 'no archive');
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const id = await fillServer(server, admin, folder.path);
    const plain: string[] = [];
    for (const name of listPlainReads()) {
      const answer = await admin.fetch(routes[name][1], { headers: PSEUDO });
      if (answer.status === 200) plain.push(...collectPlain(await answer.json(), name, false));
    }
    const status = await admin.call('getScanStatus', { params: { id }, headers: PSEUDO });
    plain.push(...collectPlain(status, 'getScanStatus', false));
    expect(plain).toEqual([]);
  });

  it('finds no title of a feed that is not in the catalog', async () => {
    using _pseudo = await markWords('pl', ['⟦', '⟧'], readCatalog());
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const found: string[] = [];
    for (const path of ['', '/home', '/books', '/series', '/libraries', '/want-to-read', '/search?query=x']) {
      const text = await (await admin.fetch(`/opds/v2${path}`, { headers: PSEUDO })).text();
      found.push(...Array.from(text.matchAll(/"title":"([^"]*)"/g), ([, title = '']) => title));
    }
    const names = ['Lectern', 'CBZ', 'CBR', 'CB7', 'CBT', 'EPUB', 'PDF'];
    expect(found.length).toBeGreaterThan(40);
    expect(new Set(found.filter((title) => !title.includes('⟦') && !names.includes(title)))).toEqual(new Set());
  });
});
