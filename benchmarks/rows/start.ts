import { type Figure, median, memoryMib } from '../harness/measure.ts';
import { seedCatalog } from '../harness/seed-catalog.ts';
import { startServerProcess } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
const BOOKS = 100_000;
const IDLE_MS = 3_000;

/** How soon the server listens on a catalog of 100,000 books, and what it holds in memory when idle. */
export async function start(): Promise<readonly Figure[]> {
  const dataDir = workFolder('start-data');
  await seedCatalog(dataDir, BOOKS);
  const times: number[] = [];
  const idle: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(dataDir);
    times.push(server.startMs);
    await new Promise((wake) => setTimeout(wake, IDLE_MS));
    idle.push(memoryMib(server.pid).now);
  }
  return [
    { row: 'start', what: 'until it listens, 100,000 books', ours: median(times), unit: 'ms', goal: 1_000, runs: RUNS },
    {
      row: 'memory idle',
      what: 'resident memory, 100,000 books',
      ours: median(idle),
      unit: 'MiB',
      goal: 150,
      runs: RUNS,
    },
  ];
}
