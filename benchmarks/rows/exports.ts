import { BOOK_EXPORT_FIELDS, SERIES_EXPORT_FIELDS } from '@lectern/contract';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuSeconds, type Figure, memoryMib } from '../harness/measure.ts';
import { seededFolder } from '../harness/seeded.ts';
import { type ServerProcess, startServerProcess } from '../harness/server-process.ts';

const BOOKS = 100_000;
const LOOK_MS = 100;

interface Export {
  readonly id: string;
  readonly status: string;
  readonly rowCount: number | null;
  readonly fileSizeBytes: number | null;
}

interface Loop {
  readonly eventLoopDelay: { readonly maxMs: number };
}

/** Exports everything, and waits for the file. */
async function exportAll(server: ServerProcess): Promise<Export> {
  const { data } = await server.json<{ readonly data: readonly { readonly id: string }[] }>('/libraries');
  const body = {
    ...{ format: 'json', exportType: 'both', libraryIds: data.map(({ id }) => id) },
    ...{ fields: SERIES_EXPORT_FIELDS, bookFields: BOOK_EXPORT_FIELDS },
  };
  const { id } = await server.json<Export>('/user/exports/series', { method: 'POST', body });
  for (;;) {
    const record = await server.json<Export>(`/user/exports/series/${id}`);
    if (record.status === 'completed') return record;
    if (record.status !== 'pending' && record.status !== 'running') throw new Error(`The export is ${record.status}`);
    await wait(LOOK_MS);
  }
}

/** Every field of 100,000 books and their series as one file, without other requests. */
export async function exports(): Promise<readonly Figure[]> {
  const dataDir = await seededFolder('exports-data', { books: BOOKS, hasVariedTitles: true, hasReading: true });
  await using server = await startServerProcess(dataDir);
  await server.json('/books?pageSize=50');
  const before = memoryMib(server.pid).now;
  const [cpu, begin] = [cpuSeconds(server.pid), performance.now()];
  const { rowCount, fileSizeBytes } = await exportAll(server);
  const seconds = (performance.now() - begin) / 1_000;
  const used = cpuSeconds(server.pid) - cpu;
  const { maxMs } = (await server.json<{ readonly process: Loop }>('/metrics')).process.eventLoopDelay;
  const grown = memoryMib(server.pid).peak - before;
  const note = `${String(rowCount)} rows, ${((fileSizeBytes ?? 0) / 1e6).toFixed(0)} MB, ${used.toFixed(1)} s of processor time`;
  const shared = { row: 'exports', runs: 1 };
  return [
    { ...shared, what: 'everything of all books and series', ours: seconds, unit: 's', goal: 60, note },
    { ...shared, what: 'memory it takes at most', ours: grown, unit: 'MB', goal: 256 },
    { ...shared, what: 'longest delay of the event loop', ours: maxMs, unit: 'ms', goal: 100 },
  ];
}
