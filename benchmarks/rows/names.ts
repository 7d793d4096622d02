import SqliteDatabase from 'better-sqlite3';
import { join } from 'node:path';
import { startPostgresCluster } from '../../apps/server/tests/_harness/postgres-cluster.ts';
import { copyCatalog } from '../harness/copy-catalog.ts';
import { type Figure, median } from '../harness/measure.ts';
import { timeEach } from '../harness/post-load.ts';
import { seededFolder } from '../harness/seeded.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const BOOKS = 100_000;
const BOOKS_A_SERIES = 10;
const ROUNDS = 9;
const SORTS = ['name', 'count'] as const;

type Sort = (typeof SORTS)[number];
type Times = Readonly<Record<Sort, number[]>>;
let changes = 0;

/** The first page after a change of the catalog, so that nothing is cached. */
async function firstPage(server: ServerProcess, sort: Sort): Promise<number> {
  changes += 1;
  await server.json('/collections', { method: 'POST', body: { name: `Change ${String(changes)}` } });
  const [time = 0] = await timeEach(server, [{ path: `/people?sort=${sort}&pageSize=50` }]);
  return time;
}

const NAMES = `from "creditCount" c where c.kind = 'person'`;
const ORDERED = {
  name: `select n."nameKey" from "creditName" n where n.kind = 'person' and exists (
    select 1 ${NAMES} and c."nameKey" = n."nameKey") order by n."sortKey", n."nameKey" limit 50`,
  count: `select c."nameKey" ${NAMES} group by c."nameKey" order by sum(c."bookCount") desc, c."nameKey" limit 50`,
};

/** The same in SQL: the total, and the names with their counts. */
function openFloor(dataDir: string): { readonly run: (sort: Sort) => number; readonly close: () => void } {
  const db = new SqliteDatabase(join(dataDir, 'lectern.db'), { readonly: true });
  db.pragma('cache_size = -65536');
  const total = db.prepare(`select count(distinct c."nameKey") ${NAMES}`);
  const rows = (sort: Sort) =>
    db.prepare(`select max(c.name), sum(c."bookCount"), count(distinct c."seriesId")
      ${NAMES} and c."nameKey" in (${ORDERED[sort]}) group by c."nameKey"`);
  const bySort = { name: rows('name'), count: rows('count') };
  return {
    run: (sort) => {
      const begin = performance.now();
      JSON.stringify({ total: total.get(), data: bySort[sort].all() });
      return performance.now() - begin;
    },
    close: () => db.close(),
  };
}

/** The first page of 26,000 people of 100,000 books, by name and by number of books. */
export async function names(): Promise<readonly Figure[]> {
  const seed = { books: BOOKS, booksASeries: BOOKS_A_SERIES, hasCredits: true };
  const dataDir = await seededFolder('names-data', seed);
  await using cluster = await startPostgresCluster();
  await copyCatalog(dataDir, cluster.url);
  await using onSqlite = await startServerProcess(dataDir);
  await using onPostgres = await startServerProcess(workFolder('names-postgres'), ['--database-url', cluster.url]);
  const floor = openFloor(dataDir);
  const newTimes = (): Times => ({ name: [], count: [] });
  const times = { sqlite: newTimes(), postgres: newTimes(), floor: newTimes() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const sort of SORTS) {
      times.floor[sort].push(floor.run(sort));
      times.sqlite[sort].push(await firstPage(onSqlite, sort));
      times.postgres[sort].push(await firstPage(onPostgres, sort));
    }
  }
  floor.close();
  const shared = { row: 'names', unit: 'ms', runs: ROUNDS, goal: 3 };
  return SORTS.flatMap((sort): Figure[] => {
    const by = median(times.floor[sort]);
    return [
      { ...shared, what: `people by ${sort}, against SQL`, ours: median(times.sqlite[sort]), floor: by },
      {
        ...shared,
        what: `the same on PostgreSQL, against SQLite`,
        ours: median(times.postgres[sort]),
        floor: median(times.sqlite[sort]),
      },
    ];
  });
}
