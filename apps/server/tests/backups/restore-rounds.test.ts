import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { decideRestore, openAfterRestore } from '#core/activities/backups/finish-restore.ts';
import { stageRestore } from '#core/activities/backups/stage-restore.ts';
import { writeBackup } from '#core/activities/backups/write-backup.ts';
import type { Database } from '#db/open.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, openHome } from '../_harness/home.ts';
import { startServer } from '../_harness/start-server.ts';
import { readTableRows } from '../_harness/table-rows.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

const ROUNDS = 20;
/** Tables that no writer of the test and no work of the server changes. */
const STILL = ['book', 'series', 'user', 'tag', 'genre', 'bookTag', 'library', 'collection', 'readList'];
const COUNTER = 'written';

/** Writes without pause: write number `n` changes the metadata of one book and says `n`, in one transaction. */
class Writer {
  readonly #db: Database;
  readonly #books: readonly string[];
  readonly #over = new AbortController();
  readonly #work: Promise<void>;
  acknowledged = 0;
  begun = 0;

  constructor(db: Database, books: readonly string[]) {
    this.#db = db;
    this.#books = books;
    this.#work = this.#write();
  }

  async #write(): Promise<void> {
    while (!this.#over.signal.aborted) {
      this.begun += 1;
      const [number, bookId] = [this.begun, this.#books[this.begun % this.#books.length] ?? ''];
      await this.#db.transaction(async ({ write }) => {
        const summary = `Write ${String(number)}`;
        await write.updateTable('bookMetadata').set({ summary }).where('bookId', '=', bookId).execute();
        const row = { key: COUNTER, value: String(number), changedAt: number };
        await write
          .insertInto('serverState')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value, changedAt: row.changedAt }))
          .execute();
      });
      this.acknowledged = number;
      await sleep(1);
    }
  }

  /** The summaries that the books have after a write. */
  summariesAfter(last: number): ReadonlyMap<string, string> {
    const summaries = new Map<string, string>();
    for (let number = 1; number <= last; number += 1) {
      summaries.set(this.#books[number % this.#books.length] ?? '', `Write ${String(number)}`);
    }
    return summaries;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await this.#work;
  }
}

type Values = (string | number | null)[];

function parseRows(lines: readonly string[] | undefined): Values[] {
  return (lines ?? []).map((line) => JSON.parse(line) as Values);
}

/** The number of the last write that a state has. */
function findLastWrite(rows: ReadonlyMap<string, readonly string[]>): number {
  const state = parseRows(rows.get('serverState')).find((row) => row.includes(COUNTER));
  return Number(state?.find((value) => typeof value === 'string' && /^\d+$/.test(value)) ?? 0);
}

/** The rows with other summaries. @param place of the summary in a row */
function withSummaries(lines: readonly string[], place: number, summaries: ReadonlyMap<string, string>): string[] {
  const rows = parseRows(lines).map((row) => {
    const bookId = row.find((value) => typeof value === 'string' && summaries.has(value));
    return bookId === undefined ? row : row.with(place, summaries.get(String(bookId)) ?? null);
  });
  return rows.map((row) => JSON.stringify(row)).sort();
}

describe.each(databases)('backups of %s under a load of writes', (kind) => {
  it('hold exactly the rows after one of the writes, in every round', async () => {
    await using home = await openHome(kind);
    await using other = await openHome(kind);
    await using server = await startServer(kind, { home });
    await setupAdmin(server);
    await fillWideCatalog(server.context, 40);
    const { db } = server.context;
    const rows = await db.read.selectFrom('bookMetadata').select('bookId').orderBy('bookId').execute();
    const books = rows.map(({ bookId }) => bookId);
    const still = await readTableRows(findLocation(home));
    await using writer = new Writer(db, books);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const path = join(home.dataDir, `round-${String(round)}.lectern`);
      const { acknowledged } = writer;
      const made = { location: findLocation(home), dataDir: home.dataDir, passphrase: undefined, version: 'test' };
      await writeBackup({ ...made, path });
      const { begun } = writer;
      const target = { location: findLocation(other), dataDir: other.dataDir };
      await decideRestore(other.dataDir, await stageRestore({ ...target, path }));
      const { opened } = await openAfterRestore(target, { open: async () => readTableRows(target.location) });
      const last = findLastWrite(opened);
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(last).toBeLessThanOrEqual(begun);
      for (const name of STILL) expect([name, opened.get(name)]).toEqual([name, still.get(name)]);
      const metadata = opened.get('bookMetadata') ?? [];
      const place = parseRows(metadata)
        .map((row) => row.indexOf(`Write ${String(last)}`))
        .find((index) => index >= 0);
      expect(metadata).toEqual(
        withSummaries(still.get('bookMetadata') ?? [], place ?? -1, writer.summariesAfter(last)),
      );
    }
  });
});
