import { execFileSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { startFloor } from '../harness/floor-process.ts';
import { leaveMemory } from '../harness/leave-memory.ts';
import type { Figure } from '../harness/measure.ts';
import { startNginx } from '../harness/nginx.ts';
import { pageAddresses, pageCosts, plainAddresses, RUNS } from '../harness/page-cost.ts';
import { startServerProcess, tasksDone } from '../harness/server-process.ts';
import { synthesised, workFolder } from '../harness/work-folder.ts';

const PAGES = 50;

/** Extracts the pages of an archive as files `1`, `2` and so on. */
function unpackPages(archive: string): string {
  const folder = workFolder('page-stored-plain');
  execFileSync('unzip', ['-q', '-j', '-o', archive, '*.jpg', '-d', folder]);
  for (const [index, name] of readdirSync(folder).sort().entries()) {
    // Three digits sort as text.
    renameSync(join(folder, name), join(folder, String(index + 1).padStart(3, '0')));
  }
  return folder;
}

/**
 * Pages of 1 MB from a stored CBZ over 16 connections, against plain files from a bare server, and from nginx with
 * sendfile where installed. All read the same 50 pages in turn, so that none stays in the processor's caches.
 */
export async function pageStored(): Promise<readonly Figure[]> {
  const library = synthesised('page-stored', {
    series: 1,
    'books-per-series': 1,
    pages: PAGES,
    'page-kb': 1000,
    format: 'cbz',
  });
  const series = join(library, readdirSync(library).find((name) => !name.startsWith('.')) ?? '');
  const folder = unpackPages(join(series, readdirSync(series)[0] ?? ''));
  await using floor = await startFloor('page-server.ts', folder);
  await using nginx = await startNginx(folder, workFolder('page-stored-nginx'));
  await using server = await startServerProcess(workFolder('page-stored-data'), ['--library', library]);
  await tasksDone(server);
  leaveMemory(library, folder);
  const names = readdirSync(folder).sort();
  const [ours = NaN, bare = NaN, sendfile = NaN] = await pageCosts([
    { pids: [server.pid], urls: await pageAddresses(server), headers: server.headers },
    { pids: [floor.pid], urls: plainAddresses(floor.url, PAGES) },
    ...(nginx === undefined ? [] : [{ pids: nginx.pids, urls: names.map((name) => `${nginx.url}/${name}`) }]),
  ]);
  const shared = { row: 'page-stored', ours, unit: 'µs', runs: RUNS };
  const figure = {
    ...shared,
    what: 'server CPU a request, against a bare server and plain files',
    floor: bare,
    goal: 1.2,
  };
  if (nginx === undefined) return [figure];
  return [
    figure,
    { ...shared, row: 'page-stored nginx', what: 'against nginx with sendfile', floor: sendfile, goal: 2 },
  ];
}
