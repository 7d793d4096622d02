import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import {
  claimWatch,
  listWatches,
  listWatchTargets,
  releaseWatch,
  type WatchRow,
  type WatchTarget,
  writeWatch,
} from '#db/repos/scanning/watches.repo.ts';
import { isLookedThrough } from '#db/repos/scanning/scan.repo.ts';
import type { EventBus } from '#events/bus.ts';
import { TOUCH_TIMES, type TouchTimes } from '#files/walk/touched-folders.ts';
import type { ClusterMember } from './cluster.ts';
import { leastFolders } from './join-scans.ts';
import { LibraryWatch, type WatchState } from './library-watch.ts';
import type { Queue } from './queue.ts';

interface WatchTools {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly events: EventBus;
  readonly member: ClusterMember;
  readonly times?: TouchTimes;
  readonly pollMs?: number;
  readonly rootMs?: number;
}

/** Delay until changes by other processes are noticed. */
const LOOK_MS = 20_000;
const POLL_MS = 5_000;

/** Watches the folders of libraries until it is disposed; each library in one of several processes. */
export class LibraryWatches implements AsyncDisposable {
  readonly #tools: WatchTools;
  readonly #watches = new Map<string, LibraryWatch>();
  readonly #subscription: Disposable;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  /** The first process missed nothing: no watch ran before. */
  #isBeginning: boolean;
  #closed = false;

  constructor(tools: WatchTools) {
    this.#tools = tools;
    this.#isBeginning = tools.member.isFirst;
    this.#subscription = tools.events.subscribe('entity', ({ name }) => {
      if (name.startsWith('library_')) void this.look();
    });
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
    void this.look();
  }

  /**
   * Reconciles once; a failure is logged and the next look retries. Resolves when this process watches what it should:
   * for tests.
   */
  async look(): Promise<void> {
    this.#looking = this.#looking.then(async () => {
      if (this.#closed) return;
      await this.#reconcile().catch((error: unknown) => {
        this.#tools.log.error({ err: error }, 'watches could not be looked at');
      });
      this.#isBeginning = false;
    });
    await this.#looking;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#subscription[Symbol.dispose]();
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all([...this.#watches.keys()].map(async (libraryId) => this.#release(libraryId)));
  }

  async #reconcile(): Promise<void> {
    const { db, member } = this.#tools;
    const targets = await listWatchTargets(db.read);
    const rows = new Map((await listWatches(db.read)).map((row) => [row.libraryId, row]));
    const changed = await this.#releaseChanged(targets, rows);
    const living = await member.listLiving();
    for (const target of targets) {
      const { libraryId } = target;
      const row = rows.get(libraryId);
      const holder = row?.holder ?? member.name;
      if (this.#watches.has(libraryId) || (holder !== member.name && living.has(holder))) continue;
      // No process watched between the last watch and this one.
      const isMissed = row !== undefined && !changed.has(libraryId) && !this.#isBeginning;
      await this.#claim(target, row, isMissed);
    }
  }

  /**
   * Ends watches that another process has taken over, and those whose settings changed.
   * @param rows is brought up to date
   * @returns libraries that this process watched until now
   */
  async #releaseChanged(targets: readonly WatchTarget[], rows: Map<string, WatchRow>): Promise<ReadonlySet<string>> {
    const wanted = new Map(targets.map((target) => [target.libraryId, JSON.stringify(target)]));
    const changed = new Set<string>();
    for (const [libraryId, { target }] of this.#watches) {
      const row = rows.get(libraryId);
      const isMine = row?.holder === this.#tools.member.name;
      if (isMine && wanted.get(libraryId) === JSON.stringify(target)) continue;
      await this.#release(libraryId);
      if (!isMine) continue;
      changed.add(libraryId);
      rows.set(libraryId, { ...row, holder: null });
    }
    return changed;
  }

  async #claim(target: WatchTarget, row: WatchRow | undefined, isMissed: boolean): Promise<void> {
    const { db, member, log, times = TOUCH_TIMES, pollMs = POLL_MS, rootMs } = this.#tools;
    const { libraryId } = target;
    if (!(await db.transaction(async (tx) => claimWatch(tx, libraryId, member.name, row?.holder)))) return;
    const tools = {
      log,
      times,
      pollMs,
      rootMs,
      onState: async (state: WatchState) => this.#write(libraryId, state),
      onChanged: async (folders: readonly string[]) => this.#requestScan(libraryId, folders),
    };
    this.#watches.set(libraryId, new LibraryWatch(target, tools, isMissed));
  }

  async #write(libraryId: string, state: WatchState): Promise<void> {
    const { db, member } = this.#tools;
    await db.transaction(async (tx) => writeWatch(tx, member.name, { libraryId, ...state }));
  }

  async #requestScan(libraryId: string, folders: readonly string[]): Promise<void> {
    const { db, queue, log } = this.#tools;
    await db.transaction(async (tx) => {
      // After an aborted scan the changes are unknown: the next one walks everything.
      const least = (await isLookedThrough(tx.read, libraryId)) ? leastFolders(folders) : undefined;
      const whole = { libraryId, mode: 'normal' } as const;
      await queue.enqueue(tx, 'scan_library', least === undefined ? whole : { ...whole, folders: least });
    });
    log.info({ libraryId, folders: folders.slice(0, 10), folderCount: folders.length }, 'changed folders noticed');
  }

  async #release(libraryId: string): Promise<void> {
    const watch = this.#watches.get(libraryId);
    this.#watches.delete(libraryId);
    await watch?.[Symbol.asyncDispose]();
    const { db, member } = this.#tools;
    await db.transaction(async (tx) => releaseWatch(tx, libraryId, member.name));
  }
}
