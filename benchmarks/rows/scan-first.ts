import { join } from 'node:path';
import { runCommand, runFloor } from '../harness/floor-process.ts';
import { type Figure, median, memoryMib, wallSeconds } from '../harness/measure.ts';
import { ANALYSIS_TASKS, booksListed, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const BOOKS_A_SERIES = 20;
const SMALL = 1_000;
const MIDDLE = 10_000;
const LARGE = 100_000;
/** The largest takes minutes. */
const RUNS = { [SMALL]: 5, [MIDDLE]: 5, [LARGE]: 1 } as const;

const MEASURED = ['listed', 'analysed', 'walk', 'stored', 'read', 'drawn'] as const;
type Measured = (typeof MEASURED)[number];

/** What the first scans of one library took: medians, in seconds and MB. */
interface Scans {
  readonly books: number;
  readonly runs: number;
  readonly listed: number;
  readonly analysed: number;
  readonly walk: number;
  /** The walk, and a row for each file. */
  readonly stored: number;
  readonly read: number;
  /** The same with a row for each file, and covers. */
  readonly drawn: number;
  readonly peak: number;
}

async function scanLibrary(books: keyof typeof RUNS): Promise<Scans> {
  const made = { 'books-per-series': BOOKS_A_SERIES, pages: 3, 'page-kb': 4, format: 'cbz' };
  const library = synthesised(`scan-first-${String(books)}`, { series: books / BOOKS_A_SERIES, ...made });
  const times = { listed: [], analysed: [], walk: [], stored: [], read: [], drawn: [] } as Record<Measured, number[]>;
  let peak = 0;
  for (let run = 0; run < RUNS[books]; run += 1) {
    const floors = workFolder('scan-first-floors');
    const walk = runCommand('find', [library, '-type', 'f', '-printf', '%p %s %T@\\n']);
    const stored = runFloor('store-books.ts', [library, join(floors, 'books.db')]);
    times.walk.push(walk);
    times.stored.push(stored);
    times.read.push(walk + runFloor('read-archives.ts', [library]));
    times.drawn.push(stored + runFloor('read-archives.ts', [library, floors]));
    await using server = await startServerProcess(workFolder('scan-first-data'));
    const begin = performance.now();
    await server.json('/libraries', { method: 'POST', body: { name: 'Bench', path: library, scanImmediately: true } });
    times.listed.push(await wallSeconds(() => booksListed(server, books)));
    await tasksDone(server, ANALYSIS_TASKS);
    times.analysed.push((performance.now() - begin) / 1000);
    peak = Math.max(peak, memoryMib(server.pid).peak * 1.048576);
  }
  const medians = Object.fromEntries(MEASURED.map((name) => [name, median(times[name])])) as Record<Measured, number>;
  return { books, runs: RUNS[books], ...medians, peak };
}

function againstFloors({ books, runs, listed, analysed, walk, stored, read, drawn }: Scans): readonly Figure[] {
  const shared = { unit: 's', runs };
  const what = `${books.toLocaleString('en')} CBZ until all are`;
  return [
    {
      row: 'scan-first listed',
      what: `${what} browsable, against find`,
      ours: listed,
      floor: walk,
      goal: 3,
      ...shared,
    },
    {
      row: 'scan-first listed',
      what: `${what} browsable, against a walk that stores a row for each`,
      ours: listed,
      floor: stored,
      goal: 3,
      ...shared,
    },
    {
      row: 'scan-first analysed',
      what: `${what} analysed, against reading directories and first pictures`,
      ours: analysed,
      floor: read,
      goal: 1.5,
      ...shared,
    },
    {
      row: 'scan-first analysed',
      what: `${what} analysed, against that with a row and a cover for each`,
      ours: analysed,
      floor: drawn,
      goal: 1.5,
      ...shared,
    },
  ];
}

function aBook({ books, runs }: Scans, seconds: number): { readonly ours: number; readonly runs: number } {
  return { ours: (seconds / books) * 1_000, runs };
}

/** Time a book takes in a library of 100,000 and of 10,000, against one of 1,000. */
function flatness(small: Scans, others: readonly Scans[]): readonly Figure[] {
  const shared = { row: 'scan-first flat', unit: 'ms', goal: 1.2 };
  return others.flatMap((scans) => {
    const books = `a book of ${scans.books.toLocaleString('en')} against one of ${small.books.toLocaleString('en')}`;
    return [
      {
        ...shared,
        ...aBook(scans, scans.listed),
        floor: aBook(small, small.listed).ours,
        what: `until listed, ${books}`,
      },
      {
        ...shared,
        ...aBook(scans, scans.analysed),
        floor: aBook(small, small.analysed).ours,
        what: `until analysed, ${books}`,
      },
    ];
  });
}

/** First scans of 1,000, 10,000 and 100,000 small CBZ: until all are listed, until all are analysed, and what memory it takes. */
export async function scanFirst(): Promise<readonly Figure[]> {
  const small = await scanLibrary(SMALL);
  const middle = await scanLibrary(MIDDLE);
  const large = await scanLibrary(LARGE);
  return [
    ...[small, middle, large].flatMap(againstFloors),
    ...flatness(small, [middle, large]),
    {
      row: 'memory scanning',
      what: 'peak resident memory until 100,000 books were analysed',
      ours: large.peak,
      unit: 'MB',
      goal: 512,
      runs: 1,
    },
  ];
}
