import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createExportFiles } from '#files/data/export-files.ts';
import { writeFileAtomically } from '#files/data/atomic-write.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { newPicture } from '../_harness/pictures.ts';
import { addLibrary, listAllBooks, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';
import { type DiskTrace, traceDisk } from '../_harness/trace-disk.ts';

/** Notes each commit of the server in the trace. */
function traceCommits({ context: { db } }: TestServer, trace: DiskTrace): void {
  const { transaction } = db;
  Object.assign(db, {
    transaction: async (work: Parameters<typeof transaction>[0]) => {
      const result = await transaction(work);
      trace.note('commit');
      return result;
    },
  });
}

async function addSeries(admin: Client, path: string): Promise<string> {
  const { id } = await addLibrary(admin, path);
  await scan(admin, id);
  await waitForTasks(admin);
  const [book] = await listAllBooks(admin);
  return book?.seriesId ?? '';
}

describe.each(databases)('an uploaded cover on %s', (kind) => {
  it('is on the disk, bytes and names, before a row names it', async () => {
    using books = newBookFolder();
    await books.addComic('Saga/one.cbz');
    await using server = await startServer(kind);
    const admin = await setupAdmin(server);
    const id = await addSeries(admin, books.path);
    using trace = traceDisk();
    traceCommits(server, trace);
    const picture = new Blob([new Uint8Array(await newPicture('png', '#336699'))], { type: 'image/png' });
    await admin.call('uploadSeriesCover', { params: { id }, file: picture });
    const files = trace.steps.filter((step) => step.startsWith('rename'));
    expect(files).toHaveLength(3);
    const commit = trace.steps.lastIndexOf('commit');
    for (const renamed of files) {
      const name = renamed.slice('rename '.length);
      const at = trace.steps.indexOf(renamed);
      const named = trace.steps.indexOf(`flush folder ${name.slice(0, 2)}`, at);
      expect(trace.steps.indexOf(`flush ${name}.tmp`)).toBeGreaterThanOrEqual(0);
      expect(trace.steps.indexOf(`flush ${name}.tmp`)).toBeLessThan(at);
      expect(named).toBeGreaterThan(at);
      expect(named).toBeLessThan(commit);
    }
  });
});

describe('a file of the data folder', () => {
  it('is flushed with its new folders before it is named', async () => {
    await using home = await openHome('sqlite');
    using trace = traceDisk();
    await writeFileAtomically(join(home.dataDir, 'one/two/file'), Buffer.from('bytes'));
    expect(trace.steps).toEqual([
      'flush folder one',
      expect.stringMatching(/^flush folder home-/),
      'flush file.tmp',
      'rename file',
      'flush folder two',
    ]);
  });

  it('that is an export is flushed before it has its name, and its folder after', async () => {
    await using home = await openHome('sqlite');
    using trace = traceDisk();
    await using file = await createExportFiles(join(home.dataDir, 'exports')).create('mine.json');
    await file.write('{}');
    await file.finish();
    expect(trace.steps.slice(-3)).toEqual(['flush mine.json.tmp', 'rename mine.json', 'flush folder exports']);
  });
});

describe('a commit of SQLite', () => {
  it('is flushed before it is acknowledged', async () => {
    await using server = await startServer('sqlite');
    const modes = await server.context.db.transaction(async ({ write }) => {
      const { rows: sync } = await sql<{ synchronous: number }>`pragma synchronous`.execute(write);
      const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(write);
      return [sync[0]?.synchronous, journal[0]?.journal_mode];
    });
    // 2 is FULL.
    expect(modes).toEqual([2, 'wal']);
  });
});
