import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { measureFloorCpu } from '../harness/floor-process.ts';
import { cpuSeconds, type Figure, median } from '../harness/measure.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
const SERIES = 100;
const BOOKS_A_SERIES = 10;
/** Widths of covers. */
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

/** Processor and wall seconds of each run. */
interface Taken {
  readonly cpu: number[];
  readonly wall: number[];
}

async function take({ cpu, wall }: Taken, work: () => number | Promise<number>): Promise<void> {
  const begin = performance.now();
  cpu.push(await work());
  wall.push((performance.now() - begin) / 1_000);
}

function against(row: string, what: string, ours: Taken, floor: Taken): readonly Figure[] {
  const shared = { unit: 's', goal: 1.2, runs: RUNS };
  const [cpu, wall] = [median(ours.cpu), median(ours.wall)];
  const note = `${(cpu / wall).toFixed(2)} cores busy`;
  return [
    { ...shared, row, what: `${what}, processor time against sharp alone`, ours: cpu, floor: median(floor.cpu) },
    { ...shared, row: `${row} by the clock`, what: 'the same', ours: wall, floor: median(floor.wall), note },
  ];
}

/**
 * Covers of 1,000 books in two widths against sharp alone on two cores: drawn again, and drawn within a whole first
 * scan.
 */
export async function thumbs(): Promise<readonly Figure[]> {
  const library = synthesised('thumbs', {
    series: SERIES,
    'books-per-series': BOOKS_A_SERIES,
    pages: 2,
    'page-kb': 500,
    format: 'cbz',
  });
  const pictures = firstPictures(library);
  const newTaken = (): Taken => ({ cpu: [], wall: [] });
  const [floor, again, scan] = [newTaken(), newTaken(), newTaken()];
  for (let run = 0; run < RUNS; run += 1) {
    await take(floor, () => measureFloorCpu('thumbnails.ts', [pictures, ...WIDTHS]));
    await using server = await startServerProcess(workFolder('thumbs-data'));
    const measureCpu = async (path: string, body: object): Promise<number> => {
      const before = cpuSeconds(server.pid);
      await server.json(path, { method: 'POST', body });
      await tasksDone(server);
      return cpuSeconds(server.pid) - before;
    };
    await take(scan, async () => measureCpu('/libraries', { name: 'Bench', path: library, scanImmediately: true }));
    await take(again, async () => measureCpu('/books/thumbnails/generate', { force: true }));
  }
  return [
    ...against('thumbs', '1,000 covers drawn again', again, floor),
    ...against('thumbs first scan', '1,000 books found, read and stored with their covers', scan, floor),
  ];
}
