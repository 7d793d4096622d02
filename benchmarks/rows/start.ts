import { type Figure, median } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { startServerProcess } from '../harness/server-process.ts';

const RUNS = 5;
const BOOKS = 100_000;

/** How soon the server answers on a catalog of 100,000 books that it left in order. */
export async function start(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('start-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(dataDir);
    times.push(server.startMs);
  }
  const what = 'until it answers, 100,000 books';
  return [{ row: 'start', what, ours: median(times), unit: 'ms', goal: 1_000, runs: RUNS }];
}
