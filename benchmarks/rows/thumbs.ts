import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { cpuOfFloor } from '../harness/floor-process.ts';
import { cpuSeconds, type Figure, median } from '../harness/measure.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
const SERIES = 100;
const BOOKS_A_SERIES = 10;
/** The widths that covers are kept in. */
const WIDTHS = ['240', '480'];

function firstPictures(library: string): string {
  const folder = workFolder('thumbs-pictures');
  for (const file of readdirSync(library, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.cbz')) continue;
    const archive = join(library, file);
    const names = execFileSync('unzip', ['-Z1', archive])
      .toString()
      .split('\n')
      .filter((name) => /\.jpe?g$/i.test(name));
    const first = names.sort()[0] ?? '';
    execFileSync('unzip', ['-q', '-j', '-o', archive, first, '-d', folder]);
    renameSync(join(folder, first.split('/').at(-1) ?? ''), join(folder, `${file.replaceAll('/', '_')}.jpg`));
  }
  return folder;
}

/** Covers of 1,000 books: CPU of analysing them against sharp alone over the same pictures. */
export async function thumbs(): Promise<readonly Figure[]> {
  const library = synthesised('thumbs', {
    series: SERIES,
    'books-per-series': BOOKS_A_SERIES,
    pages: 2,
    'page-kb': 500,
    format: 'cbz',
  });
  const pictures = firstPictures(library);
  const ours: number[] = [];
  const floor: number[] = [];
  const ourWall: number[] = [];
  const floorWall: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const floorBegin = performance.now();
    floor.push(cpuOfFloor('thumbnails.ts', [pictures, ...WIDTHS]));
    floorWall.push((performance.now() - floorBegin) / 1_000);
    await using server = await startServerProcess(workFolder('thumbs-data'));
    const begin = performance.now();
    const before = cpuSeconds(server.pid);
    await server.json('/libraries', { method: 'POST', body: { name: 'Bench', path: library, scanImmediately: true } });
    await tasksDone(server);
    ours.push(cpuSeconds(server.pid) - before);
    ourWall.push((performance.now() - begin) / 1_000);
  }
  return [
    {
      row: 'thumbs',
      what: '1,000 covers in two widths, CPU of the whole first scan against sharp alone',
      ours: median(ours),
      floor: median(floor),
      unit: 's',
      goal: 1.2,
      runs: RUNS,
    },
    {
      row: 'thumbs on the wall',
      what: 'the same by the clock: sharp alone keeps two cores busy, so must the scan',
      ours: median(ourWall),
      floor: median(floorWall),
      unit: 's',
      goal: 1.2,
      runs: RUNS,
      note: `${(median(ours) / median(ourWall)).toFixed(2)} cores busy`,
    },
  ];
}
