import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listRarParts, writeRarOfParts } from '../../fixtures/rar-repeat.ts';
import { writeRar5 } from '../../fixtures/rar-writer.ts';
import { commandTime, findCommand, pageTimes } from '../harness/first-pages.ts';
import { startFloor } from '../harness/floor-process.ts';
import { leaveMemory } from '../harness/leave-memory.ts';
import { type Figure, median } from '../harness/measure.ts';
import { pageAddresses, pageCosts, plainAddresses, RUNS } from '../harness/page-cost.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

/** One entry of 300 KB that hardly compresses, like pictures. */
const PACKED = resolve(import.meta.dirname, '../../../shared/corpus/cbr/junrar/rar5unpack-m3-plain-128k.cbr');
const PAGES = 200;
const STORED_BYTES = 1_000_000;
const STORED_PAGES = 50;

const pageName = (index: number): string => `${String(index + 1).padStart(3, '0')}.jpg`;

interface Shelf {
  readonly library: string;
  readonly archive: string;
}

function shelve(name: string, bytes: Buffer): Shelf {
  const library = workFolder(name);
  const archive = join(library, 'book.cbr');
  writeFileSync(archive, bytes);
  return { library, archive };
}

function packedBook(name: string, solid: boolean): Shelf {
  const [part] = listRarParts(readFileSync(PACKED));
  if (part === undefined) throw new Error(`No entry in ${PACKED}`);
  const parts = Array.from({ length: PAGES }, (_, index) => [part, pageName(index)] as const);
  return shelve(name, writeRarOfParts(parts, { solid }));
}

/** Extracts one page with an installed tool; `unrar` is the reference. */
function findFloor(archive: string): { readonly tool: string; readonly time: (index: number) => number } {
  const tool = findCommand(['unrar', 'bsdtar']);
  return {
    tool,
    time: (index) =>
      commandTime(
        tool,
        tool === 'unrar' ? ['p', '-inul', archive, pageName(index)] : ['-xOf', archive, pageName(index)],
      ),
  };
}

const SAMPLE = Array.from({ length: 11 }, (_, index) => 5 + index * 15);

async function packedPages(): Promise<Figure> {
  const { library, archive } = packedBook('page-rar', false);
  await using server = await startServerProcess(workFolder('page-rar-data'), ['--library', library]);
  await tasksDone(server);
  const urls = await pageAddresses(server);
  await pageTimes(urls.slice(0, 2), server.headers);
  const { tool, time } = findFloor(archive);
  return {
    row: 'page-rar',
    what: `a compressed page of 300 KB, one after the other, against \`${tool}\``,
    ours: median(
      await pageTimes(
        SAMPLE.map((index) => urls[index] ?? ''),
        server.headers,
      ),
    ),
    floor: median(SAMPLE.map(time)),
    unit: 'ms',
    goal: 1.2,
    runs: SAMPLE.length,
    note: 'the tool starts anew for each page',
  };
}

async function storedPages(): Promise<Figure> {
  const page = Buffer.alloc(STORED_BYTES, 'page');
  const files = Array.from({ length: STORED_PAGES }, (_, index) => ({ name: pageName(index), bytes: page }));
  const { library } = shelve('page-rar-stored', writeRar5(files));
  const plain = workFolder('page-rar-plain');
  for (const { name } of files) writeFileSync(join(plain, name), page);
  await using floor = await startFloor('page-server.ts', plain);
  await using server = await startServerProcess(workFolder('page-rar-stored-data'), ['--library', library]);
  await tasksDone(server);
  leaveMemory(library, plain);
  const [ours = NaN, bare = NaN] = await pageCosts([
    { pids: [server.pid], urls: await pageAddresses(server), headers: server.headers },
    { pids: [floor.pid], urls: plainAddresses(floor.url, STORED_PAGES) },
  ]);
  const what = 'server CPU a stored page of 1 MB, against a bare server and plain files';
  return { row: 'page-rar stored', what, ours, floor: bare, unit: 'µs', goal: 1.2, runs: RUNS };
}

/** Pages of RAR archives: compressed, and stored. */
export async function pageRar(): Promise<readonly Figure[]> {
  return [await packedPages(), await storedPages()];
}

/** Pages of a solid archive: the first request, near its end, and later ones. */
export async function pageRarSolid(): Promise<readonly Figure[]> {
  const { library, archive } = packedBook('page-rar-solid', true);
  const { tool, time } = findFloor(archive);
  const index = 189;
  const first: number[] = [];
  const early: number[] = [];
  const late: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    await using server = await startServerProcess(workFolder('page-rar-solid-data'), ['--library', library]);
    await tasksDone(server);
    const urls = await pageAddresses(server);
    first.push(...(await pageTimes([urls[index] ?? ''], server.headers)));
    // The last page is ready when all are.
    await pageTimes(urls.slice(-1), server.headers);
    early.push(
      median(
        await pageTimes(
          Array.from({ length: 9 }, (_, nth) => urls[5 + nth] ?? ''),
          server.headers,
        ),
      ),
    );
    late.push(
      median(
        await pageTimes(
          Array.from({ length: 9 }, (_, nth) => urls[185 + nth] ?? ''),
          server.headers,
        ),
      ),
    );
  }
  const alone = median(Array.from({ length: RUNS }, () => time(index)));
  const shared = { row: 'page-rar-solid', unit: 'ms', runs: RUNS };
  return [
    {
      ...shared,
      what: `page 190 of 200 once the book is open, against \`${tool}\``,
      ours: median(late),
      floor: alone,
      goal: 1.2,
      note: `${(median(first) / alone).toFixed(2)}x when nobody has opened it; all 200 pages are there soon after`,
    },
    { ...shared, what: 'page 190 against page 10 after that', ours: median(late), floor: median(early), goal: 3 },
  ];
}
