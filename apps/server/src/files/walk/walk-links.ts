import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';

/** What a link or a folder leads to; undefined when it is not to be walked, or not yet. */
export type LinkTarget = 'folder' | 'file' | 'unknown' | undefined;

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Gone or unreachable: listing it reports that.
    return path;
  }
}

/** Below a folder, by names; `` for the folder itself, undefined for what is elsewhere. */
function insideOf(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}

/**
 * Which links of a library a walk follows: those to a place below the root that is not walked under its own name, and those out
 * of the root when that is wanted. Each place is entered once, by device and number, whichever way leads there. What is outside
 * comes last, so that what is walked under its own name too is found there.
 */
export class WalkLinks {
  readonly #root: string;
  readonly #realRoot: string;
  /** Links resolved; undefined when no link is followed out of the root. */
  readonly #notInto: readonly string[] | undefined;
  readonly #isWalked: (path: string) => boolean;
  readonly #followed = new Set<string>();
  readonly #entered = new Set<string>();
  readonly #out: string[] = [];

  /**
   * @param notInto absolute folders that no link leads into, nor to one around them; undefined to follow none out of the root
   * @param isWalked whether a path below the root is found under its own name
   */
  constructor(root: string, notInto: readonly string[] | undefined, isWalked: (path: string) => boolean) {
    this.#root = root;
    this.#realRoot = realPathOf(root);
    this.#notInto = notInto?.map(realPathOf);
    this.#isWalked = isWalked;
  }

  /** Whether what really lies at an absolute path may be walked, whichever way led there. */
  mayLieAt(realPath: string): boolean {
    return insideOf(this.#realRoot, realPath) !== undefined || this.#mayLeadTo(realPath);
  }

  /** Whether a link leads to what would be followed; one that cannot be looked at may. */
  isOpen(path: string): boolean {
    return this.#judge(path) !== undefined;
  }

  /** The target of a link that was not visited yet; one outside the library waits for `takeOut`. */
  follow(path: string): LinkTarget {
    const verdict = this.#judge(path);
    if (verdict === undefined || verdict === 'unknown') return verdict;
    this.#followed.add(path);
    if (verdict === 'in') return this.#enterOnce(path);
    this.#out.push(path);
    return undefined;
  }

  /** A link that leads out, each once; undefined when there is none left. */
  takeOut(): string | undefined {
    return this.#out.shift();
  }

  /** A folder on the way, or a link that was taken: undefined when it was entered before. */
  enter(path: string): LinkTarget {
    const isCounted = this.#notInto !== undefined || this.#isBehindLink(path);
    return isCounted ? this.#enterOnce(path) : 'folder';
  }

  #judge(path: string): 'in' | 'out' | 'unknown' | undefined {
    try {
      const target = realpathSync(join(this.#root, path));
      const inside = insideOf(this.#realRoot, target);
      if (inside === undefined) return this.#mayLeadTo(target) ? 'out' : undefined;
      return inside === '' || this.#isWalked(inside.split(sep).join('/')) ? undefined : 'in';
    } catch (error) {
      return isAbsence(error) || readErrorCode(error) === 'ELOOP' ? undefined : 'unknown';
    }
  }

  /** A folder around the root would have all of it walked once more, and everything beside it. */
  #mayLeadTo(target: string): boolean {
    if (this.#notInto === undefined) return false;
    const isApart = (folder: string): boolean =>
      insideOf(target, folder) === undefined && insideOf(folder, target) === undefined;
    return [this.#realRoot, ...this.#notInto].every(isApart);
  }

  #enterOnce(path: string): LinkTarget {
    try {
      const stats = statSync(join(this.#root, path), { bigint: true });
      const id = `${String(stats.dev)}:${String(stats.ino)}`;
      if (this.#entered.has(id)) return undefined;
      this.#entered.add(id);
      if (stats.isDirectory()) return 'folder';
      return stats.isFile() ? 'file' : undefined;
    } catch (error) {
      return isAbsence(error) ? undefined : 'unknown';
    }
  }

  /** Whether a link led to a folder, or to one above it. */
  #isBehindLink(path: string): boolean {
    if (this.#followed.size === 0) return false;
    const steps = path.split('/');
    return steps.some((_, index) => this.#followed.has(steps.slice(0, index + 1).join('/')));
  }
}
