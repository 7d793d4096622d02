import { connectForDump } from '#db/dump/connect.ts';
import { openDumpSource } from '#db/dump/dump-tables.ts';
import type { DatabaseLocation } from '#db/open.ts';

/** Every row of every table as text, in one order. */
export async function readTableRows(location: DatabaseLocation): Promise<Map<string, string[]>> {
  await using connection = await connectForDump(location, 'read');
  const source = await openDumpSource(connection);
  const tables = new Map<string, string[]>();
  for (const table of source.tables) {
    const lines: string[] = [];
    for await (const rows of source.read(table)) lines.push(...rows.map((row) => JSON.stringify(row)));
    tables.set(table.name, lines.sort());
  }
  return tables;
}
