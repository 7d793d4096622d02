import { availableParallelism } from 'node:os';
import { startPostgresCluster } from '../../apps/server/tests/_harness/postgres-cluster.ts';
import { copyCatalog } from '../harness/copy-catalog.ts';
import { load } from '../harness/load.ts';
import { cpuSeconds, type Figure, median, percentile } from '../harness/measure.ts';
import { timeEach } from '../harness/post-load.ts';
import { seededFolder } from '../harness/seeded.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';
import { newFilterRequest } from './filter.ts';

const BOOKS = 100_000;
const ROUNDS = 5;
const LISTS = 400;
const FILTERS = 20;
const CONNECTIONS = 16;
const LIST = '/api/v1/books?sort=title,asc&pageSize=50&page=1';

async function listP50({ url, headers }: ServerProcess): Promise<number> {
  const { latencies } = await load([url + LIST], { requests: LISTS, connections: CONNECTIONS, headers });
  return percentile(latencies, 0.5);
}

async function filterP50(server: ServerProcess): Promise<number> {
  return percentile(await timeEach(server, Array.from({ length: FILTERS }, newFilterRequest)), 0.5);
}

/** In milliseconds. */
interface Cost {
  readonly wall: number;
  /** Of the server processes alone. */
  readonly cpu: number;
}

/** Time and processor time per list of several processes, each with a share of the connections. */
async function measureListCost(servers: readonly ServerProcess[]): Promise<Cost> {
  const connections = CONNECTIONS / servers.length;
  const spent = () => servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const spentBefore = spent();
  const begin = performance.now();
  await Promise.all(
    servers.map(async ({ url, headers }) =>
      load([url + LIST], { requests: LISTS / servers.length, connections, headers }),
    ),
  );
  return { wall: (performance.now() - begin) / LISTS, cpu: ((spent() - spentBefore) * 1_000) / LISTS };
}

/** Processors for two servers, the database and the clients; with fewer, the second server has none. */
const PROCESSORS = 4;

function noteOfTime(): string {
  const count = availableParallelism();
  const has = `${count} processors for servers, database and whoever asks`;
  return count < PROCESSORS ? `${has}: too few to show it, the next line tells what holds` : has;
}

/** 100,000 books on PostgreSQL against SQLite, in turns; and the effect of a second process. */
export async function postgres(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('postgres-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using cluster = await startPostgresCluster();
  await copyCatalog(dataDir, cluster.url);
  await using onSqlite = await startServerProcess(dataDir);
  const flags = ['--database-url', cluster.url];
  await using one = await startServerProcess(workFolder('postgres-one'), flags);
  await using two = await startServerProcess(workFolder('postgres-two'), flags);
  const times = {
    list: [] as number[],
    filter: [] as number[],
    listFloor: [] as number[],
    filterFloor: [] as number[],
  };
  const costs = { one: [] as Cost[], both: [] as Cost[] };
  for (const server of [onSqlite, one, two]) {
    await listP50(server);
    await filterP50(server);
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.listFloor.push(await listP50(onSqlite));
    times.list.push(await listP50(one));
    times.filterFloor.push(await filterP50(onSqlite));
    times.filter.push(await filterP50(one));
    costs.one.push(await measureListCost([one]));
    costs.both.push(await measureListCost([one, two]));
  }
  const shared = { row: 'postgres', runs: ROUNDS };
  const { one: ofOne, both: ofBoth } = costs;
  return [
    {
      ...{ ...shared, what: 'p50 of list-50 at 16 connections, against SQLite', unit: 'ms', goal: 2 },
      ...{ ours: median(times.list), floor: median(times.listFloor) },
    },
    {
      ...{ ...shared, what: 'p50 of the filter, against SQLite', unit: 'ms', goal: 2 },
      ...{ ours: median(times.filter), floor: median(times.filterFloor) },
    },
    {
      ...{ ...shared, what: 'time of a list-50 with two processes, against one: 1.7 times the requests', unit: 'ms' },
      ...{ ours: median(ofBoth.map(({ wall }) => wall)), floor: median(ofOne.map(({ wall }) => wall)), goal: 1 / 1.7 },
      note: noteOfTime(),
    },
    {
      // Shown by a machine with processors for the database and clients.
      ...{ ...shared, what: 'processor time of a list-50 in two processes, against one', unit: 'ms' },
      ...{ ours: median(ofBoth.map(({ cpu }) => cpu)), floor: median(ofOne.map(({ cpu }) => cpu)), goal: 2 / 1.7 },
    },
  ];
}
