import { setTimeout as sleep } from 'node:timers/promises';
import { releaseThread, warmUpThread, takeThread } from '../threads/spare-threads.ts';
import { type FoundFile, type PackedFiles, unpackFiles } from './pack-files.ts';

export type { FoundFile } from './pack-files.ts';

/** A folder with sidecars of a series: each as `SidecarFile` in JSON, null when missing. */
export interface FoundFolder {
  /** Relative to the root, `/` separated; `` is the root. */
  readonly path: string;
  readonly seriesJson: string | null;
  readonly cover: string | null;
}

/** One batch of findings. */
export interface WalkBatch {
  readonly files: readonly FoundFile[];
  readonly folders: readonly FoundFolder[];
  /** Unreadable folders and files, relative; `` is the root. */
  readonly unreadable: readonly string[];
  /** Relative paths of links that were skipped because only some folders are walked. */
  readonly links: readonly string[];
}

/** What a walk includes. */
export interface WalkOptions {
  /** Lower-case, without dot. */
  readonly extensions: readonly string[];
  /** One glob a line, null for none. */
  readonly excludedPatterns: string | null;
  /**
   * Walks only these folders, relative to the root, none inside another; a missing or excluded folder is empty. Links
   * are reported, not followed: which link leads to a place first is known only from a full walk.
   */
  readonly below?: readonly string[] | undefined;
  /** Follows links out of the root, except into or around these absolute folders; absent to follow none. */
  readonly linksOut?: { readonly notInto: readonly string[] } | undefined;
}

/** Request to `walk-worker.ts`, one at a time. */
export interface WalkRequest {
  readonly root: string;
  readonly options: WalkOptions;
}

/** Messages of `walk-worker.ts`: batches, then one `done`. */
export type WalkMessage =
  | { readonly kind: 'batch'; readonly batch: Omit<WalkBatch, 'files'> & { readonly files: PackedFiles } }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

/** Milliseconds to wait for a cancelled walk. */
const TERMINATE_MS = 1_000;

const THREAD = { entry: new URL('./walk-worker.ts', import.meta.url) };

/** Starts the thread of the next walk, which takes longer than walking a small library. */
export function warmUpWalk(): void {
  warmUpThread(THREAD);
}

/**
 * Lists books and sidecars below a folder, in a thread: one listing per folder, one `stat` per file, no file is opened.
 * Hidden, junk and excluded entries are skipped. Links are followed once, to places below the root that are not walked
 * otherwise, and out of the root only on request. Leaving the loop ends the walk.
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
  // Unpacked late: the thread walks faster than the scan reads.
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
    // A thread blocked by a disk ends when the disk answers; no caller waits for it.
    const parted = isDone ? releaseThread(THREAD, worker) : worker.terminate();
    await Promise.race([parted, sleep(TERMINATE_MS, undefined, { ref: false })]);
  }
}
