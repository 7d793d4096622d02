import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { measureFloorCpu } from '../harness/floor-process.ts';
import { load } from '../harness/load.ts';
import { cpuSeconds, type Figure, median } from '../harness/measure.ts';
import { type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
/** Enough for a garbage collection to weigh as in the long run. */
const PAGES = 150;
const WIDTH = 1080;
const CACHED_REQUESTS = 1_000;
const CONNECTIONS = 16;

interface Address {
  readonly stored: string;
  readonly resized: string;
}

async function listAddresses(server: ServerProcess): Promise<readonly Address[]> {
  const { data } = await server.json<{ data: { id: string; pageCount: number }[] }>('/books?pageSize=1');
  const [book] = data;
  if (book?.pageCount !== PAGES) throw new Error('The book was not analysed');
  return Array.from({ length: PAGES }, (_, index) => {
    const stored = `${server.url}/api/v1/books/${book.id}/pages/${index + 1}`;
    return { stored, resized: `${stored}?width=${WIDTH}&format=webp` };
  });
}

/** CPU milliseconds of a server per request. */
async function cpuARequest(
  { pid, headers }: ServerProcess,
  urls: readonly string[],
  requests: number,
): Promise<number> {
  const before = cpuSeconds(pid);
  await load(urls, { requests, connections: CONNECTIONS, headers });
  return ((cpuSeconds(pid) - before) / requests) * 1_000;
}

/** Extracts every page of the library's only book. */
function unpack(library: string): string {
  const series = join(library, readdirSync(library).find((name) => !name.startsWith('.')) ?? '');
  const plain = workFolder('page-resized-plain');
  execFileSync('unzip', ['-q', '-j', '-o', join(series, readdirSync(series)[0] ?? ''), '-d', plain]);
  return join(plain, readdirSync(plain).find((name) => /\.jpe?g$/i.test(name)) ?? '');
}

/** A page of 1.4 MB made 1,080 pixels wide as WebP: first against sharp alone, later against a stored page. */
export async function pageResized(): Promise<readonly Figure[]> {
  const library = synthesised(`page-resized-${String(PAGES)}`, {
    series: 1,
    'books-per-series': 1,
    pages: PAGES,
    'page-kb': 1_400,
    format: 'cbz',
  });
  const picture = unpack(library);
  const ours: number[] = [];
  const alone: number[] = [];
  const cached: number[] = [];
  const stored: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const empty = measureFloorCpu('resize-page.ts', [picture, String(WIDTH), '0']);
    alone.push(((measureFloorCpu('resize-page.ts', [picture, String(WIDTH), String(PAGES)]) - empty) / PAGES) * 1_000);
    // A new data directory has nothing cached.
    await using server = await startServerProcess(workFolder('page-resized-data'), ['--library', library]);
    await tasksDone(server);
    const addresses = await listAddresses(server);
    const resized = addresses.map((address) => address.resized);
    const asStored = addresses.map((address) => address.stored);
    const small = asStored.slice(0, 4).map((address) => `${address}?width=${WIDTH / 2}&format=webp`);
    await cpuARequest(server, asStored, PAGES);
    // The floor excludes loading the coder; pages of another width load it here.
    await cpuARequest(server, small, small.length);
    ours.push(await cpuARequest(server, resized, PAGES));
    await cpuARequest(server, resized, PAGES);
    cached.push(await cpuARequest(server, resized, CACHED_REQUESTS));
    stored.push(await cpuARequest(server, asStored, CACHED_REQUESTS));
  }
  const what = `width ${WIDTH} WebP of a 1.4 MB JPEG, server CPU a request`;
  return [
    {
      row: 'page-resized first',
      what: `${what}, against sharp alone`,
      ours: median(ours),
      floor: median(alone),
      unit: 'ms',
      goal: 1.1,
      runs: RUNS,
    },
    {
      row: 'page-resized cached',
      what: `${what}, against the same page as it is stored`,
      ours: median(cached),
      floor: median(stored),
      unit: 'ms',
      goal: 1.2,
      runs: RUNS,
    },
  ];
}
