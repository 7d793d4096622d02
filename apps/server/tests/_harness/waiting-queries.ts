import { sql } from 'kysely';
import type { Database } from '#db/open.ts';
import { until } from './scans.ts';

/** What a server writes by itself, without being asked. */
const ITS_OWN = 'koreaderPlace|"duplicate|"search';

/**
 * Waits until a query of a request waits for what another transaction holds. On SQLite, where nothing tells of it, it returns at
 * once: there a writer waits for its turn.
 */
export async function queryWaits({ kind, read }: Pick<Database, 'kind' | 'read'>): Promise<void> {
  if (kind === 'sqlite') return;
  const found = sql<{ count: number }>`(select count(*) as "count" from pg_stat_activity
    where "wait_event_type" = 'Lock' and "datname" = current_database() and "query" !~ ${ITS_OWN})`;
  const waiting = read.selectFrom(found.as('found')).select('found.count');
  await until(
    async () => waiting.executeTakeFirstOrThrow(),
    ({ count }) => count > 0,
  );
}
