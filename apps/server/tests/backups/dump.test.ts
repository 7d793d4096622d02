import { describe, expect, it } from 'vitest';
import { connectForDump } from '#db/dump/connect.ts';
import { checksumTables, type DumpSource, openDumpSource } from '#db/dump/dump-tables.ts';
import { loadTables } from '#db/dump/load-tables.ts';
import { makeTables } from '#db/dump/make-tables.ts';
import type { DumpTable, Row } from '#db/dump/rows.ts';
import type { DatabaseLocation } from '#db/open.ts';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { readTableRows } from '../_harness/table-rows.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

const PAIRS = databases.flatMap((from) => databases.map((to) => [from, to] as const));

async function copy(from: DatabaseLocation, to: DatabaseLocation): Promise<readonly string[]> {
  await using reading = await connectForDump(from, 'read');
  const source = await openDumpSource(reading);
  await makeTables(to, source.migrations);
  await using writing = await connectForDump(to, 'write');
  await loadTables(writing, source);
  return source.migrations;
}

async function readSums(location: DatabaseLocation) {
  await using connection = await connectForDump(location, 'read');
  return await checksumTables(await openDumpSource(connection));
}

describe.each(PAIRS)('the rows of %s, loaded into %s', (from, to) => {
  it('are the same rows, and the server goes on with them', async () => {
    await using home = await openHome(from);
    {
      await using server = await startServer(from, { home });
      await setupAdmin(server);
      await fillWideCatalog(server.context, 200);
    }
    await using other = await openHome(to, { untouched: true });
    await copy(findLocation(home), findLocation(other));
    const before = await readTableRows(findLocation(home));
    expect(await readTableRows(findLocation(other))).toEqual(before);
    expect(before.get('book')).toHaveLength(200);
    expect(await readSums(findLocation(other))).toEqual(await readSums(findLocation(home)));

    // The server takes the marks away one after the other.
    const [found] = await rawSql(other, `select count(*) as n from "searchMark"`);
    expect(Number((found as { n: unknown }).n)).toBeGreaterThan(200);
    await using server = await startServer(to, { home: other });
    const client = await signIn(server);
    expect((await client.call('listBooks', { query: { pageSize: 1 } })).total).toBe(196);
    // Counted on from the rows that were loaded.
    const shelf = await newShelf(server);
    await shelf.addBook(await shelf.addSeries('New'), 'New');
  });
});

describe.each(databases)('a dump of %s', (kind) => {
  it('sees one state while others write, and lets them', async () => {
    await using home = await openHome(kind);
    await using server = await startServer(kind, { home });
    await fillWideCatalog(server.context, 40);
    await using reading = await connectForDump(findLocation(home), 'read');
    const source = await openDumpSource(reading);
    const [first] = await rawSql(home, 'select count(*) as n from "book"');
    await fillWideCatalog(server.context, 40);
    expect(await rawSql(home, 'select count(*) as n from "book"')).not.toEqual([first]);
    const sums = await checksumTables(source);
    expect(sums.find(({ name }) => name === 'book')?.rows).toBe(40);
  });

  it('replaces nothing when a row does not fit', async () => {
    await using home = await openHome(kind);
    await rawSql(home, `insert into "serverState" ("key", "value", "changedAt") values ('kept', '{}', 1)`);
    const before = await readTableRows(findLocation(home));
    await using reading = await connectForDump(findLocation(home), 'read');
    const source = await openDumpSource(reading);
    const broken: DumpSource = {
      ...source,
      read: async function* (table: DumpTable): AsyncIterable<readonly Row[]> {
        if (table.name === 'session') yield [table.columns.map(({ type }) => (type === 'integer' ? 'x' : 'y'))];
        else yield* source.read(table);
      },
    };
    await using other = await openHome(kind);
    await rawSql(other, `insert into "serverState" ("key", "value", "changedAt") values ('kept', '{}', 1)`);
    {
      await using writing = await connectForDump(findLocation(other), 'write');
      await expect(loadTables(writing, broken)).rejects.toThrow(/holds "x", expected a value of the type integer/);
    }
    expect(await readTableRows(findLocation(other))).toEqual(before);
  });

  it('refuses tables of another release', async () => {
    await using home = await openHome(kind);
    await using reading = await connectForDump(findLocation(home), 'read');
    const source = await openDumpSource(reading);
    await using other = await openHome(kind, { untouched: true });
    await expect(makeTables(findLocation(other), [...source.migrations, '9999-later'])).rejects.toThrow(
      /later release/,
    );
    await makeTables(findLocation(other), source.migrations.slice(0, 12));
    await using writing = await connectForDump(findLocation(other), 'write');
    await expect(loadTables(writing, source)).rejects.toThrow(/these are at 0017-accounts/);
  });
});
