import { describe, expect, it } from 'vitest';
import { createClient, expectRefusal, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { openHomeDatabase } from '../_harness/run-tasks.ts';
import { startServerProcess } from '../_harness/server-process.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('a server on %s', (kind) => {
  it('answers on the port it was given', async () => {
    await using server = await startServer(kind);
    expect(await createClient(server).call('getHealth', {})).toMatchObject({ status: 'ok' });
  });

  it('makes its tables at its first start, and knows its users again after the next', async () => {
    await using home = await openHome(kind, { untouched: true });
    {
      await using server = await startServer(kind, { home });
      await setupAdmin(server);
    }
    await using server = await startServer(kind, { home });
    const admin = await signIn(server);
    expect(await admin.call('getCurrentUser', {})).toMatchObject({ username: 'admin', role: 'admin' });
  });

  it('shares its data folder with no other server on SQLite, and gives it back when it stops or is killed', async () => {
    if (kind !== 'sqlite') return;
    await using home = await openHome(kind);
    {
      await using server = await startServer(kind, { home });
      await expect(startServer(kind, { home })).rejects.toThrow(/Another Lectern server is using the data folder/);
      // The first one goes on.
      expect(await createClient(server).call('getHealth', {})).toMatchObject({ status: 'ok' });
    }
    {
      await using killed = await startServerProcess(home);
      await expect(startServer(kind, { home })).rejects.toThrow(/--data-dir/);
      await killed.kill();
    }
    await using server = await startServer(kind, { home });
    await setupAdmin(server);
  });

  it('makes all of its tables or none, and goes on once it can', async () => {
    await using home = await openHome(kind, { untouched: true });
    // Stands in the way of what comes last.
    await rawSql(home, 'create table "koreaderPlace" (x integer)');
    await expect(startServer(kind, { home })).rejects.toThrow(/already exists/);
    const made =
      kind === 'sqlite'
        ? `select name from sqlite_master where type = 'table' and name not like 'kysely%'`
        : `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely%'`;
    expect(await rawSql(home, made)).toEqual([{ name: 'koreaderPlace' }]);
    await rawSql(home, 'drop table "koreaderPlace"');
    await using server = await startServer(kind, { home });
    await setupAdmin(server);
  });

  it('refuses tables that a later version made', async () => {
    await using home = await openHome(kind);
    await rawSql(home, `insert into kysely_migration (name, timestamp) values ('9999-later', '2099-01-01T00:00:00Z')`);
    await expect(startServer(kind, { home })).rejects.toThrow(
      /A newer version of Lectern has used this database \(9999-later\).*restore the backup of before the upgrade/,
    );
  });

  it('asks a database that is up to date for little more than that', async () => {
    await using home = await openHome(kind);
    await using db = await openHomeDatabase(kind, home);
    expect(db.queries.durations.count).toBeLessThanOrEqual(4);
  });

  it('shares nothing with the next one', async () => {
    await using one = await startServer(kind);
    await setupAdmin(one);
    await using other = await startServer(kind);
    expect((await expectRefusal(signIn(other))).status).toBe(401);
  });
});
