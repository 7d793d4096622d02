import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { runCommand } from '../harness/floor-process.ts';
import { LARGE, largeLibrary } from '../harness/large-library.ts';
import { type Figure, median } from '../harness/measure.ts';
import { booksListed, type ServerProcess, startServerProcess, tasksDone } from '../harness/server-process.ts';
import { workFolder } from '../harness/work-folder.ts';

const RUNS = 5;

interface Scan {
  readonly status: string;
  readonly startedAt: string;
  readonly completedAt: string | null;
}

async function scanSeconds(server: ServerProcess, libraryId: string): Promise<number> {
  await server.json(`/libraries/${libraryId}/scan`, { method: 'POST' });
  for (;;) {
    const scan = await server.json<Scan>(`/libraries/${libraryId}/scan-status`);
    if (scan.completedAt !== null) return (Date.parse(scan.completedAt) - Date.parse(scan.startedAt)) / 1000;
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

/** Book files opened during `work`, by strace; undefined without strace. */
async function opensDuring(pid: number, work: () => Promise<unknown>): Promise<number | undefined> {
  try {
    execFileSync('strace', ['-V'], { stdio: 'ignore' });
  } catch {
    await work();
    return undefined;
  }
  const log = join(workFolder('rescan-trace'), 'opens');
  const tracer = spawn('strace', ['-f', '-qq', '-e', 'trace=open,openat', '-o', log, '-p', String(pid)], {
    stdio: 'ignore',
  });
  await new Promise((wake) => setTimeout(wake, 1_000));
  await work();
  tracer.kill('SIGINT');
  await once(tracer, 'exit');
  return readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => /\.(cbz|cbr|epub|pdf)"/.test(line)).length;
}

/**
 * Lists a library and marks its books as analysed, which would take half an hour; a rescan reads nothing an analysis
 * writes.
 */
async function listAll(dataDir: string, library: string): Promise<void> {
  {
    await using server = await startServerProcess(dataDir, ['--library', library]);
    await booksListed(server, LARGE);
    await tasksDone(server, ['scan_library']);
  }
  const db = new SqliteDatabase(join(dataDir, 'lectern.db'));
  db.exec(`update "book" set "analysisDue" = 0, "state" = 'ready', "fileHash" = "id"; delete from "task"`);
  db.close();
}

/** A second scan of 100,000 unchanged files against `find`. */
export async function rescan(): Promise<readonly Figure[]> {
  const library = largeLibrary();
  const dataDir = workFolder('rescan-data');
  await listAll(dataDir, library);
  await using server = await startServerProcess(dataDir);
  await tasksDone(server);
  const libraries = await server.json<{ data: { id: string }[] }>('/libraries');
  const id = libraries.data[0]?.id ?? '';
  const opens = await opensDuring(server.pid, () => scanSeconds(server, id));
  const ours: number[] = [];
  const walk: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    walk.push(runCommand('find', [library, '-type', 'f', '-printf', '%p %s %T@\\n']));
    ours.push(await scanSeconds(server, id));
  }
  return [
    {
      row: 'rescan',
      what: '100,000 unchanged files, against find',
      ours: median(ours),
      floor: median(walk),
      unit: 's',
      goal: 3,
      runs: RUNS,
      note: opens === undefined ? 'opens not counted: strace is not installed' : `${String(opens)} book files opened`,
    },
  ];
}
