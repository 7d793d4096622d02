import { join } from 'node:path';
import { runCommand, runFloor } from '../harness/floor-process.ts';
import { BOOKS_A_SERIES, LARGE, largeLibrary, libraryLikeLarge } from '../harness/large-library.ts';
import { type Figure, median, wallSeconds } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import {
  ANALYSIS_TASKS,
  booksListed,
  type ServerProcess,
  startServerProcess,
  tasksDone,
} from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const SMALL = 1_000;
const MIDDLE = 10_000;
/** Ten thousand covers take minutes. */
const RUNS = { [SMALL]: 5, [MIDDLE]: 1 } as const;
/** Listings of the large library, and scans of the small one beside it. */
const LARGE_RUNS = 3;

const MEASURED = ['listed', 'analysed', 'walk', 'stored', 'read', 'drawn'] as const;
type Measured = (typeof MEASURED)[number];

/** Median times of a library's first scans, in seconds. */
interface Scans {
  readonly books: number;
  readonly runs: number;
  readonly listed: number;
  readonly analysed: number;
  readonly walk: number;
  /** The walk, and a row for each file. */
  readonly stored: number;
  readonly read: number;
  /** The same with covers. */
  readonly drawn: number;
}

function getLibrary(books: number): string {
  const made = { 'books-per-series': BOOKS_A_SERIES, pages: 3, 'page-kb': 4, format: 'cbz' };
  return synthesised(`scan-first-${String(books)}`, { series: books / BOOKS_A_SERIES, ...made });
}

/** Seconds of a first scan until `books` are listed and, on request, analysed. */
async function timeScan(server: ServerProcess, library: string, books: number, isAnalysed: boolean) {
  const begin = performance.now();
  await server.json('/libraries', { method: 'POST', body: { name: 'New', path: library, scanImmediately: true } });
  const listed = await wallSeconds(() => booksListed(server, books));
  if (isAnalysed) await tasksDone(server, ANALYSIS_TASKS);
  return { listed, analysed: (performance.now() - begin) / 1000 };
}

async function scanLibrary(books: keyof typeof RUNS): Promise<Scans> {
  const library = getLibrary(books);
  const times = { listed: [], analysed: [], walk: [], stored: [], read: [], drawn: [] } as Record<Measured, number[]>;
  for (let run = 0; run < RUNS[books]; run += 1) {
    const floors = workFolder('scan-first-floors');
    const walk = runCommand('find', [library, '-type', 'f', '-printf', '%p %s %T@\\n']);
    const stored = runFloor('store-books.ts', [library, join(floors, 'books.db')]);
    times.walk.push(walk);
    times.stored.push(stored);
    times.read.push(walk + runFloor('read-archives.ts', [library]));
    times.drawn.push(stored + runFloor('read-archives.ts', [library, floors]));
    await using server = await startServerProcess(workFolder('scan-first-data'));
    const { listed, analysed } = await timeScan(server, library, books, true);
    times.listed.push(listed);
    times.analysed.push(analysed);
  }
  const medians = Object.fromEntries(MEASURED.map((name) => [name, median(times[name])])) as Record<Measured, number>;
  return { books, runs: RUNS[books], ...medians };
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

/** Seconds of scans with the large catalog. */
interface LargeScans {
  /** Until 100,000 files are listed. */
  readonly listed: number;
  /** Until all are analysed, and until 1,000 similar books are, alone. */
  readonly analysed: number;
  readonly likeAnalysed: number;
  /** Until the small library's books are analysed, beside 100,000 others. */
  readonly besideAnalysed: number;
}

async function scanLarge(): Promise<LargeScans> {
  const listed: number[] = [];
  const analysed: number[] = [];
  const like: number[] = [];
  const beside: number[] = [];
  for (let run = 0; run < LARGE_RUNS; run += 1) {
    {
      await using server = await startServerProcess(workFolder('scan-first-data'));
      const times = await timeScan(server, largeLibrary(), LARGE, run === 0);
      listed.push(times.listed);
      if (run === 0) analysed.push(times.analysed);
    }
    {
      await using server = await startServerProcess(workFolder('scan-first-data'));
      like.push((await timeScan(server, libraryLikeLarge(SMALL), SMALL, true)).analysed);
    }
    const dataDir = await seededFolder('scan-first-data', { books: LARGE, hasVariedTitles: true, hasReading: true });
    await using server = await startServerProcess(dataDir);
    beside.push((await timeScan(server, getLibrary(SMALL), LARGE + SMALL, true)).analysed);
  }
  return {
    ...{ listed: median(listed), analysed: median(analysed) },
    ...{ likeAnalysed: median(like), besideAnalysed: median(beside) },
  };
}

/** Seconds for all books of some scans. */
interface Taken {
  readonly seconds: number;
  readonly books: number;
  readonly runs: number;
}

/** Time per book: large libraries against one of 1,000, and beside a large catalog against an empty one. */
function flatness(small: Scans, middle: Scans, large: LargeScans): readonly Figure[] {
  const aBook = (seconds: number, books: number): number => (seconds / books) * 1_000;
  const figure = (what: string, { seconds, books, runs }: Taken, floor: number): Figure => ({
    ...{ row: 'scan-first flat', what, unit: 'ms', goal: 1.2, runs },
    ours: aBook(seconds, books),
    floor: aBook(floor, small.books),
  });
  const { listed, analysed } = small;
  const { books, runs } = middle;
  const files = { seconds: large.listed, books: LARGE, runs: LARGE_RUNS };
  const all = { seconds: large.analysed, books: LARGE, runs: 1 };
  const beside = { seconds: large.besideAnalysed, books: SMALL, runs: LARGE_RUNS };
  return [
    figure('until listed, one of 10,000 against one of 1,000', { seconds: middle.listed, books, runs }, listed),
    figure('until listed, one of 100,000 against one of 1,000', files, listed),
    figure('until analysed, one of 10,000 against one of 1,000', { seconds: middle.analysed, books, runs }, analysed),
    figure('until analysed, one of 100,000 against one of 1,000 of the same kind', all, large.likeAnalysed),
    figure('until analysed, one of 1,000 beside 100,000 others against one of 1,000 alone', beside, analysed),
  ];
}

/**
 * First scans of 1,000, 10,000 and 100,000 small CBZ, until listed and until analysed (the last takes ten minutes); and
 * of 1,000 beside a catalog of 100,000.
 */
export async function scanFirst(): Promise<readonly Figure[]> {
  const small = await scanLibrary(SMALL);
  const middle = await scanLibrary(MIDDLE);
  const large = await scanLarge();
  return [...[small, middle].flatMap(againstFloors), ...flatness(small, middle, large)];
}
