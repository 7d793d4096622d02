import { loadRoutes } from '@lectern/contract/client';
import { isAwayStatus } from './api.ts';
import { BASE_PATH } from './base-path.ts';
import { loadAllWords } from './words.ts';

/** The code of a page or dialog did not arrive: the server is away, or a new release has other files. */
export class MissingCodeError extends Error {
  override readonly name = 'MissingCodeError';
  /** Fetches the code once more. */
  readonly again: () => Promise<unknown>;

  constructor(again: () => Promise<unknown>, cause: unknown) {
    super('The code of this part could not be fetched', { cause });
    this.again = again;
  }
}

/** Fetches code on first use, and keeps it. */
export interface CodeLoader<Code> {
  /** Undefined until it was fetched. */
  readonly loaded: () => Code | undefined;
  /** The same promise for all callers, also one that failed. @throws {MissingCodeError} */
  readonly fetch: () => Promise<Code>;
}

/**
 * Creates a loader.
 * @param isFirst code of the first page, whose messages and routes are there from the start
 */
export function createCodeLoader<Code>(load: () => Promise<Code>, isFirst = false): CodeLoader<Code> {
  let loaded: Code | undefined;
  let pending: Promise<Code> | undefined;
  const start = async (): Promise<Code> => {
    try {
      if (!isFirst) await Promise.all([loadAllWords(), loadRoutes()]);
      loaded = await load();
      return loaded;
    } catch (error) {
      throw new MissingCodeError(async () => (pending = start()), error);
    }
  };
  return {
    loaded: () => loaded,
    // Not async: a reader that suspends must get the same promise.
    fetch: () => (pending ??= start()),
  };
}

const EVERY_MS = 2_000;

async function isServerThere(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(`${BASE_PATH}/health`, { signal, cache: 'no-store' });
    return !isAwayStatus(status);
  } catch {
    return false;
  }
}

/**
 * Fetches code again until it is there.
 * @returns `outdated` when the server answers but does not have it, as after an upgrade
 */
export async function fetchAgain(error: MissingCodeError, signal: AbortSignal): Promise<'fetched' | 'outdated'> {
  for (;;) {
    // Asked first: a server that comes back between the two would look outdated.
    const isThere = await isServerThere(signal);
    signal.throwIfAborted();
    try {
      await error.again();
      return 'fetched';
    } catch {
      if (isThere) return 'outdated';
    }
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    signal.throwIfAborted();
  }
}
