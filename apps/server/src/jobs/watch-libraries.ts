import { extensionsOf, type WatchMethod } from '@lectern/contract';
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
import { identifyFolder } from '#files/walk/folder-identity.ts';
import { checkRoot, UNUSABLE_ROOT } from '#files/walk/library-root.ts';
import { collectTouched, TOUCH_TIMES, type TouchedFolders, type TouchTimes } from '#files/walk/touched-folders.ts';
import { createWatchFilter } from '#files/walk/watch-filter.ts';
import type { FolderWatch } from '#files/watch/folder-watch.ts';
import { watchFolder } from '#files/watch/watch.ts';
import type { ClusterMember } from './cluster.ts';
import { leastFolders } from './join-scans.ts';
import type { Queue } from './queue.ts';

/** How a library is watched now. */
interface WatchState {
  readonly method: WatchMethod;
  /** A sentence without full stop for the library's owner, or ``. */
  readonly message: string;
}

/** Who is told what. */
interface LibraryWatchTools {
  readonly log: Logger;
  readonly times: TouchTimes;
  readonly pollMs: number;
  /** How often it is looked whether the folder is still the same; undefined for the usual. */
  readonly rootMs?: number | undefined;
  readonly onState: (state: WatchState) => Promise<void>;
  /** Has the library scanned, because something changed in these folders; `` is the root. */
  readonly onChanged: (folders: readonly string[]) => Promise<void>;
}

/** The watch of one library; disposing ends it. */
interface LibraryWatch extends AsyncDisposable {
  readonly target: WatchTarget;
}

const ROOT_MS = 5_000;

/** What the root is: another one, or another disk in its place, is watched again. */
async function identify(path: string): Promise<string> {
  const { realPath, lineage } = await identifyFolder(path);
  return `${realPath} ${lineage[0] ?? ''}`;
}

class Watch {
  readonly target: WatchTarget;
  readonly #tools: LibraryWatchTools;
  readonly #touched: TouchedFolders;
  #watch: FolderWatch | undefined;
  /** The root as it was when the watch began. */
  #root: string | undefined;
  #said = '';
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #closed = false;

  constructor(target: WatchTarget, tools: LibraryWatchTools) {
    this.target = target;
    this.#tools = tools;
    this.#touched = collectTouched(tools.times, (folders) => this.#tellChanged(folders));
  }

  /** @param isMissed whether something may have changed that nobody saw */
  start(isMissed: boolean): void {
    if (isMissed) this.#touched.touch('');
    this.#check();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#touched[Symbol.dispose]();
    await this.#checking;
    await this.#end();
  }

  #tellChanged(folders: readonly string[]): void {
    const { libraryId } = this.target;
    this.#tools.onChanged(folders).catch((error: unknown) => {
      this.#tools.log.error({ err: error, libraryId }, 'scan of changed folders could not be queued');
      if (!this.#closed) for (const folder of folders) this.#touched.touch(folder);
    });
  }

  #check(): void {
    if (this.#closed || this.#checking !== undefined) return;
    clearTimeout(this.#timer);
    this.#checking = this.#checkRoot()
      .catch((error: unknown) => {
        this.#tools.log.error({ err: error, libraryId: this.target.libraryId }, 'library could not be watched');
      })
      .finally(() => {
        this.#checking = undefined;
        if (!this.#closed) this.#timer = setTimeout(() => this.#check(), this.#tools.rootMs ?? ROOT_MS).unref();
      });
  }

  async #checkRoot(): Promise<void> {
    const { path } = this.target;
    const state = await checkRoot(path);
    if (!state.ok) {
      await this.#end();
      await this.#say(
        'waiting',
        `The folder of the library ${UNUSABLE_ROOT[state.reason]}: no book is removed, and watching goes on when it is back`,
      );
      return;
    }
    const root = await identify(path);
    if (this.#watch !== undefined && root === this.#root) return;
    // It was there before: whatever changed meanwhile was not seen.
    if (this.#root !== undefined) this.#touched.touch('');
    await this.#end();
    this.#root = root;
    await this.#begin();
  }

  async #begin(): Promise<void> {
    const { path, allowedFormats, excludedPatterns, mode } = this.target;
    const watch = await watchFolder(mode === 'poll' ? 'poll' : 'auto', {
      root: path,
      filter: createWatchFilter(extensionsOf(allowedFormats), excludedPatterns),
      onTouched: (folder) => this.#touched.touch(folder),
      onFailed: (error) => this.#fail(error),
      pollMs: this.#tools.pollMs,
    });
    this.#watch = watch;
    await this.#say(watch.method, watch.message);
  }

  /** A watch that failed is begun again: natively, or by polling when the system cannot do more. */
  #fail(error: Error): void {
    const { libraryId } = this.target;
    this.#tools.log.warn({ err: error, libraryId }, 'watch of a library ended');
    this.#root = '';
    this.#check();
  }

  async #end(): Promise<void> {
    const watch = this.#watch;
    this.#watch = undefined;
    await watch?.[Symbol.asyncDispose]();
  }

  async #say(method: WatchMethod, message: string): Promise<void> {
    if (this.#said === `${method} ${message}`) return;
    await this.#tools.onState({ method, message });
    this.#said = `${method} ${message}`;
    const { libraryId } = this.target;
    this.#tools.log.info({ libraryId, method, reason: message }, 'watch of a library changed');
  }
}

/**
 * Watches the folder of a library, as long as it is there; when it comes back, or another disk is in its place, it is scanned.
 * @param isMissed whether something may have changed that nobody saw
 */
function watchLibrary(target: WatchTarget, tools: LibraryWatchTools, isMissed: boolean): LibraryWatch {
  const watch = new Watch(target, tools);
  watch.start(isMissed);
  return { target, [Symbol.asyncDispose]: async () => watch.close() };
}

/** What watching takes. */
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

/** Libraries that are watched, until it is disposed. */
interface LibraryWatches extends AsyncDisposable {
  /** Resolves when everything that this process is to watch is its own: for tests. */
  readonly look: () => Promise<void>;
}

/** What another process left, or what was changed in one, is noticed this late at most. */
const LOOK_MS = 20_000;
const POLL_MS = 5_000;

class Watches {
  readonly #tools: WatchTools;
  readonly #watches = new Map<string, LibraryWatch>();
  readonly #subscription: Disposable;
  readonly #timer: NodeJS.Timeout;
  #looking: Promise<void> = Promise.resolve();
  /** The very first process missed nothing: no watch ran before. */
  #isBeginning: boolean;
  #closed = false;

  constructor(tools: WatchTools) {
    this.#tools = tools;
    this.#isBeginning = tools.member.isFirst;
    this.#subscription = tools.events.subscribe('entity', ({ name }) => {
      if (name.startsWith('library_')) void this.look();
    });
    this.#timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** One look after the other; each failure is logged, and the next look tries again. */
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

  async close(): Promise<void> {
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
   * Lets go what another process has taken over, and what is to be watched in another way or not at all.
   * @param rows is brought up to date
   * @returns the libraries that were this process's until now
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
      ...{ log, times, pollMs, rootMs },
      onState: async (state: WatchState) => this.#write(libraryId, state),
      onChanged: async (folders: readonly string[]) => this.#requestScan(libraryId, folders),
    };
    this.#watches.set(libraryId, watchLibrary(target, tools, isMissed));
  }

  async #write(libraryId: string, state: WatchState): Promise<void> {
    const { db, member } = this.#tools;
    await db.transaction(async (tx) => writeWatch(tx, member.name, { libraryId, ...state }));
  }

  async #requestScan(libraryId: string, folders: readonly string[]): Promise<void> {
    const { db, queue, log } = this.#tools;
    await db.transaction(async (tx) => {
      // A cut-off scan leaves unknown changes: the next one walks everything.
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

/** Watches the folders of libraries: of several processes one each. */
export function startWatches(tools: WatchTools): LibraryWatches {
  const watches = new Watches(tools);
  void watches.look();
  return { look: async () => watches.look(), [Symbol.asyncDispose]: async () => watches.close() };
}
