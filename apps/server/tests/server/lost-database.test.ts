import {
  closeSync,
  cpSync,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openServer, readConfig } from '#index.ts';
import { describe, expect, it } from 'vitest';
import { createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { type Home, openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { until } from '../_harness/scans.ts';
import { startServer } from '../_harness/start-server.ts';

/** A home that a server has used, with an administrator. */
async function openUsedHome(kind: (typeof databases)[number]): Promise<Home> {
  const home = await openHome(kind);
  await using server = await startServer(kind, { home });
  await setupAdmin(server);
  return home;
}

async function startNew({ dataDir, databaseUrl }: Home) {
  const flags = {
    data_dir: dataDir,
    'server.port': '0',
    'log.level': 'silent',
    ...(databaseUrl === undefined ? {} : { 'database.url': databaseUrl }),
  };
  return openServer(readConfig({ flags }), [], { isNew: true });
}

describe.each(databases)('a used data folder on %s', (kind) => {
  it('is refused with an empty database, and nothing is made in it, until an operator wants a new server', async () => {
    await using home = await openUsedHome(kind);
    await using fresh = await openHome(kind, { untouched: true });
    const emptied = { ...home, databaseUrl: fresh.databaseUrl };
    if (kind === 'sqlite')
      for (const end of ['', '-wal', '-shm']) rmSync(join(home.dataDir, `lectern.db${end}`), { force: true });
    await expect(startServer(kind, { home: emptied })).rejects.toThrow(/missing or empty.*restore a backup.*--new/);
    if (kind === 'sqlite') expect(existsSync(join(home.dataDir, 'lectern.db'))).toBe(false);
    {
      await using server = await startNew(emptied);
      expect(await createClient(server).call('getSetupStatus', {})).toMatchObject({ setupRequired: true });
    }
    // The new server is known from now on.
    await using server = await startServer(kind, { home: emptied });
    await setupAdmin(server);
  });

  it('is refused with the database of another server', async () => {
    await using home = await openUsedHome(kind);
    await using other = await openUsedHome(kind);
    if (kind === 'sqlite') cpSync(join(other.dataDir, 'lectern.db'), join(home.dataDir, 'lectern.db'));
    const mixed = { ...home, databaseUrl: other.databaseUrl };
    await expect(startServer(kind, { home: mixed })).rejects.toThrow(/belongs to another database/);
    await using server = await startServer(kind, { home: other });
    await signIn(server);
  });

  it('is known again with a backup from before it had an id', async () => {
    await using home = await openUsedHome(kind);
    await rawSql(home, `delete from "serverState" where key = 'server.id'`);
    await using server = await startServer(kind, { home });
    await signIn(server);
  });
});

describe('a SQLite file', () => {
  it('of no bytes in a used data folder is refused', async () => {
    await using home = await openUsedHome('sqlite');
    const path = join(home.dataDir, 'lectern.db');
    truncateSync(path, 0);
    await expect(startServer('sqlite', { home })).rejects.toThrow(/missing or empty/);
    expect(statSync(path).size).toBe(0);
  });

  it.each(['vanished', 'replaced'])(
    'that is %s while the server runs stops writes in words, until it is back',
    async (how) => {
      await using home = await openHome('sqlite');
      await using server = await startServer('sqlite', { home });
      const admin = await setupAdmin(server);
      const path = join(home.dataDir, 'lectern.db');
      const create = async (name: string) => admin.call('createCollection', { body: { name, seriesIds: [] } });
      renameSync(path, `${path}.away`);
      if (how === 'replaced') writeFileSync(path, '');
      const words = how === 'replaced' ? /was replaced.*restore a backup/ : /has vanished.*restore a backup/;
      expect(await expectRefusal(create('Lost'))).toMatchObject({
        status: 503,
        kind: 'ServiceUnavailable',
        message: expect.stringMatching(words) as string,
      });
      const health = await fetch(`${server.url}/health`);
      expect([health.status, await health.json()]).toEqual([
        503,
        { status: 'unavailable', message: expect.stringMatching(words) as string },
      ]);
      renameSync(`${path}.away`, path);
      await create('Kept');
      expect((await admin.call('listCollections', {})).data.map(({ name }) => name)).toEqual(['Kept']);
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    },
  );

  it('whose log is removed while the server runs has every acknowledged write, and takes none until a restart', async () => {
    await using home = await openHome('sqlite');
    await using copy = await openHome('sqlite', { untouched: true });
    {
      await using server = await startServer('sqlite', { home });
      const admin = await setupAdmin(server);
      const create = async (name: string) => admin.call('createCollection', { body: { name, seriesIds: [] } });
      await create('Kept');
      rmSync(join(home.dataDir, 'lectern.db-wal'));
      const words = /log of the database.*was removed.*Restart the server/;
      expect(await expectRefusal(create('Lost'))).toMatchObject({
        status: 503,
        message: expect.stringMatching(words) as string,
      });
      expect((await fetch(`${server.url}/health`)).status).toBe(503);
      // As a power cut would leave it.
      cpSync(home.dataDir, copy.dataDir, { recursive: true });
    }
    for (const left of [copy, home]) {
      await using server = await startServer('sqlite', { home: left });
      const admin = await signIn(server);
      expect((await admin.call('listCollections', {})).data.map(({ name }) => name)).toEqual(['Kept']);
    }
  });

  it('that is no database is refused at the start, with the way to a backup', async () => {
    await using home = await openUsedHome('sqlite');
    const path = join(home.dataDir, 'lectern.db');
    for (const end of ['-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    writeFileSync(path, 'no database at all '.repeat(1_000));
    await expect(startServer('sqlite', { home })).rejects.toThrow(/is damaged.*restore a backup.*lectern doctor/);
  });

  it('with damaged pages is found by the check of the start: it is read, and not written', async () => {
    await using home = await openUsedHome('sqlite');
    const path = join(home.dataDir, 'lectern.db');
    const [row] = await rawSql(home, `select rootpage from sqlite_master where name = 'readingSession'`);
    const [size] = await rawSql(home, 'pragma page_size');
    const { rootpage } = row as { rootpage: number };
    const { page_size: pageSize } = size as { page_size: number };
    await rawSql(home, 'pragma wal_checkpoint(truncate)');
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(pageSize, 0x5a), 0, pageSize, (rootpage - 1) * pageSize);
    closeSync(file);
    await using server = await startServer('sqlite', { home });
    const health = async () =>
      (await fetch(`${server.url}/health`)).json() as Promise<{ status: string; message?: string }>;
    const found = await until(health, ({ status }) => status === 'unavailable');
    expect(found.message).toMatch(/is damaged: it can be read in part.*restore a backup/);
    expect((await server.context.db.read.selectFrom('user').select('username').execute()).length).toBe(1);
    await expect(server.context.db.transaction(async () => undefined)).rejects.toThrow(/nothing is written/);
  });
});
