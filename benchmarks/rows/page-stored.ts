import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startFloor } from '../harness/floor-process.ts';
import { load } from '../harness/load.ts';
import { cpuSeconds, type Figure, median } from '../harness/measure.ts';
import { type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const RUNS = 5;
const REQUESTS = 1_500;
const CONNECTIONS = 16;

async function microsecondsARequest(
  pid: number,
  urls: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const before = cpuSeconds(pid);
  await load(urls, { requests: REQUESTS, connections: CONNECTIONS, headers });
  return ((cpuSeconds(pid) - before) / REQUESTS) * 1e6;
}

async function pageAddresses(server: ServerProcess): Promise<string[]> {
  const books = await server.json<{ data: { id: string; pageCount: number }[] }>('/books?pageSize=1');
  const book = books.data[0];
  if (book === undefined || book.pageCount === 0) throw new Error('The book was not analysed');
  return Array.from({ length: book.pageCount }, (_, index) => {
    return `${server.url}/api/v1/books/${book.id}/pages/${String(index + 1)}`;
  });
}

/** Pages of 1 MB out of a stored CBZ against a bare server that sends one such page as a plain file. */
export async function pageStored(): Promise<readonly Figure[]> {
  const library = synthesised('page-stored', {
    series: 1,
    'books-per-series': 1,
    pages: 50,
    'page-kb': 1000,
    format: 'cbz',
  });
  const series = join(library, readdirSync(library).find((name) => !name.startsWith('.')) ?? '');
  const archive = join(series, readdirSync(series)[0] ?? '');
  const plain = workFolder('page-stored-plain');
  execFileSync('unzip', ['-q', '-j', '-o', archive, '-d', plain]);
  const picture = readdirSync(plain).find((name) => /\.jpe?g$/i.test(name)) ?? '';
  await using floor = await startFloor('page-server.ts', join(plain, picture));
  await using server = await startServerProcess(workFolder('page-stored-data'), ['--library', library]);
  await tasksDone(server);
  const urls = await pageAddresses(server);
  await microsecondsARequest(floor.pid, [floor.url], {});
  await microsecondsARequest(server.pid, urls, server.headers);
  const ours: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    bare.push(await microsecondsARequest(floor.pid, [floor.url], {}));
    ours.push(await microsecondsARequest(server.pid, urls, server.headers));
  }
  return [
    {
      row: 'page-stored',
      what: 'server CPU a request, against a bare server reading a plain file',
      ours: median(ours),
      floor: median(bare),
      unit: 'µs',
      goal: 1.2,
      runs: RUNS,
    },
  ];
}
