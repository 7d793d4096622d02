import { describe, expect, it } from 'vitest';
import { preparePlacing } from '#core/activities/scan/compare-files.ts';
import { lookThrough } from '#core/activities/scan/look-through.ts';
import type { RunningScan } from '#core/activities/scan/running-scan.ts';
import { ScanResult } from '#core/activities/scan/scan-result.ts';
import { compileLibraryRules } from '#core/rules/naming/library-rules.ts';
import { findScanTarget } from '#db/repos/scanning/scan.repo.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

async function beginScan({ context: ctx }: TestServer, libraryId: string): Promise<RunningScan> {
  const library = await findScanTarget(ctx.db.read, libraryId);
  if (library === undefined) throw new Error('Expected the library');
  const rules = compileLibraryRules(library);
  const placeFile = await preparePlacing(ctx.db.read, libraryId, rules.series);
  const { signal } = new AbortController();
  const run = { taskId: 'task', signal, earlier: null, report: () => undefined, shouldYield: async () => false };
  const begun = { counts: ScanResult.parse({}), startedAt: Date.now(), growing: new Set<string>() };
  return { ctx, library, rules, placeFile, mode: 'normal', below: undefined, run, ...begun };
}

describe.each(databases)('the listing of a library (%s)', (database) => {
  it('fails with the error of the loading that runs beside it, and the process goes on', async () => {
    await using server = await startServer(database);
    using folder = newBookFolder();
    await folder.addComic('Saga/Saga 1.cbz');
    const library = await addLibrary(await setupAdmin(server), folder.path);
    const scan = await beginScan(server, library.id);
    const lost = new Error('The connection was lost');
    const loading = { known: Promise.reject(lost), placeFile: scan.placeFile, below: undefined };
    await expect(lookThrough(scan, loading)).rejects.toBe(lost);
  });
});
