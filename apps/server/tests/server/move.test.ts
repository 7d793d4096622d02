import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { moveDatabase } from '#core/activities/move/move-database.ts';
import { connectForDump } from '#db/dump/connect.ts';
import { checksumTables, type DumpSource, openDumpSource } from '#db/dump/dump-tables.ts';
import { loadTablesApart } from '#db/dump/load-tables.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import { beginMove, createRuleStore, readTargetState } from '#db/dump/move-target.ts';
import { MAIN, SERVER_FLAGS, serverEnvironment } from '../../../../scripts/bootstrap/server-process.mjs';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, type Home, openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

const PAIRS = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
] as const;

async function readSums(home: Home) {
  await using connection = await connectForDump(findLocation(home), 'read');
  return await checksumTables(await openDumpSource(connection));
}

/** Triggers and foreign keys, as the database writes them. */
async function listRules(home: Home): Promise<readonly unknown[]> {
  await using connection = await connectForDump(findLocation(home), 'read');
  const text =
    connection.kind === 'sqlite'
      ? `select sql from sqlite_master where type in ('trigger', 'table') and name not like 'sqlite%' order by sql`
      : `select conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype = 'f'
         union all select tgrelid::regclass::text || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
         order by 1`;
  return await connection.query(text);
}

const name = ({ dataDir, databaseUrl }: Home): string => databaseUrl ?? dataDir;

function startMove(from: Home, to: Home, ...more: readonly string[]) {
  const args = ['move', '--from', name(from), '--to', name(to), ...more];
  const child = spawn(process.execPath, [...SERVER_FLAGS, MAIN, ...args], {
    env: serverEnvironment({ HOME: tmpdir() }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, ended: once(child, 'close').then(([code]: unknown[]) => ({ code, output })) };
}

describe.each(PAIRS)('a move from %s to %s', (from, to) => {
  it('and back leaves the same rows in every table, and a server that goes on', async () => {
    await using home = await openHome(from);
    {
      await using server = await startServer(from, { home });
      await setupAdmin(server);
      await signIn(server);
      await fillWideCatalog(server.context, 200);
    }
    await using other = await openHome(to, { untouched: true });
    await using back = await openHome(from, { untouched: true });
    const { code, output } = await startMove(home, other).ended;
    expect(output).toMatch(/book: 200 rows, checksum [0-9a-f]{32}\n/);
    expect(output).toMatch(/every table is the same in both databases\n$/);
    expect(code).toBe(0);
    expect(await startMove(other, back).ended).toMatchObject({ code: 0 });
    const sums = await readSums(home);
    expect(sums.find((table) => table.name === 'auditEntry')).toMatchObject({ rows: 1 });
    expect(await readSums(other)).toEqual(sums);
    expect(await readSums(back)).toEqual(sums);
    await using server = await startServer(to, { home: other });
    const client = await signIn(server);
    expect((await client.call('listBooks', { query: { pageSize: 1 } })).total).toBe(196);
  });

  it('that was killed leaves a target that no server opens, and goes on', async () => {
    await using home = await openHome(from);
    {
      await using server = await startServer(from, { home });
      await fillWideCatalog(server.context, 500);
    }
    await using other = await openHome(to, { untouched: true });
    const { child, ended } = startMove(home, other);
    for (;;) {
      const state = await readState(other);
      if (state === 'unfinished') break;
      expect(child.exitCode).toBe(null);
      await setTimeout(10);
    }
    child.kill('SIGKILL');
    await ended;
    await expect(startServer(to, { home: other })).rejects.toThrow(/move that did not end/);
    expect(await readState(other)).toBe('unfinished');
    expect(await startMove(home, other).ended).toMatchObject({ code: 0 });
    expect(await readSums(other)).toEqual(await readSums(home));
    await using _server = await startServer(to, { home: other });
  });

  it('that was cut off goes on with the tables that are missing, and puts every rule back', async () => {
    await using home = await openHome(from);
    {
      await using server = await startServer(from, { home });
      await setupAdmin(server);
      await fillWideCatalog(server.context, 100);
    }
    await using other = await openHome(to, { untouched: true });
    {
      await using reading = await connectForDump(findLocation(home), 'read');
      const source = await openDumpSource(reading);
      {
        await using target = await connectForDump(findLocation(other), 'write');
        await beginMove(target);
      }
      await makeTables(findLocation(other), source.migrations);
      await using target = await connectForDump(findLocation(other), 'write');
      const cut: DumpSource = {
        ...source,
        read: (table) => {
          if (table.name === 'bookMetadata') throw new Error('cut off');
          return source.read(table);
        },
      };
      const load = loadTablesApart(target, cut, { rules: createRuleStore(target), isLoaded: () => false });
      await expect(load).rejects.toThrow('cut off');
    }
    await expect(startServer(to, { home: other })).rejects.toThrow(/move that did not end/);
    const { code, output } = await startMove(home, other).ended;
    expect(output).toMatch(/^[1-9]\d* tables were there from a move that did not end$/m);
    expect(code).toBe(0);
    expect(await readSums(other)).toEqual(await readSums(home));
    await using fresh = await openHome(to);
    expect(await listRules(other)).toEqual(await listRules(fresh));
    await using server = await startServer(to, { home: other });
    await signIn(server);
  });

  it('refuses a source that a server uses, and a target that has data', async () => {
    await using home = await openHome(from);
    await using other = await openHome(to, { untouched: true });
    {
      await using _server = await startServer(from, { home });
      const { code, output } = await startMove(home, other).ended;
      expect(output).toMatch(from === 'sqlite' ? /Another Lectern server is using/ : /A server uses the source/);
      expect(code).toBe(1);
      expect(await readState(other)).toBe('empty');
    }
    await using full = await openHome(to);
    const before = await readSums(full);
    const { code, output } = await startMove(home, full).ended;
    expect([code, output]).toEqual([
      1,
      'The target has tables already. Give an empty database, or a folder without one\n',
    ]);
    expect(await readSums(full)).toEqual(before);
  });

  it('with a map keeps every book, and what was read, in another folder', async () => {
    using folder = newBookFolder();
    using copy = newBookFolder();
    for (const number of [1, 2, 3]) await folder.addComic(`Saga/${String(number)}.cbz`, { tint: number });
    await using home = await openHome(from);
    const ids: string[] = [];
    {
      await using server = await startServer(from, { home });
      const client = await setupAdmin(server);
      const library = await addLibrary(client, folder.path);
      await scan(client, library.id);
      await waitForTasks(client);
      ids.push(...(await listAllBooks(client)).map(({ id }) => id));
      await client.call('saveProgress', { params: { id: ids[1] ?? '' }, body: { currentPage: 1, completed: true } });
    }
    // Times differ after a copy.
    await cp(folder.path, copy.path, { recursive: true });
    await using other = await openHome(to, { untouched: true });
    const map = `${folder.path}=${copy.path}`;
    const dry = await startMove(home, other, '--map', map, '--dry-run').ended;
    expect(dry.output).toBe(`Comics: ${folder.path} → ${copy.path}; 3 of 3 books are there\nNothing was written\n`);
    expect(await readState(other)).toBe('empty');
    expect(await startMove(home, other, '--map', map).ended).toMatchObject({ code: 0 });

    await using server = await startServer(to, { home: other });
    const client = await signIn(server);
    const { data: libraries } = await client.call('listLibraries', {});
    expect(libraries).toMatchObject([{ path: copy.path }]);
    await scan(client, libraries[0]?.id ?? '');
    await waitForTasks(client);
    const books = await listAllBooks(client, 'true');
    expect(books.map(({ id }) => id)).toEqual(ids);
    expect(books.every(({ path }) => path.startsWith(copy.path))).toBe(true);
    expect(await client.call('getProgress', { params: { id: ids[1] ?? '' } })).toMatchObject({ completed: true });
  });
});

async function readState(home: Home) {
  const location = findLocation(home);
  await using connection = await connectForDump(location, 'write');
  return await readTargetState(connection);
}

describe.each(databases)('a target on %s', (kind) => {
  it('gets nothing when two libraries would have one folder', async () => {
    using one = newBookFolder();
    using two = newBookFolder();
    await using home = await openHome(kind);
    {
      await using server = await startServer(kind, { home });
      const client = await setupAdmin(server);
      await addLibrary(client, one.path);
      await addLibrary(client, two.path, { name: 'Books' });
    }
    await using other = await openHome(kind, { untouched: true });
    const maps = [{ from: one.path, to: two.path }];
    const [from, to] = [findLocation(home), findLocation(other)];
    await expect(moveDatabase({ from, to, maps, isDryRun: false })).rejects.toThrow(/would both be/);
    expect(await readState(other)).toBe('empty');
  });
});
