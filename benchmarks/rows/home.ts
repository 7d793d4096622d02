import { type Figure, median, percentile } from '../harness/measure.ts';
import { timeEach } from '../harness/post-load.ts';
import { seededFolder } from '../harness/seeded.ts';
import { startServerProcess } from '../harness/server-process.ts';

const BOOKS = 100_000;
const ROUNDS = 5;
const REQUESTS = 40;

/** The home page's rows in one response, for a user with progress in 10,000 of 100,000 books. */
export async function home(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('home-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using server = await startServerProcess(dataDir);
  const requests = Array.from({ length: REQUESTS }, () => ({ path: '/home' }));
  await timeEach(server, requests);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(percentile(await timeEach(server, requests), 0.5));
  const shared = { unit: 'ms', goal: 30, runs: ROUNDS };
  return [{ row: 'home', what: 'p50 of everything the home page shows', ours: median(times), ...shared }];
}
