import { setTimeout as sleep } from 'node:timers/promises';
import { leaveThread, readyThread, takeThread } from '../threads/spare-threads.ts';
import { type FoundFile, type PackedFiles, unpackFiles } from './pack-files.ts';

export type { FoundFile } from './pack-files.ts';

/** A folder with sidecars of a series: each as `SidecarFile` in JSON, null when it is not there. */
export interface FoundFolder {
  /** Relative to the root, `/` separated; `` is the root. */
  readonly path: string;
  readonly seriesJson: string | null;
  readonly cover: string | null;
}

/** What the walk found since it last said something. */
export interface WalkBatch {
  readonly files: readonly FoundFile[];
  /** Folders with sidecars of a series, if one has its books there. */
  readonly folders: readonly FoundFolder[];
  /** Folders that could not be listed and files that could not be looked at, relative; `` is the root. */
  readonly unreadable: readonly string[];
  /** Links that were not followed because only some folders were asked for, relative. */
  readonly links: readonly string[];
}

/** What the walk takes for a book. */
export interface WalkOptions {
  /** Lower-case, without dot. */
  readonly extensions: readonly string[];
  /** One glob a line, null for none. */
  readonly excludedPatterns: string | null;
  /**
   * Only what lies below these folders, relative to the root, none below another; one that is not there, or left out, holds
   * nothing. Links are told of and not followed then: which of several leads to a place first is known only from all of them.
   */
  readonly below?: readonly string[] | undefined;
  /** Links out of the root are followed, except into these absolute folders or to one around them; absent to follow none. */
  readonly linksOut?: { readonly notInto: readonly string[] } | undefined;
}

/** What `walk-worker.ts` is asked, one after the other. */
export interface WalkRequest {
  readonly root: string;
  readonly options: WalkOptions;
}

/** What `walk-worker.ts` posts: batches, then one `done`. */
export type WalkMessage =
  | { readonly kind: 'batch'; readonly batch: Omit<WalkBatch, 'files'> & { readonly files: PackedFiles } }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

/** How long a walk that is not wanted any more is waited for. */
const TERMINATE_MS = 1_000;

const THREAD = { entry: new URL('./walk-worker.ts', import.meta.url) };

/** Has the thread of the next walk start: that takes longer than the walk of a small library. */
export function readyWalk(): void {
  readyThread(THREAD);
}

/**
 * Lists the book files below a folder and what lies beside them, in a thread of its own: one listing a folder and one look
 * at each file, no file is opened. What is hidden, junk or excluded is left out. A link is followed, once, to what lies below
 * the root and is not found under its own name, and out of the root only when that is asked for. The walk ends when its reader stops reading.
 * @param root absolute
 * @throws {Error} when the thread fails; `signal`'s reason when it is aborted
 */
export async function* walkLibrary(
  root: string,
  options: WalkOptions,
  signal: AbortSignal,
): AsyncGenerator<WalkBatch, void> {
  signal.throwIfAborted();
  const worker = takeThread(THREAD);
  // Kept packed: the thread walks faster than the scan reads.
  const batches: Extract<WalkMessage, { readonly kind: 'batch' }>['batch'][] = [];
  let ended: { readonly error: Error | undefined } | undefined;
  let wake = (): void => undefined;
  const end = (error: Error | undefined): void => {
    ended ??= { error };
    wake();
  };
  worker.on('message', (message: WalkMessage) => {
    if (message.kind === 'batch') batches.push(message.batch);
    else end(message.kind === 'done' ? undefined : new Error(message.message));
    wake();
  });
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('The walk stopped unexpectedly')));
  const abort = (): void => wake();
  signal.addEventListener('abort', abort);
  worker.ref();
  worker.postMessage({ root, options } satisfies WalkRequest);
  try {
    for (;;) {
      signal.throwIfAborted();
      const batch = batches.shift();
      if (batch !== undefined) yield { ...batch, files: unpackFiles(batch.files) };
      else if (ended === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (batches.length > 0 || signal.aborted) resolve();
        });
      } else if (ended.error === undefined) return;
      else throw ended.error;
    }
  } finally {
    signal.removeEventListener('abort', abort);
    const isDone = ended !== undefined && ended.error === undefined;
    // A thread blocked on a disk ends when the disk answers; no caller waits for it.
    const parted = isDone ? leaveThread(THREAD, worker) : worker.terminate();
    await Promise.race([parted, sleep(TERMINATE_MS, undefined, { ref: false })]);
  }
}
