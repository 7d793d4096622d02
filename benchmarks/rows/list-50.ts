import { join } from 'node:path';
import { startFloor } from '../harness/floor-process.ts';
import { load } from '../harness/load.ts';
import { type Figure, median, percentile } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { startServerProcess } from '../harness/server-process.ts';

const RUNS = 5;
const REQUESTS = 600;
const CONNECTIONS = 16;
const BOOKS = 100_000;
const DEEP_PAGE = 1_000;

/** 50 of 100,000 books by title, the first page and a deep one, over 16 connections. */
export async function list50(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('list-50-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using floor = await startFloor('list-server.ts', join(dataDir, 'lectern.db'));
  await using server = await startServerProcess(dataDir);
  const p50 = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    percentile((await load([url], { requests: REQUESTS, connections: CONNECTIONS, headers })).latencies, 0.5);
  const first = `${server.url}/api/v1/books?sort=title,asc&pageSize=50&page=1`;
  const deep = first.replace('page=1', `page=${String(DEEP_PAGE)}`);
  await p50(floor.url, {});
  await p50(first, server.headers);
  const times = { ours: [] as number[], deep: [] as number[], floor: [] as number[] };
  for (let run = 0; run < RUNS; run += 1) {
    times.floor.push(await p50(`${floor.url}/?page=1`, {}));
    times.ours.push(await p50(first, server.headers));
    times.deep.push(await p50(deep, server.headers));
  }
  const shared = { unit: 'ms', runs: RUNS, goal: 2 };
  return [
    {
      row: 'list-50',
      what: 'p50 at 16 connections, against a prepared statement and JSON.stringify',
      ours: median(times.ours),
      floor: median(times.floor),
      ...shared,
    },
    {
      row: 'list-50 deep',
      what: 'p50 of page 1,000 against page 1',
      ours: median(times.deep),
      floor: median(times.ours),
      ...shared,
    },
  ];
}
