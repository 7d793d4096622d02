import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';

/** Which files of a folder may go. */
export interface SweepRules {
  /** What a file belongs to, by its name; undefined for what is none of ours and stays. */
  readonly keyOf: (fileName: string) => string | undefined;
  /** Whether something names the key, as far as a look before the sweep could tell. */
  readonly isNamed: (key: string) => boolean;
  /** Those of the keys that something names by now: asked once their files are out of the way. */
  readonly listNamed: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Files changed after this (epoch milliseconds) stay: their database row may not be written yet. */
  readonly before: number;
  readonly signal?: AbortSignal | undefined;
  /** Called after each folder, with the share that is done, 0 to 1. */
  readonly report?: ((share: number) => void) | undefined;
}

/** One file that went. */
export interface SweptFile {
  readonly name: string;
  readonly bytes: number;
}

/** What a sweep did. */
export interface SweepOutcome {
  readonly swept: readonly SweptFile[];
  readonly failures: readonly string[];
}

interface Aside extends SweptFile {
  readonly path: string;
  readonly key: string;
}

/** So many files are put aside before a user is asked who names them: asking costs a look at all that name something. */
const MOST_ASIDE = 400;
const ASIDE = '.swept';
const TEMPORARY = '.tmp';

/** Looks folder by folder. A file is first put aside under another name, so that a look at who names it can still bring it back. */
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
      const aside = await this.#guard(name, async () => this.#look(folder, name));
      if (aside !== undefined) this.#asides.push(aside);
      if (this.#asides.length >= MOST_ASIDE) await this.settle();
    }
  }

  /** Deletes what lies aside, and brings back what is named by now. */
  async settle(): Promise<void> {
    const asides = this.#asides;
    if (asides.length === 0) return;
    this.#asides = [];
    const named = await this.#rules.listNamed([...new Set(asides.map(({ key }) => key))]);
    for (const aside of asides) await this.#guard(aside.name, async () => this.#settle(aside, named.has(aside.key)));
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

  async #look(folder: string, name: string): Promise<Aside | undefined> {
    const path = join(folder, name);
    const stats = await stat(path);
    if (!stats.isFile() || stats.mtimeMs >= this.#rules.before) return undefined;
    if (name.endsWith(TEMPORARY)) {
      // Left behind by a process that was killed while it wrote.
      await rm(path, { force: true });
      this.swept.push({ name, bytes: stats.size });
      return undefined;
    }
    // Put aside by a sweep that was killed: settled now.
    const isAside = name.endsWith(ASIDE);
    const own = isAside ? path.slice(0, -ASIDE.length) : path;
    const key = this.#rules.keyOf(isAside ? name.slice(0, -ASIDE.length) : name);
    if (key === undefined || (!isAside && this.#rules.isNamed(key))) return undefined;
    if (!isAside) await rename(own, own + ASIDE);
    return { path: own, key, name, bytes: stats.size };
  }

  async #settle({ path, name, bytes }: Aside, isNamed: boolean): Promise<void> {
    const { mtimeMs } = await stat(path + ASIDE);
    // Written again between the look and the move.
    if (isNamed || mtimeMs >= this.#rules.before) {
      await rename(path + ASIDE, path);
      return;
    }
    await rm(path + ASIDE);
    this.swept.push({ name, bytes });
  }
}

/**
 * Deletes files that nothing names any more from the folders below one folder. Whoever writes a file and names it afterwards
 * loses nothing: young files stay, and one that is named while the sweep looks at it comes back.
 * @param folder absolute; files lie one level below it
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
    // Files set aside are put back or deleted even when the sweep is cancelled.
    await sweep.settle();
  }
  return { swept: sweep.swept, failures: sweep.failures };
}
