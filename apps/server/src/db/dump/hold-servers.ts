import type { DumpConnection } from './connect.ts';

const LIVING = `select "name" from "serverProcess"
  where "aliveUntil" > cast(extract(epoch from clock_timestamp()) * 1000 as bigint) order by "name"`;

/**
 * Keeps servers from joining a PostgreSQL database until the connection is disposed: they take the same lock.
 * @param connection without a transaction
 * @returns names of the servers that use the database
 */
export async function holdServers(connection: DumpConnection): Promise<readonly string[]> {
  await connection.beginWrite();
  await connection.query(`select pg_advisory_xact_lock(hashtext('lectern:join'))`);
  return (await connection.query(LIVING)).map(([name]) => String(name));
}
