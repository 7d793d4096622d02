import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import { isAbsence, readErrorCode } from '../opening/system-errors.ts';

/** Kind of a link's target; undefined when it is not walked, or not yet. */
export type LinkTarget = 'folder' | 'file' | 'unknown' | undefined;

function resolveRealPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // Missing or unreachable: listing it reports that.
    return path;
  }
}

/** Relative path below a folder; `` for the folder itself, undefined outside. */
function findInside(folder: string, path: string): string | undefined {
  const below = relative(folder, path);
  return below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below) ? undefined : below;
}

/**
 * Decides which links a walk follows: those to a place below the root that is not walked under its own name, and links
 * out of the root when allowed. Each place is entered once, by device and inode. Outside places come last, so that a
 * place below the root is found under its own name.
 */
export class WalkLinks {
  readonly #root: string;
  readonly #realRoot: string;
  /** Links resolved; undefined when links out of the root are not followed. */
  readonly #notInto: readonly string[] | undefined;
  readonly #isWalked: (path: string) => boolean;
  readonly #followed = new Set<string>();
  readonly #entered = new Set<string>();
  readonly #out: string[] = [];

  /**
   * @param notInto absolute folders that no link may lead into or contain; undefined to follow no link out of the root
   * @param isWalked whether a path below the root is walked under its own name
   */
  constructor(root: string, notInto: readonly string[] | undefined, isWalked: (path: string) => boolean) {
    this.#root = root;
    this.#realRoot = resolveRealPath(root);
    this.#notInto = notInto?.map(resolveRealPath);
    this.#isWalked = isWalked;
  }

  /** Whether the real path may be walked. */
  mayLieAt(realPath: string): boolean {
    return findInside(this.#realRoot, realPath) !== undefined || this.#mayLeadTo(realPath);
  }

  /** Whether a link would be followed; true when it cannot be read. */
  isOpen(path: string): boolean {
    return this.#judge(path) !== undefined;
  }

  /** The target of a link not visited yet; one outside the library waits for `takeOut`. */
  follow(path: string): LinkTarget {
    const verdict = this.#judge(path);
    if (verdict === undefined || verdict === 'unknown') return verdict;
    this.#followed.add(path);
    if (verdict === 'in') return this.#enterOnce(path);
    this.#out.push(path);
    return undefined;
  }

  /** The next link out of the root; undefined when none is left. */
  takeOut(): string | undefined {
    return this.#out.shift();
  }

  /** Enters a folder or followed link; undefined when it was entered before. */
  enter(path: string): LinkTarget {
    const isCounted = this.#notInto !== undefined || this.#isBehindLink(path);
    return isCounted ? this.#enterOnce(path) : 'folder';
  }

  #judge(path: string): 'in' | 'out' | 'unknown' | undefined {
    try {
      const target = realpathSync(join(this.#root, path));
      const inside = findInside(this.#realRoot, target);
      if (inside === undefined) return this.#mayLeadTo(target) ? 'out' : undefined;
      return inside === '' || this.#isWalked(inside.split(sep).join('/')) ? undefined : 'in';
    } catch (error) {
      return isAbsence(error) || readErrorCode(error) === 'ELOOP' ? undefined : 'unknown';
    }
  }

  /** A folder around the root would be walked with the whole library in it. */
  #mayLeadTo(target: string): boolean {
    if (this.#notInto === undefined) return false;
    const isApart = (folder: string): boolean =>
      findInside(target, folder) === undefined && findInside(folder, target) === undefined;
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

  /** Whether the path or an ancestor is a followed link. */
  #isBehindLink(path: string): boolean {
    if (this.#followed.size === 0) return false;
    const steps = path.split('/');
    return steps.some((_, index) => this.#followed.has(steps.slice(0, index + 1).join('/')));
  }
}
