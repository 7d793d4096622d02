import { listExtensions, type WatchMethod } from '@lectern/contract';
import type { Logger } from 'pino';
import type { WatchTarget } from '#db/repos/scanning/watches.repo.ts';
import { identifyFolder } from '#files/walk/folder-identity.ts';
import { checkRoot } from '#files/walk/library-root.ts';
import { collectTouched, type TouchedFolders, type TouchTimes } from '#files/walk/touched-folders.ts';
import { createWatchFilter } from '#files/walk/watch-filter.ts';
import type { FolderWatch } from '#files/watch/folder-watch.ts';
import { watchFolder } from '#files/watch/watch.ts';
import { mark, runInEnglish, say } from '#words/say.ts';
import { toStored } from '#words/stored-message.ts';

/** How a library is watched now. */
export interface WatchState {
  readonly method: WatchMethod;
  /** A sentence without full stop for the library's owner, or ``. */
  readonly message: string;
}

interface LibraryWatchTools {
  readonly log: Logger;
  readonly times: TouchTimes;
  readonly pollMs: number;
  /** Interval of checks whether the folder is still the same. */
  readonly rootMs?: number | undefined;
  readonly onState: (state: WatchState) => Promise<void>;
  /** Called with changed folders; `` is the root. */
  readonly onChanged: (folders: readonly string[]) => Promise<void>;
}

const AWAY = {
  missing: mark(
    'The folder of the library does not exist. No book is removed, and Lectern watches it again when it is back',
  ),
  'not-a-folder': mark(
    'The folder of the library is not a folder. No book is removed, and Lectern watches it again when it is back',
  ),
  unreadable: mark(
    'The folder of the library cannot be read. No book is removed, and Lectern watches it again when it is back',
  ),
} as const;

const ROOT_MS = 5_000;

/** Identity of the root, to notice another disk in its place. */
async function identify(path: string): Promise<string> {
  const { realPath, lineage } = await identifyFolder(path);
  return `${realPath} ${lineage[0] ?? ''}`;
}

/**
 * Watches the folder of a library until it is disposed. When the folder comes back, or another disk is in its place, the library
 * is scanned.
 */
export class LibraryWatch implements AsyncDisposable {
  readonly target: WatchTarget;
  readonly #tools: LibraryWatchTools;
  readonly #touched: TouchedFolders;
  #watch: FolderWatch | undefined;
  #root: string | undefined;
  #said = '';
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #closed = false;

  /** @param isMissed whether changes may have been missed */
  constructor(target: WatchTarget, tools: LibraryWatchTools, isMissed: boolean) {
    this.target = target;
    this.#tools = tools;
    this.#touched = collectTouched(tools.times, (folders) => this.#tellChanged(folders));
    if (isMissed) this.#touched.touch('');
    this.#check();
  }

  async [Symbol.asyncDispose](): Promise<void> {
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
    this.#checking = runInEnglish(async () => this.#checkRoot())
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
      await this.#say('waiting', say(AWAY[state.reason]));
      return;
    }
    const root = await identify(path);
    if (this.#watch !== undefined && root === this.#root) return;
    // Changes while the root was away were not seen.
    if (this.#root !== undefined) this.#touched.touch('');
    await this.#end();
    this.#root = root;
    await this.#begin();
  }

  async #begin(): Promise<void> {
    const { path, allowedFormats, excludedPatterns, mode } = this.target;
    const watch = await watchFolder(mode === 'poll' ? 'poll' : 'auto', {
      root: path,
      filter: createWatchFilter(listExtensions(allowedFormats), excludedPatterns),
      onTouched: (folder) => this.#touched.touch(folder),
      onFailed: (error) => this.#fail(error),
      pollMs: this.#tools.pollMs,
    });
    this.#watch = watch;
    await this.#say(watch.method, watch.message);
  }

  /** Restarts a failed watch: natively, or by polling when the system cannot do more. */
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
    await this.#tools.onState({ method, message: toStored(message) });
    this.#said = `${method} ${message}`;
    const { libraryId } = this.target;
    this.#tools.log.info({ libraryId, method, reason: message }, 'watch of a library changed');
  }
}
