import type { DumpConnection } from './connect.ts';
import type { DumpTable } from './rows.ts';

const NAMING = ['cover', 'listCover'];

/**
 * Keys of covers that users added, which cannot be made again from books. Runs in the transaction of a dump.
 * @param tables those of the database, which may be of an earlier release
 */
export async function listAddedCovers(connection: DumpConnection, tables: readonly DumpTable[]): Promise<string[]> {
  const named = NAMING.filter((table) => tables.some(({ name }) => name === table));
  if (named.length === 0) return [];
  const rows = await connection.query(named.map((table) => `select "coverKey" from "${table}"`).join(' union '));
  return rows.map(([key]) => String(key));
}
