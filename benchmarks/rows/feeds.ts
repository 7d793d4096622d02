import { join } from 'node:path';
import { startFloor } from '../harness/floor-process.ts';
import { load } from '../harness/load.ts';
import { type Figure, median, percentile } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { startServerProcess } from '../harness/server-process.ts';

const RUNS = 5;
const REQUESTS = 320;
const CONNECTIONS = 16;
const BOOKS = 100_000;
/** Twice the limit of a list. */
const GOAL = 4;

const FEEDS = {
  'OPDS 1.2': '/opds/v1.2/books?pageSize=50',
  'OPDS 2.0': '/opds/v2/books?pageSize=50',
} as const;

/** Feeds of 50 of 100,000 books by title over 16 connections, against the floor of a list. */
export async function feeds(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('feeds-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using floor = await startFloor('list-server.ts', join(dataDir, 'lectern.db'));
  await using server = await startServerProcess(dataDir);
  const p50 = async (url: string, headers: Readonly<Record<string, string>>): Promise<number> =>
    percentile((await load([url], { requests: REQUESTS, connections: CONNECTIONS, headers })).latencies, 0.5);
  const times = { floor: [] as number[], ours: Object.values(FEEDS).map((): number[] => []) };
  for (let run = 0; run <= RUNS; run += 1) {
    const bare = await p50(`${floor.url}/?page=1`, {});
    // The first round only warms up.
    if (run > 0) times.floor.push(bare);
    for (const [index, path] of Object.values(FEEDS).entries()) {
      const time = await p50(server.url + path, server.headers);
      if (run > 0) times.ours[index]?.push(time);
    }
  }
  return Object.keys(FEEDS).map((name, index) => ({
    row: 'feeds',
    what: `p50 of 50 books as ${name} at 16 connections, against a prepared statement and JSON.stringify`,
    ours: median(times.ours[index] ?? []),
    floor: median(times.floor),
    ...{ unit: 'ms', runs: RUNS, goal: GOAL },
  }));
}
