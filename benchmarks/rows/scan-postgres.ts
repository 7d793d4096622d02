import pg from 'pg';
import { startPostgresCluster } from '../../apps/server/tests/_harness/postgres-cluster.ts';
import { cpuSeconds, familyCpuSeconds, type Figure, median, parentPid, percentile } from '../harness/measure.ts';
import { ANALYSIS_TASKS, type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const SERIES = 75;
const BOOKS_A_SERIES = 20;
const ROUNDS = 3;
const EDITORS = 16;
/** Share of the edits that are within the figure. */
const SHARE = 0.95;
/** An editor looks at what it did before it edits again. */
const PAUSE_MS = 250;

/** In seconds. */
interface Scan {
  readonly wall: number;
  /** Of the server alone. */
  readonly server: number;
  /** Of the server and the database. */
  readonly both: number;
}

function getLibrary(): string {
  const made = { 'books-per-series': BOOKS_A_SERIES, pages: 3, 'page-kb': 4, format: 'cbz' };
  return synthesised('scan-postgres', { series: SERIES, ...made });
}

async function addLibrary(server: ServerProcess, path: string): Promise<void> {
  await server.json('/libraries', { method: 'POST', body: { name: 'New', path, scanImmediately: true } });
}

/** @param databaseSeconds processor time that the database has used, without one that is part of the server */
async function timeScan(server: ServerProcess, databaseSeconds: () => number): Promise<Scan> {
  const before = { server: cpuSeconds(server.pid), database: databaseSeconds() };
  const begin = performance.now();
  await addLibrary(server, getLibrary());
  await tasksDone(server, ANALYSIS_TASKS);
  const spent = cpuSeconds(server.pid) - before.server;
  const wall = (performance.now() - begin) / 1000;
  return { wall, server: spent, both: spent + databaseSeconds() - before.database };
}

/** Seconds of a scan whose process is killed when a third, and then two thirds of the books were analysed. */
async function timeKilledScan(flags: readonly string[]): Promise<number> {
  const folder = workFolder('scan-postgres-data');
  const begin = performance.now();
  for (const share of [1 / 3, 2 / 3]) {
    await using server = await startServerProcess(folder, flags);
    if (share < 1 / 2) await addLibrary(server, getLibrary());
    await analysed(server, SERIES * BOOKS_A_SERIES * share);
    process.kill(server.pid, 'SIGKILL');
  }
  await using server = await startServerProcess(folder, flags);
  await analysed(server, SERIES * BOOKS_A_SERIES);
  await tasksDone(server, ANALYSIS_TASKS);
  return (performance.now() - begin) / 1000;
}

/** Waits until so many books were analysed. */
async function analysed(server: ServerProcess, books: number): Promise<void> {
  const body = { condition: { analyzed: { operator: 'isTrue' } } };
  const count = async () =>
    (await server.json<{ total: number }>('/books/list?pageSize=1', { method: 'POST', body })).total;
  while ((await count()) < books) await new Promise((wake) => setTimeout(wake, 100));
}

/** Edits summaries of books as 16 people would while a library is first scanned; milliseconds of each edit. */
async function timeEdits(server: ServerProcess): Promise<readonly number[]> {
  await addLibrary(server, getLibrary());
  const times: number[] = [];
  const over = new AbortController();
  const done = tasksDone(server, ANALYSIS_TASKS).finally(() => over.abort());
  const edit = async (editor: number): Promise<void> => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const { data } = await server.json<{ data: { id: string }[] }>(`/books?pageSize=1&page=${String(editor + 1)}`);
      const [book] = data;
      if (book !== undefined) {
        const begin = performance.now();
        const body = { summary: `Summary ${String(turn)} by ${String(editor)}` };
        await server.json(`/books/${book.id}/metadata`, { method: 'PATCH', body });
        times.push(performance.now() - begin);
      }
      await new Promise((wake) => setTimeout(wake, PAUSE_MS));
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, async (_, editor) => edit(editor)));
  await done;
  return times;
}

/** The process that all processes of a PostgreSQL belong to. */
async function findDatabasePid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentPid(rows[0]?.pid ?? 0);
  await client.end();
  return pid;
}

/** Runs with a new PostgreSQL, and the flags that a server reaches it by. */
async function withPostgres<Value>(run: (flags: readonly string[], url: string) => Promise<Value>): Promise<Value> {
  await using cluster = await startPostgresCluster({ asInstalled: true });
  return await run(['--database-url', cluster.url], cluster.url);
}

async function withServer<Value>(
  flags: readonly string[],
  run: (server: ServerProcess) => Promise<Value>,
): Promise<Value> {
  await using server = await startServerProcess(workFolder('scan-postgres-data'), flags);
  return await run(server);
}

interface Scans {
  readonly sqlite: readonly Scan[];
  readonly postgres: readonly Scan[];
}

async function timeScans(): Promise<Scans> {
  const scans = { sqlite: [] as Scan[], postgres: [] as Scan[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    scans.sqlite.push(await withServer([], async (server) => timeScan(server, () => 0)));
    const scan = await withPostgres(async (flags, url) => {
      const database = await findDatabasePid(url);
      return withServer(flags, async (server) => timeScan(server, () => familyCpuSeconds(database)));
    });
    scans.postgres.push(scan);
  }
  return scans;
}

const ROW = { row: 'scan-postgres' } as const;

function compareScans(what: string, { sqlite, postgres }: Scans, part: keyof Scan): Figure {
  const pick = (scans: readonly Scan[]): number => median(scans.map((scan) => scan[part]));
  return {
    ...ROW,
    what: `${what} of the first analysis of 1,500 books, against SQLite`,
    ...{ unit: 's', goal: 1.3, runs: ROUNDS, ours: pick(postgres), floor: pick(sqlite) },
  };
}

function describeEdits(name: string, times: readonly number[]): Figure {
  return {
    ...ROW,
    what: `p95 of an edit during that with ${String(EDITORS)} editors, on ${name}`,
    ...{ unit: 'ms', goal: 100, runs: 1, ours: percentile(times, SHARE) },
    note: `${String(times.length)} edits, p50 ${percentile(times, 1 / 2).toFixed(0)} ms`,
  };
}

/** First analysis of 1,500 books on PostgreSQL against SQLite, in turns; edits and kills during it. */
export async function scanPostgres(): Promise<readonly Figure[]> {
  const scans = await timeScans();
  const killed = { floor: await timeKilledScan([]), ours: await withPostgres(timeKilledScan) };
  const edits = {
    sqlite: await withServer([], timeEdits),
    postgres: await withPostgres(async (flags) => withServer(flags, timeEdits)),
  };
  return [
    compareScans('time', scans, 'wall'),
    compareScans('processor time, the database included,', scans, 'both'),
    compareScans('processor time of the server', scans, 'server'),
    {
      ...ROW,
      what: 'time of that with two kills of the process, against SQLite',
      ...{ unit: 's', goal: 1.5, runs: 1, ...killed },
    },
    describeEdits('PostgreSQL', edits.postgres),
    describeEdits('SQLite', edits.sqlite),
  ];
}
