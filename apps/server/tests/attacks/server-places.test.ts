import { rename } from 'node:fs/promises';
import { buildAddress, type CallInput, PERMISSIONS, type RouteName, routes } from '@lectern/contract';
import type { Kysely } from 'kysely';
import { COLUMN_TYPES } from '#db/sql/dialect.ts';
import { MIGRATIONS } from '#db/migrations/index.ts';
import { describe, expect, it } from 'vitest';
import { withProbe } from '../_harness/ask-probes.ts';
import { type Client, createClient, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openEventStream } from '../_harness/event-stream.ts';
import { NOT_THERE, openScene } from '../_harness/leak-scene.ts';
import type { Ask, Subject } from '../_harness/probe.ts';
import { scan, waitForTasks } from '../_harness/scans.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const PASSWORD = 'the password of all';
const NAMES = Object.keys(routes) as RouteName[];
const FEEDS = ['/opds', '/opds/v1.2/catalog', '/opds/v1.2/books', '/opds/v2', '/opds/v2/books'];

/** Every GET of the contract, with all that is known to be asked about. */
function readings(subject: Subject): readonly (readonly [RouteName, Ask])[] {
  const lists = withProbe('list').flatMap(([name, { list }]) => list.map((ask) => [name, ask] as const));
  const things = withProbe('about').flatMap(([name, { about }]) =>
    [...about(subject), ...about(NOT_THERE)].map((ask) => [name, ask] as const),
  );
  const known = new Set([...lists, ...things].map(([name]) => name));
  const others = NAMES.filter((name) => !known.has(name) && !routes[name][1].includes('{'));
  return [...lists, ...things, ...others.map((name) => [name, {}] as const)].filter(
    ([name]) => routes[name][0] === 'GET' && !routes[name][1].endsWith('/stream'),
  );
}

/** Head and body of an answer. */
async function fetchAnswer(client: Client, path: string): Promise<string> {
  const response = await client.fetch(path);
  const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return `${String(response.status)}\n${head}\n${Buffer.from(await response.arrayBuffer()).toString('latin1')}`;
}

describe.each(databases)('where things lie on the machine, on %s', (kind) => {
  it('is hidden from users who may not change libraries, in every answer, error and event', async () => {
    await using server = await startServer(kind, { config: { 'compat_api.enabled': 'true' } });
    const admin = await setupAdmin(server);
    using open = await openScene(admin, 'Open', 20);
    await admin.call('createUser', { body: { username: 'reader', password: PASSWORD, role: 'reader' } });
    const permissions = PERMISSIONS.filter((name) => name !== 'SystemAdmin' && name !== 'LibrariesWrite');
    await admin.call('createUser', { body: { username: 'helper', password: PASSWORD, permissions } });
    const readers = [
      await signIn(server, { username: 'reader', password: PASSWORD }),
      await signIn(server, { username: 'helper', password: PASSWORD }),
    ];
    const stream = await openEventStream(readers[1] ?? admin, routes.streamScans[1]);
    // A scan that finds the folder gone says so to all who may see the library.
    await rename(open.folder, `${open.folder}-away`);
    expect((await scan(admin, open.libraryId)).status).toBe('failed');
    await rename(`${open.folder}-away`, open.folder);
    expect(await stream.until('failed')).not.toContain(open.folder);
    await stream.close();
    await waitForTasks(admin);
    const { compatApi } = (await admin.call('getServerInfo', {})).doors;
    const dialect = ['libraries', 'series', 'books', `books/${open.bookId}`, `series/${open.seriesId}`];
    const addresses = [
      ...readings(open).map(([name, { params, query }]) => buildAddress('', name, params, query)),
      ...FEEDS,
      ...dialect.map((path) => `${compatApi ?? ''}/api/v1/${path}`),
    ];
    const book = buildAddress('', 'getBook', { id: open.bookId });
    expect(await fetchAnswer(admin, book)).toContain(open.folder);
    for (const address of addresses) {
      // What is kept for administrators is not handed to others.
      await fetchAnswer(admin, address);
      for (const reader of readers) {
        const said = await fetchAnswer(reader, address);
        expect([address, [open.folder, server.dataDir].filter((place) => said.includes(place))]).toEqual([address, []]);
      }
    }
    const { path } = (await readers[0]?.call('getBook', { params: { id: open.bookId } }))?.book ?? {};
    expect(path).toBe('Open Saga/Open One.cbz');
    expect((await readers[0]?.call('getLibrary', { params: { id: open.libraryId } }))?.path).toBe('');
  });

  it('is not found out by filters, which compare places in the library', async () => {
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const { libraryId, addSeries, addBook } = await newShelf(server, { path: '/srv/shelves/comics' });
    await addBook(await addSeries('Saga'), 'One', { path: 'Saga/One.cbz' });
    await admin.call('createUser', { body: { username: 'reader', password: PASSWORD, role: 'reader' } });
    const reader = await signIn(server, { username: 'reader', password: PASSWORD });
    for (const client of [admin, reader]) {
      const count = async (operator: string, value: string) =>
        (await client.call('listFilteredBooks', { body: { condition: { path: { operator, value } } } })).total;
      for (const value of ['/', '/s', '/srv/shelves/comics', '/srv/shelves/comics/Saga']) {
        expect([value, await count('beginsWith', value), await count('contains', value)]).toEqual([
          ...[value, 0],
          value === '/' ? 1 : 0,
        ]);
      }
      expect(await count('contains', 'shelves')).toBe(0);
      expect(await count('beginsWith', 'saga/')).toBe(1);
      expect(await count('is', 'Saga/One.cbz')).toBe(1);
    }
    // What was kept before finds what it found.
    const other = await newShelf(server, { path: '/srv/shelves/more' });
    await other.addBook(await other.addSeries('Saga'), 'Two', { path: 'Saga/Two.cbz' });
    const clause = (operator: string, value: string) => ({ path: { operator, value } });
    const kept: [CallInput<'createFilterPreset'>['body']['condition'], string[]][] = [
      [clause('beginsWith', '/srv/shelves/comics/Saga'), ['One']],
      [clause('contains', '/srv/shelves/more/sag'), ['Two']],
      [clause('endsWith', '/srv/shelves/more/Saga/Two.cbz'), ['Two']],
      [clause('beginsWith', '/srv/shelves'), ['One', 'Two']],
      [clause('beginsWith', '/SRV/shelves/comics/'), ['One']],
      [{ anyOf: [clause('isNot', '/srv/shelves/comics/Saga/One.cbz')] }, ['Two']],
      [{ allOf: [clause('doesNotContain', '/srv/shelves/more/Saga'), clause('contains', 'saga')] }, ['One']],
      [clause('contains', 'Saga/'), ['One', 'Two']],
      // Across the border of the library.
      [clause('contains', '/Saga/'), ['One', 'Two']],
      [clause('contains', 'mics/saga/one'), ['One']],
      [clause('endsWith', '/One.cbz'), ['One']],
      [clause('contains', 'shelves'), ['One', 'Two']],
      [clause('doesNotContain', 'shelves/comics'), ['Two']],
    ];
    for (const [index, [condition]] of kept.entries()) {
      const body = { name: String(index), scope: 'list' as const, target: 'books' as const, condition };
      await admin.call('createFilterPreset', { body });
    }
    const { taskId } = await admin.call('createTask', { body: { taskType: { type: 'hash_library', libraryId } } });
    await waitForTasks(admin);
    await server.context.db.transaction(async ({ write }) => {
      const lastError = 'The folder "/srv/shelves/comics" is empty';
      await write.updateTable('task').set({ lastError }).where('id', '=', taskId).execute();
      for (const name of ['0047-filter-paths', '0048-folders-in-failures']) {
        await MIGRATIONS[name]?.(write as unknown as Kysely<unknown>, COLUMN_TYPES[kind]);
      }
    });
    expect((await admin.call('getTask', { params: { id: taskId } })).lastError).toBe('The folder "…" is empty');
    const { presets } = await admin.call('listFilterPresets', {});
    for (const { name, condition } of presets) {
      const { data } = await admin.call('listFilteredBooks', { body: { condition } });
      expect([name, data.map(({ title }) => title).toSorted()]).toEqual([name, kept[Number(name)]?.[1]]);
    }
    expect(libraryId).not.toBe(other.libraryId);
  });

  it('and which version runs, is told to no stranger', async () => {
    await using server = await startServer(kind, { config: { 'compat_api.enabled': 'true' } });
    const admin = await setupAdmin(server);
    const { compatApi } = (await admin.call('getServerInfo', {})).doors;
    const { version } = server.context;
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect((await admin.call('getSystemInfo', {})).version).toBe(version);
    const stranger = createClient(server);
    const more = ['/', '/index.html', '/nowhere', '/docs', '/koreader/healthcheck', ...FEEDS, '/opds/v2/auth'];
    const dialect = ['/actuator/info', '/actuator/health', '/api/v1/claim'].map((path) => `${compatApi ?? ''}${path}`);
    for (const address of [
      ...readings(NOT_THERE).map(([name, ask]) => buildAddress('', name, ask.params)),
      ...more,
      ...dialect,
    ]) {
      const said = await fetchAnswer(stranger, address);
      expect([address, said.includes(version), /^(server|x-powered-by):/im.test(said)]).toEqual([
        address,
        false,
        false,
      ]);
    }
  });
});
