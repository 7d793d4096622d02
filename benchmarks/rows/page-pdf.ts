import { copyFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commandTime, findCommand, pageTimes } from '../harness/first-pages.ts';
import { type Figure, median } from '../harness/measure.ts';
import { pageAddresses } from '../harness/page-cost.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const CORPUS = resolve(import.meta.dirname, '../../../shared/corpus/pdf');

interface Sample {
  /** Path in the corpus. */
  readonly file: string;
  readonly name: string;
  /** Requested pages, from 1; each once, so that none is cached. */
  readonly pages: readonly number[];
  /** Width to draw at; without it, the page is requested as stored. */
  readonly width?: number;
  readonly floorWidth: number;
  readonly goal: number;
  readonly what: string;
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

const SAMPLES: readonly Sample[] = [
  {
    ...{ file: 'pdfjs/freeculture.pdf', name: 'text', pages: range(20, 15) },
    ...{ width: 1200, floorWidth: 1200, goal: 1, what: 'a page of text, 1,200 pixels wide' },
  },
  {
    ...{ file: 'pdfjs/pdkids.pdf', name: 'pictures', pages: range(10, 15) },
    ...{ width: 1200, floorWidth: 1200, goal: 1, what: 'a page of text and drawings, 1,200 pixels wide' },
  },
  {
    ...{ file: 'made/Pepper & Carrot 02.pdf', name: 'scan', pages: range(1, 7) },
    ...{ floorWidth: 1200, goal: 0.1, what: 'a page that is one JPEG' },
  },
];

async function measure({ file, name, pages, width, floorWidth, goal, what }: Sample): Promise<Figure> {
  const tool = findCommand(['pdftoppm']);
  const library = workFolder(`page-pdf-${name}`);
  const path = join(library, 'book.pdf');
  copyFileSync(join(CORPUS, file), path);
  await using server = await startServerProcess(workFolder('page-pdf-data'), ['--library', library]);
  await tasksDone(server);
  const urls = await pageAddresses(server);
  const query = width === undefined ? '' : `?width=${String(width)}`;
  // The first page opens the book; all others are page turns.
  await pageTimes([`${urls.at(-1) ?? ''}${query}`], server.headers);
  const times = await pageTimes(
    pages.map((page) => `${urls[page - 1] ?? ''}${query}`),
    server.headers,
  );
  const floor = pages.map((page) => {
    const place = ['-f', String(page), '-l', String(page)];
    return commandTime(tool, ['-jpeg', ...place, '-scale-to-x', String(floorWidth), '-scale-to-y', '-1', path]);
  });
  const figure = { row: 'page-pdf', what: `${what}, against \`pdftoppm -jpeg\``, unit: 'ms', goal, runs: pages.length };
  return { ...figure, ours: median(times), floor: median(floor), note: 'the tool starts anew for each page' };
}

/** Pages of PDFs that are drawn, and pages that are one JPEG; each requested once. */
export async function pagePdf(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const sample of SAMPLES) figures.push(await measure(sample));
  return figures;
}
