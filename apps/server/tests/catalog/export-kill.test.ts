import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BOOK_EXPORT_FIELDS, SERIES_EXPORT_FIELDS } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { openHome } from '../_harness/home.ts';
import { writeManyBooks } from '../_harness/many-books.ts';
import { newTargets, openHomeDatabase } from '../_harness/run-tasks.ts';
import { waitForTasks, until } from '../_harness/scans.ts';
import { startServerProcess } from '../_harness/server-process.ts';

/** So many batches that a kill comes in the middle of them. */
const BOOKS = 1_500;
/** On a busy machine an export may be over before it is seen to begin. */
const MAX_ROUNDS = 24;

/** What stands in the folder of exports, and how many bytes of it under a name that is not yet that of an export. */
async function look(folder: string): Promise<{ readonly names: readonly string[]; readonly begun: number }> {
  const names = await readdir(folder).catch(() => []);
  const sizes = names
    .filter((name) => name.endsWith('.tmp'))
    .map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.size ?? 0);
  return { names, begun: (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}

async function download(client: Client, id: string): Promise<Response> {
  return client.fetch(`/api/v1/user/exports/series/${id}/download`);
}

describe.each(databases)('an export of a server that is killed, on %s', (kind) => {
  it('is made once and whole after the next start, and is never offered before', async () => {
    await using home = await openHome(kind);
    const folder = join(home.dataDir, 'exports');
    await using db = await openHomeDatabase(kind, home);
    let [id, libraryId] = ['', ''];
    let kills = 0;
    // The first kill leaves a file that the next attempt does not know of, the second one that it began again.
    for (let round = 1; kills < 2; round += 1) {
      expect(round).toBeLessThanOrEqual(MAX_ROUNDS);
      await using server = await startServerProcess(home);
      const client = round === 1 ? await setupAdmin(server) : await signIn(server);
      if (round === 1) {
        const shelf = await newTargets(db, 0);
        ({ libraryId } = shelf);
        const titles = Array.from({ length: BOOKS }, (_, index) => `Volume ${String(index)}`);
        await db.transaction(async (tx) => writeManyBooks(tx, shelf, shelf.seriesId, titles));
      }
      const open = await db.read.selectFrom('catalogExport').select('id').where('status', '=', 'running').execute();
      if (open.length === 0) {
        const body = {
          ...{ format: 'json' as const, exportType: 'both' as const, libraryIds: [libraryId] },
          ...{ fields: [...SERIES_EXPORT_FIELDS], bookFields: [...BOOK_EXPORT_FIELDS] },
        };
        ({ id } = await client.call('createExport', { body }));
      }
      const isBegun = async (): Promise<boolean> => {
        const sent = await download(client, id);
        const { status } = await client.call('getExport', { params: { id } });
        if (status !== 'completed') expect(sent.status).toBe(409);
        return status === 'completed' || (await look(folder)).begun > 0;
      };
      await until(isBegun, Boolean);
      await server.kill();
      const row = await db.read
        .selectFrom('catalogExport')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const { names, begun } = await look(folder);
      if (row.status === 'running' && begun > 0) {
        kills += 1;
        // Nothing bears the name by which it is sent.
        expect(names.filter((name) => name.startsWith(id) && !name.endsWith('.tmp'))).toEqual([]);
      }
    }
    await using server = await startServerProcess(home);
    const client = await signIn(server);
    const tasks = await waitForTasks(client);
    expect(tasks.filter(({ status }) => status !== 'completed')).toEqual([]);
    const record = await client.call('getExport', { params: { id } });
    expect(record).toMatchObject({ status: 'completed', error: null, rowCount: BOOKS + 1 });
    const response = await download(client, id);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(Buffer.byteLength(text)).toBe(record.fileSizeBytes);
    const tables = JSON.parse(text) as Record<'series' | 'books', Record<string, unknown>[]>;
    expect(tables.series).toHaveLength(1);
    expect(new Set(tables.books.map((row) => row['book_id'])).size).toBe(BOOKS);
    expect(tables.books).toHaveLength(BOOKS);
    // What the killed ones left is gone.
    const { exports } = await client.call('listExports', {});
    expect((await look(folder)).names).toHaveLength(exports.length);
    expect(server.output()).not.toMatch(/error/i);
  });
});
