import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScanMode } from '@lectern/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Database, ReadDb } from '#db/open.ts';
import { Belongings } from '../_harness/belongings.ts';
import { type Client, createClient, setupAdmin } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { deed, start } from '../_harness/file-deeds.ts';
import { type Home, openHome } from '../_harness/home.ts';
import type { FileDeed, Root } from '../_harness/moving-files.ts';
import { MovingShelf, type ShelfKeeper } from '../_harness/moving-shelf.ts';
import { openHomeDatabase } from '../_harness/run-tasks.ts';
import { waitForTasks } from '../_harness/scans.ts';
import { type ServerProcess, startServerProcess } from '../_harness/server-process.ts';
import { casesToTry } from '../_harness/test-length.ts';

/** Some deeds, then a look during which the server is killed, once or more. */
interface Round {
  readonly deeds: readonly FileDeed[];
  readonly remount: boolean;
  readonly look: Root;
  readonly mode: ScanMode;
  /** When, in parts of the time that a look takes, each counted from the start of the server. */
  readonly kills: readonly number[];
}

const round: fc.Arbitrary<Round> = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
  remount: fc.boolean(),
  look: fc.constantFrom('left' as const, 'right' as const),
  mode: fc.constantFrom('normal' as const, 'normal' as const, 'deep' as const),
  kills: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 2 }),
});

/** What a scan fails with while its folder is away: anything else is a defect. */
const AWAY = /No book was (changed|removed)$/;

/** A server process that is killed and started again on the same data. */
class MortalServer implements ShelfKeeper {
  readonly #home: Home;
  readonly #kind: DatabaseKind;
  readonly #belongings = new Belongings();
  #server: ServerProcess | undefined;
  #client: Client | undefined;
  /** How long the last undisturbed look took. */
  #lookMs = 1_000;

  constructor(kind: DatabaseKind, home: Home) {
    this.#kind = kind;
    this.#home = home;
  }

  get client(): Client {
    if (this.#client === undefined) throw new Error('The server was not started');
    return this.#client;
  }

  async start(): Promise<void> {
    this.#server = await startServerProcess(this.#home);
    this.#client =
      this.#client === undefined ? await setupAdmin(this.#server) : createClient(this.#server, this.#client.token);
  }

  async stop(): Promise<void> {
    await this.#server?.kill();
  }

  async dieAfter(part: number): Promise<void> {
    await sleep(part * this.#lookMs);
    await this.stop();
    await this.start();
  }

  /** Remembers how long it takes. */
  async time(work: () => Promise<void>): Promise<void> {
    const startedAt = performance.now();
    await work();
    this.#lookMs = performance.now() - startedAt;
  }

  async #use<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    await using db = await openHomeDatabase(this.#kind, this.#home);
    return await work(db);
  }

  async read<Result>(look: (db: ReadDb) => Promise<Result>): Promise<Result> {
    return this.#use(async (db) => look(db.read));
  }

  async idle(): Promise<void> {
    const tasks = await waitForTasks(this.client);
    const failed = tasks.filter(({ status, lastError }) => status !== 'completed' && !AWAY.test(lastError ?? ''));
    expect(failed).toEqual([]);
    expect(this.#server?.output()).not.toMatch(/constraint|deadlock|could not be settled/i);
  }

  /** Lists say what there is, and what belongs to books is with them. */
  async check(): Promise<void> {
    const { data } = await this.client.call('listSeries', { query: { pageSize: 100 } });
    await this.#use(async (db) => {
      const rows = await db.read
        .selectFrom('book')
        .select((eb) => ['seriesId', eb.fn.countAll<number>().as('count')])
        .where('deletedAt', 'is', null)
        .groupBy('seriesId')
        .execute();
      expect(new Map(data.map(({ id, bookCount }) => [id, bookCount]))).toEqual(
        new Map(rows.map(({ seriesId, count }) => [seriesId, count])),
      );
      await this.#belongings.check(db);
      await this.#belongings.give(db, this.client);
    });
  }

  forget(): void {
    this.#belongings.clear();
  }
}

async function live(server: MortalServer, shelf: MovingShelf, rounds: readonly Round[]): Promise<void> {
  await shelf.begin();
  for (const one of start) await shelf.files.act(one);
  for (const { deeds, remount, look, mode, kills } of rounds) {
    const meanwhile = async (): Promise<void> => {
      for (const part of kills) await server.dieAfter(part);
    };
    for (const one of deeds) await shelf.files.act(one);
    if (remount) for (const root of [...shelf.files.away.keys()]) await shelf.files.remount(root);
    await shelf.look(look, mode, meanwhile);
    await server.check();
  }
  for (const root of [...shelf.files.away.keys()]) await shelf.files.remount(root);
  for (const root of ['left', 'right'] as const) {
    await server.time(async () => shelf.look(root, 'normal'));
    await server.check();
  }
  await shelf.end();
  server.forget();
}

describe.each(databases)('a server on %s that is killed while it looks through moved files', (kind) => {
  it('goes on by itself, and each book is with its content', { timeout: 36_000_000 }, async () => {
    await using home = await openHome(kind);
    const server = new MortalServer(kind, home);
    await server.start();
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 2 }), async (rounds) => {
          const base = mkdtempSync(join(tmpdir(), 'lectern-moving-'));
          try {
            await live(server, new MovingShelf(server, base), rounds);
          } finally {
            rmSync(base, { recursive: true, force: true });
          }
        }),
        { ...casesToTry(2), endOnFailure: true },
      );
    } finally {
      await server.stop();
    }
  });
});
