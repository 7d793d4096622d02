import type { WatchMethod } from '@lectern/contract';
import type { Logger } from 'pino';
import type { WatchTarget } from '#db/repos/scanning/watches.repo.ts';
import { identifyFolder } from '#files/walk/folder-identity.ts';
import type { FolderWatch } from '#files/watch/folder-watch.ts';
import { checkRoot, UNUSABLE_ROOT } from '#files/walk/library-root.ts';
import { collectTouched, type TouchedFolders, type TouchTimes } from '#files/walk/touched-folders.ts';
import { createWatchFilter } from '#files/watch/watch-filter.ts';
import { watchFolder } from '#files/watch/watch.ts';

/** How a library is watched now. */
export interface WatchState {
  readonly method: WatchMethod;
  /** A sentence without full stop for the library's owner, or ``. */
  readonly message: string;
}

/** Who is told what. */
export interface LibraryWatchTools {
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
export interface LibraryWatch extends AsyncDisposable {
  readonly target: WatchTarget;
}

const ROOT_MS = 5_000;
const ALL_FORMATS = ['cbz', 'cbr', 'epub', 'pdf'];

/** What the root is: another one, or another disk in its place, is watched anew. */
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
    const extensions = allowedFormats?.map((format) => format.toLowerCase()) ?? ALL_FORMATS;
    const watch = await watchFolder(mode === 'poll' ? 'poll' : 'auto', {
      root: path,
      filter: createWatchFilter(extensions, excludedPatterns),
      onTouched: (folder) => this.#touched.touch(folder),
      onFailed: (error) => this.#fail(error),
      pollMs: this.#tools.pollMs,
    });
    this.#watch = watch;
    await this.#say(watch.method, watch.message);
  }

  /** A watch that failed is begun anew: natively, or by polling when the system cannot do more. */
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
export function watchLibrary(target: WatchTarget, tools: LibraryWatchTools, isMissed: boolean): LibraryWatch {
  const watch = new Watch(target, tools);
  watch.start(isMissed);
  return { target, [Symbol.asyncDispose]: async () => watch.close() };
}
