import { load, newConnections } from '../harness/load.ts';
import { type Figure, percentile } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { ANALYSIS_TASKS, type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised } from '../harness/work-folder.ts';

const CATALOG = 100_000;
const SERIES = 500;
const BOOKS_A_SERIES = 20;
const FOUND = SERIES * BOOKS_A_SERIES;
const IDLE_RUNS = 50;
const CONNECTIONS = 16;
/** Requests between two checks of the scan's phase. */
const REQUESTS = CONNECTIONS * 2;
/** Percentile of the figure. */
const SHARE = 0.95;

/** Milliseconds of requests while books are found, and then until all are analysed. */
interface DuringScan {
  readonly listing: readonly number[];
  readonly analysis: readonly number[];
}

/** Requests continuously while a library is first scanned. */
async function askDuringScan(server: ServerProcess, library: string, ask: () => Promise<readonly number[]>) {
  const during: { [Phase in keyof DuringScan]: number[] } = { listing: [], analysis: [] };
  await server.json('/libraries', { method: 'POST', body: { name: 'New', path: library, scanImmediately: true } });
  const over = new AbortController();
  const done = tasksDone(server, ANALYSIS_TASKS).finally(() => over.abort());
  do {
    const { total } = await server.json<{ total: number }>('/books?pageSize=1');
    const phase = total < CATALOG + FOUND ? during.listing : during.analysis;
    phase.push(...(await ask()));
  } while (!over.signal.aborted);
  await done;
  return during;
}

/** 50 of 100,000 books by title over 16 connections, while 10,000 others are found and analysed: p95 against idle. */
export async function apiDuringScan(): Promise<readonly Figure[]> {
  const library = synthesised('scan-first-10000', {
    series: SERIES,
    'books-per-series': BOOKS_A_SERIES,
    pages: 3,
    'page-kb': 4,
    format: 'cbz',
  });
  const dataDir = await seededFolder('api-during-scan-data', {
    books: CATALOG,
    hasVariedTitles: true,
    hasReading: true,
  });
  await using server = await startServerProcess(dataDir);
  const url = `${server.url}/api/v1/books?sort=title,asc&pageSize=50&page=1`;
  const agent = newConnections(CONNECTIONS);
  const options = { requests: REQUESTS, connections: CONNECTIONS, headers: server.headers, agent };
  const ask = async (): Promise<readonly number[]> => (await load([url], options)).latencies;
  for (let run = 0; run < IDLE_RUNS; run += 1) await ask();
  const idle: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run += 1) idle.push(...(await ask()));
  const { listing, analysis } = await askDuringScan(server, library, ask);
  agent.destroy();
  const shared = { floor: percentile(idle, SHARE), unit: 'ms', goal: 2, runs: 1 };
  const what = (phase: string): string =>
    `p95 of list-50 at 16 connections while 10,000 books are ${phase}, against idle`;
  const row = 'api-during-scan';
  return [
    { row, what: what('found'), ours: percentile(listing, SHARE), ...shared, note: `${listing.length} requests` },
    { row, what: what('analysed'), ours: percentile(analysis, SHARE), ...shared, note: `${analysis.length} requests` },
  ];
}
