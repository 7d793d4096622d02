import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/open.ts';
import { openHome } from '../_harness/home.ts';

/** One connection only: what one query leaves there, the next one finds. */
async function openOne(): Promise<AsyncDisposable & { readonly db: Database; readonly url: string }> {
  await using opened = new AsyncDisposableStack();
  const { databaseUrl = '' } = opened.use(await openHome('postgres'));
  const { db } = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 1 });
  opened.use(db);
  const owned = opened.move();
  return { db, url: databaseUrl, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

/** The same statement each time. */
async function findTitle(read: Database['read'], id: string): Promise<string | undefined> {
  const row = await read.selectFrom('library').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}

async function askOften({ read }: Pick<Database, 'read'>): Promise<void> {
  for (let time = 0; time < 4; time += 1) expect(await findTitle(read, 'none')).toBeUndefined();
}

/** Names that the connection has for what it was asked. */
async function listNames({ transaction }: Pick<Database, 'transaction'>): Promise<readonly string[]> {
  return await transaction(async (tx) => {
    const { rows } = await sql<{ name: string }>`select "name" from pg_prepared_statements
      where "statement" like 'select "name" from "library"%' order by "prepare_time"`.execute(tx.write);
    return rows.map(({ name }) => name);
  });
}

async function run({ transaction }: Database, statement: string): Promise<void> {
  await transaction(async (tx) => {
    await sql.raw(statement).execute(tx.write);
  });
}

describe('statements that come often, on postgres', () => {
  it('are kept by the connection under a name', async () => {
    await using opened = await openOne();
    await askOften(opened.db);
    expect(await listNames(opened.db)).toEqual([expect.stringMatching(/^lectern_0_/)]);
  });

  it('are not kept where the configuration says so', async () => {
    await using opened = await openOne();
    const { db } = await openDatabase({ kind: 'postgres', url: opened.url, poolSize: 1, preparedStatements: false });
    await askOften(db);
    expect(await listNames(db)).toEqual([]);
    await db[Symbol.asyncDispose]();
  });

  it('go on under another name after another process has changed a table', async () => {
    await using opened = await openOne();
    await askOften(opened.db);
    await run(opened.db, 'alter table "library" alter column "name" type varchar(500)');
    expect(await findTitle(opened.db.read, 'none')).toBeUndefined();
    await askOften(opened.db);
    expect(await listNames(opened.db)).toEqual([
      expect.stringMatching(/^lectern_0_/),
      expect.stringMatching(/^lectern_1_/),
    ]);
  });

  it('find the same rows as before they had a name, and columns that came since', async () => {
    await using opened = await openOne();
    const { read, transaction } = opened.db;
    const row = {
      key: 'none',
      value: null,
      version: 3,
      updatedAt: 1_790_000_000_000,
      updatedBy: '',
      updatedByName: 'A',
    };
    await transaction(async (tx) => tx.write.insertInto('setting').values(row).execute());
    const find = async () => read.selectFrom('setting').selectAll().where('key', '=', 'none').execute();
    for (let time = 0; time < 4; time += 1) expect(await find()).toEqual([row]);
    await run(opened.db, `alter table "setting" add column "note" text default 'new'`);
    for (let time = 0; time < 4; time += 1) expect(await find()).toEqual([{ ...row, note: 'new' }]);
  });

  it('continue in a restarted transaction', async () => {
    await using opened = await openOne();
    await askOften(opened.db);
    await run(opened.db, 'alter table "library" alter column "name" type varchar(500)');
    const found = await opened.db.transaction(async (tx) => findTitle(tx.read, 'none'));
    expect(found).toBeUndefined();
    await askOften(opened.db);
  });

  // What a pooler does that hands its connections on: the next one does not know the name.
  it('have no name any more once one was not known', async () => {
    await using opened = await openOne();
    await askOften(opened.db);
    await run(opened.db, 'deallocate all');
    await askOften(opened.db);
    expect(await listNames(opened.db)).toEqual([]);
  });

  // Or has it already, from another user.
  it('have no name any more once one was taken', async () => {
    await using first = await openOne();
    await askOften(first.db);
    const [name = ''] = await listNames(first.db);
    await using second = await openOne();
    await run(second.db, `prepare "${name}" as select "name" from "library" where "id" = $1`);
    await askOften(second.db);
    await run(second.db, 'deallocate all');
    await askOften(second.db);
    expect(await listNames(second.db)).toEqual([]);
  });
});
