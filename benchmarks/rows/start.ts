import { join } from 'node:path';
import { type Figure, median } from '../harness/measure.ts';
import { bareServerPackage, timeNpmStart } from '../harness/npm-start.ts';
import { seededFolder } from '../harness/seeded.ts';
import { startServerProcess } from '../harness/server-process.ts';

const ROOT = join(import.meta.dirname, '../..');
const RUNS = 5;
const BOOKS = 100_000;
const NPM_BOOKS = 10_000;

/** Start time on an intact catalog, of the server and of the operator's command. */
export async function start(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('start-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(dataDir);
    times.push(server.startMs);
  }
  const what = 'until it answers, 100,000 books';
  return [{ row: 'start', what, ours: median(times), unit: 'ms', goal: 1_000, runs: RUNS }, await startByNpm()];
}

/** Alternates with the floor, so that both meet the same load. */
async function startByNpm(): Promise<Figure> {
  const seed = { books: NPM_BOOKS, hasVariedTitles: true, hasReading: true };
  const dataDir = await seededFolder('start-npm-data', seed);
  const bare = bareServerPackage();
  const ours: number[] = [];
  const floors: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await timeNpmStart(ROOT, ['--data-dir', dataDir]));
    floors.push(await timeNpmStart(bare));
  }
  return {
    row: 'start',
    what: '`npm start` until it answers, 10,000 books',
    ours: median(ours),
    unit: 'ms',
    goal: 500,
    runs: RUNS,
    note: `a bare Node server started by npm answers after ${median(floors).toFixed(0)} ms`,
  };
}
