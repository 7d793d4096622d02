import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';

/** Decides which files a sweep deletes. */
export interface SweepRules {
  /** Key of the owner, from the file name; undefined for foreign files, which stay. */
  readonly keyOf: (fileName: string) => string | undefined;
  /** Whether a row named the key before the sweep. */
  readonly isNamed: (key: string) => boolean;
  /** Which keys a row names now; called after their files were moved aside. */
  readonly listNamed: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Files changed after this (epoch milliseconds) stay: their database row may not be written yet. */
  readonly before: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each folder with the finished share, 0 to 1. */
  readonly report?: ((share: number) => void) | undefined;
}

/** A deleted file. */
export interface SweptFile {
  readonly name: string;
  readonly bytes: number;
}

/** Result of a sweep. */
export interface SweepOutcome {
  readonly swept: readonly SweptFile[];
  readonly failures: readonly string[];
}

interface Aside extends SweptFile {
  readonly path: string;
  readonly key: string;
}

/** Files moved aside before `listNamed` is called, which is expensive. */
const MOST_ASIDE = 400;
/** Ends the name of a file that a sweep has set aside. */
export const ASIDE = '.swept';
const TEMPORARY = '.tmp';

/** Sweeps folder by folder. A file is first renamed, so that it can come back when a row names it meanwhile. */
class Sweep {
  readonly swept: SweptFile[] = [];
  readonly failures: string[] = [];
  readonly #rules: SweepRules;
  #asides: Aside[] = [];

  constructor(rules: SweepRules) {
    this.#rules = rules;
  }

  async clean(folder: string): Promise<void> {
    const names = await readdir(folder).catch(() => []);
    for (const name of names) {
      const aside = await this.#guard(name, async () => this.#setAside(folder, name));
      if (aside !== undefined) this.#asides.push(aside);
      if (this.#asides.length >= MOST_ASIDE) await this.resolveAsides();
    }
  }

  /** Deletes the files set aside, and restores those that a row names now. */
  async resolveAsides(): Promise<void> {
    const asides = this.#asides;
    if (asides.length === 0) return;
    this.#asides = [];
    const named = await this.#rules.listNamed([...new Set(asides.map(({ key }) => key))]);
    for (const aside of asides)
      await this.#guard(aside.name, async () => this.#resolveAside(aside, named.has(aside.key)));
  }

  async #guard<Value>(name: string, work: () => Promise<Value>): Promise<Value | undefined> {
    try {
      return await work();
    } catch (error) {
      // Another sweep was faster.
      if (isAbsence(error)) return undefined;
      this.failures.push(`"${name}" cannot be deleted (${readErrorCode(error) ?? 'unknown reason'})`);
      return undefined;
    }
  }

  async #setAside(folder: string, name: string): Promise<Aside | undefined> {
    const path = join(folder, name);
    const stats = await stat(path);
    if (!stats.isFile() || stats.mtimeMs >= this.#rules.before) return undefined;
    if (name.endsWith(TEMPORARY)) {
      // Left by a process that was killed while writing.
      await rm(path, { force: true });
      this.swept.push({ name, bytes: stats.size });
      return undefined;
    }
    // Set aside by a sweep that was killed: decided now.
    const isAside = name.endsWith(ASIDE);
    const own = isAside ? path.slice(0, -ASIDE.length) : path;
    const key = this.#rules.keyOf(isAside ? name.slice(0, -ASIDE.length) : name);
    if (key === undefined || (!isAside && this.#rules.isNamed(key))) return undefined;
    if (!isAside) await rename(own, own + ASIDE);
    return { path: own, key, name, bytes: stats.size };
  }

  async #resolveAside({ path, name, bytes }: Aside, isNamed: boolean): Promise<void> {
    const { mtimeMs } = await stat(path + ASIDE);
    // Written again between the check and the rename.
    if (isNamed || mtimeMs >= this.#rules.before) {
      await rename(path + ASIDE, path);
      return;
    }
    await rm(path + ASIDE);
    this.swept.push({ name, bytes });
  }
}

/**
 * Deletes unreferenced files one level below a folder. A writer that adds its row after the file is safe: young files
 * stay, and a file that gets its row during the sweep is restored.
 * @param folder absolute
 */
export async function sweepFiles(folder: string, rules: SweepRules): Promise<SweepOutcome> {
  const sweep = new Sweep(rules);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory());
  try {
    for (const [index, { name }] of folders.entries()) {
      rules.signal?.throwIfAborted();
      await sweep.clean(join(folder, name));
      rules.report?.((index + 1) / folders.length);
    }
  } finally {
    // Files set aside are restored or deleted even when the sweep is cancelled.
    await sweep.resolveAsides();
  }
  return { swept: sweep.swept, failures: sweep.failures };
}
