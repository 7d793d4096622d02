import { join } from 'node:path';
import sharp from 'sharp';
import { writeHugeCbz, writeHugePdf } from '../harness/huge-books.ts';
import { LARGE, largeLibrary } from '../harness/large-library.ts';
import { load } from '../harness/load.ts';
import { cpuSeconds, type Figure, median, memoryMib } from '../harness/measure.ts';
import { seedCatalog } from '../harness/seed-catalog.ts';
import { booksListed, type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const RUNS = 3;
const CATALOG = 100_000;
/** An idle server frees the memory of its start within this time. */
const SETTLE_MS = 20_000;
/** An idle server uses less processor time than this between two checks. */
const REST_SECONDS = 0.05;
const LOOK_MS = 2_000;
/** Analysis is observed for this long; all of it takes many minutes. */
const ANALYSIS_MS = 60_000;
const WIDTH = 1_600;
const HEIGHT = 2_400;
/** Requested pages of a huge book, in sequence. */
const PAGES = [1, 2, 100, 205, 50];

/** Goals are in MB, the kernel counts in KiB. */
function megabytes(mib: number): number {
  return mib * 1.048576;
}

async function waitFor(ms: number): Promise<void> {
  await new Promise((wake) => setTimeout(wake, ms));
}

/** Waits until the server is idle. */
async function atRest({ pid }: ServerProcess): Promise<void> {
  for (let before = -1; ; ) {
    const now = cpuSeconds(pid);
    if (now - before < REST_SECONDS) return;
    before = now;
    await waitFor(LOOK_MS);
  }
}

async function idle(): Promise<Figure> {
  const dataDir = workFolder('memory-idle');
  await seedCatalog(dataDir, CATALOG);
  {
    // The first start indexes the new catalog for search, which is not idle.
    await using first = await startServerProcess(dataDir);
    await waitFor(LOOK_MS);
    await atRest(first);
  }
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(dataDir);
    await atRest(server);
    await waitFor(SETTLE_MS);
    ours.push(megabytes(memoryMib(server.pid).now));
  }
  const what = 'resident after the start and a sign-in, 100,000 books';
  return { row: 'memory idle', what, ours: median(ours), unit: 'MB', goal: 150, runs: RUNS };
}

async function scanning(): Promise<Figure> {
  const library = largeLibrary();
  await using server = await startServerProcess(workFolder('memory-scan'));
  await server.json('/libraries', { method: 'POST', body: { name: 'Bench', path: library, scanImmediately: true } });
  await booksListed(server, LARGE);
  const listed = megabytes(memoryMib(server.pid).peak);
  await waitFor(ANALYSIS_MS);
  const ours = megabytes(memoryMib(server.pid).peak);
  const note = `${listed.toFixed(0)} MB when all were listed`;
  const what = 'peak of scanning 100,000 books and of the first minute of analysis';
  return { row: 'memory scanning', what, ours, unit: 'MB', goal: 512, runs: 1, note };
}

async function readPages(server: ServerProcess): Promise<void> {
  const { data } = await server.json<{ data: { id: string }[] }>('/books?pageSize=1');
  const [book] = data;
  if (book === undefined) throw new Error('The book is not listed');
  for (const page of PAGES) {
    const url = `${server.url}/api/v1/books/${book.id}/pages/${String(page)}`;
    await load([url, `${url}?width=1080`], { requests: 2, connections: 1, headers: server.headers });
  }
}

async function huge(name: string, write: (path: string, picture: Buffer) => void): Promise<Figure> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const blank = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#808080', noise } });
  const picture = await blank.jpeg({ quality: 70 }).toBuffer();
  const folder = workFolder(`memory-${name}`);
  const library = workFolder(`memory-${name}/library`);
  write(join(library, `Huge.${name}`), picture);
  await using server = await startServerProcess(join(folder, 'data'), ['--library', library]);
  await booksListed(server, 1);
  await tasksDone(server);
  const analysed = megabytes(memoryMib(server.pid).peak);
  await readPages(server);
  const { now, peak } = memoryMib(server.pid);
  const note = `${analysed.toFixed(0)} MB peak of analysis, ${megabytes(now).toFixed(0)} MB afterwards`;
  const what = `peak, a ${name.toUpperCase()} of 2 GB analysed and five pages read as stored and 1080 wide`;
  return { row: `memory ${name}`, what, ours: megabytes(peak), unit: 'MB', goal: 250, runs: 1, note };
}

/** Resident memory: idle, during the scan of a large library, and with huge files. */
export async function memory(): Promise<readonly Figure[]> {
  return [
    await idle(),
    await scanning(),
    await huge('cbz', writeHugeCbz),
    await huge('pdf', (path, picture) => writeHugePdf(path, picture, WIDTH, HEIGHT)),
  ];
}
