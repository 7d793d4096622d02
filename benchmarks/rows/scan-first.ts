import { runCommand, runFloor } from '../harness/floor-process.ts';
import { type Figure, median, memoryMib, wallSeconds } from '../harness/measure.ts';
import { booksListed, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
const SERIES = 500;
const BOOKS_A_SERIES = 20;
const BOOKS = SERIES * BOOKS_A_SERIES;

/** 10,000 small CBZ: until all are listed, until all are analysed. */
export async function scanFirst(): Promise<readonly Figure[]> {
  const library = synthesised('scan-first', {
    series: SERIES,
    'books-per-series': BOOKS_A_SERIES,
    pages: 3,
    'page-kb': 4,
    format: 'cbz',
  });
  const times = { listed: [] as number[], analysed: [] as number[], walk: [] as number[], read: [] as number[] };
  let peak = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const walk = runCommand('find', [library, '-type', 'f', '-printf', '%p %s %T@\\n']);
    times.walk.push(walk);
    times.read.push(walk + runFloor('read-archives.ts', [library]));
    await using server = await startServerProcess(workFolder('scan-first-data'));
    const begin = performance.now();
    await server.json('/libraries', { method: 'POST', body: { name: 'Bench', path: library, scanImmediately: true } });
    times.listed.push(await wallSeconds(() => booksListed(server, BOOKS)));
    await tasksDone(server);
    times.analysed.push((performance.now() - begin) / 1000);
    peak = Math.max(peak, memoryMib(server.pid).peak);
  }
  const shared = { unit: 's', runs: RUNS };
  return [
    {
      row: 'scan-first listed',
      what: '10,000 CBZ until all are browsable, against find',
      ours: median(times.listed),
      floor: median(times.walk),
      goal: 3,
      ...shared,
    },
    {
      row: 'scan-first analysed',
      what: '10,000 CBZ until all are analysed, against reading directories and first pictures',
      ours: median(times.analysed),
      floor: median(times.read),
      goal: 1.5,
      ...shared,
    },
    {
      row: 'memory scanning',
      what: 'peak resident memory, 10,000 books',
      ours: peak,
      unit: 'MiB',
      goal: 512,
      runs: RUNS,
    },
  ];
}
