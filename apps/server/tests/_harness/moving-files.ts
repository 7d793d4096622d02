import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newComic } from './make-books.ts';

/** One thing that a user does to a library's files. Numbers choose among what is there at that time. */
export type FileDeed =
  | { readonly do: 'create'; readonly place: number; readonly kind: number }
  | { readonly do: 'copy' | 'move' | 'overwrite' | 'swap'; readonly from: number; readonly to: number }
  | { readonly do: 'replace' | 'touch' | 'delete'; readonly from: number }
  | { readonly do: 'rotate'; readonly folder: number }
  | { readonly do: 'rename-folder' | 'swap-folders'; readonly folder: number; readonly to: number }
  | { readonly do: 'unmount' | 'empty'; readonly root: number };

/** Where a book may lie: few places, so that files meet. */
const FOLDERS = ['Saga', 'Bone', 'Akira', 'Monster'];
const NAMES = ['1.cbz', '2.cbz', '3.cbz'];
const ROOTS = ['left', 'right'] as const;
export type Root = (typeof ROOTS)[number];

/** Each content of all tests is made once. */
let contents = 0;
/** Each file that is written has its own time, long ago: no scan takes it for one that is still written. */
let clock = Date.UTC(2020, 0, 1) / 1000;

/** Files below two roots, on disk and in mind: what is where, by content. */
export class MovingFiles {
  /** Content by `<root>/<folder>/<name>`. */
  readonly contentAt = new Map<string, string>();
  readonly away = new Map<Root, 'unmounted' | 'emptied'>();
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** Makes the two roots. */
  async begin(): Promise<void> {
    for (const root of ROOTS) await mkdir(this.#at(root), { recursive: true });
  }

  rootPath(root: Root): string {
    return this.#at(root);
  }

  /** Whether a root holds nothing, not even a folder. */
  isEmpty(root: Root): boolean {
    return readdirSync(this.#at(root)).length === 0;
  }

  #at(path: string): string {
    return join(this.#base, path);
  }

  get #present(): string[] {
    return [...this.contentAt.keys()].filter((path) => !this.#isAway(path)).toSorted();
  }

  #isAway(path: string): boolean {
    const [root] = path.split('/');
    return ROOTS.some((one) => one === root && this.away.has(one));
  }

  #pick(from: number): string | undefined {
    const present = this.#present;
    return present[from % Math.max(1, present.length)];
  }

  #place(to: number): string {
    const root = ROOTS[to % 2] ?? 'left';
    const folder = FOLDERS[(to >> 1) % FOLDERS.length] ?? '';
    return `${root}/${folder}/${NAMES[(to >> 3) % NAMES.length] ?? ''}`;
  }

  async #write(path: string, kind: number): Promise<void> {
    contents += 1;
    clock += 1;
    await mkdir(dirname(this.#at(path)), { recursive: true });
    // Most are of one size, so that size alone tells nothing; some cannot be read at all.
    const text = `broken ${String(contents).padStart(9, '0')}`;
    const comic = { pages: 1 + (kind % 2), info: `<Title>${String(contents).padStart(9, '0')}</Title>` };
    await writeFile(this.#at(path), kind % 5 === 0 ? text : newComic(comic));
    await utimes(this.#at(path), clock, clock);
    this.contentAt.set(path, String(contents));
  }

  async #rename(from: string, to: string): Promise<void> {
    await mkdir(dirname(this.#at(to)), { recursive: true });
    await rename(this.#at(from), this.#at(to));
    const content = this.contentAt.get(from);
    this.contentAt.delete(from);
    if (content !== undefined) this.contentAt.set(to, content);
  }

  async #swap(one: string, other: string): Promise<void> {
    if (one === other) return;
    await this.#rename(one, `${one}.swap`);
    await this.#rename(other, one);
    await this.#rename(`${one}.swap`, other);
  }

  async #renameFolder(from: string, to: string): Promise<void> {
    await mkdir(this.#at(to), { recursive: true });
    for (const path of this.#present) {
      if (path.startsWith(`${from}/`)) await this.#rename(path, `${to}${path.slice(from.length)}`);
    }
    if (existsSync(this.#at(from))) await rmdir(this.#at(from));
  }

  async #doOnFolders(deed: Extract<FileDeed, { readonly folder: number }>): Promise<void> {
    const folders = [...new Set(this.#present.map((path) => dirname(path)))];
    const folder = folders[deed.folder % Math.max(1, folders.length)];
    if (folder === undefined) return;
    if (deed.do === 'rotate') {
      const inside = this.#present.filter((path) => dirname(path) === folder);
      // 1 becomes 2, 2 becomes 3, the last the first.
      for (const path of inside.slice(1).toReversed()) await this.#swap(inside[0] ?? path, path);
      return;
    }
    const target = dirname(this.#place(deed.to));
    if (target === folder || this.#isAway(target)) return;
    const isTaken = folders.includes(target);
    if (!isTaken) return this.#renameFolder(folder, target);
    if (deed.do === 'rename-folder') return;
    await this.#renameFolder(folder, `${folder}.swap`);
    await this.#renameFolder(target, folder);
    await this.#renameFolder(`${folder}.swap`, target);
  }

  async #doOnPair(deed: Extract<FileDeed, { readonly from: number; readonly to: number }>): Promise<void> {
    const from = this.#pick(deed.from);
    const to = deed.do === 'swap' ? this.#pick(deed.to) : this.#place(deed.to);
    if (from === undefined || to === undefined || from === to || this.#isAway(to)) return;
    if (deed.do === 'swap') return this.#swap(from, to);
    if (this.contentAt.has(to) !== (deed.do === 'overwrite')) return;
    if (deed.do !== 'copy') return this.#rename(from, to);
    clock += 1;
    await mkdir(dirname(this.#at(to)), { recursive: true });
    await copyFile(this.#at(from), this.#at(to));
    await utimes(this.#at(to), clock, clock);
    this.contentAt.set(to, this.contentAt.get(from) ?? '');
  }

  async #doOnOne({
    do: what,
    from,
  }: Extract<FileDeed, { readonly do: 'replace' | 'touch' | 'delete' }>): Promise<void> {
    const path = this.#pick(from);
    if (path === undefined) return;
    if (what === 'replace') return this.#write(path, from);
    if (what === 'delete') {
      await rm(this.#at(path));
      this.contentAt.delete(path);
      return;
    }
    clock += 1;
    await utimes(this.#at(path), clock, clock);
  }

  async #takeAway(root: Root, leavesFolder: boolean): Promise<void> {
    if (this.away.has(root)) return;
    await rename(this.#at(root), this.#at(`${root}.away`));
    if (leavesFolder) await mkdir(this.#at(root));
    this.away.set(root, leavesFolder ? 'emptied' : 'unmounted');
  }

  /** Does it, as far as it can be done with what is there. */
  async act(deed: FileDeed): Promise<void> {
    if ('root' in deed) await this.#takeAway(ROOTS[deed.root % 2] ?? 'left', deed.do === 'empty');
    else if (deed.do === 'create') {
      const path = this.#place(deed.place);
      if (!this.contentAt.has(path) && !this.#isAway(path)) await this.#write(path, deed.kind);
    } else if ('folder' in deed) await this.#doOnFolders(deed);
    else if ('to' in deed) await this.#doOnPair(deed);
    else await this.#doOnOne(deed);
  }

  /** Brings back what is away. */
  async remount(root: Root): Promise<void> {
    if (this.away.get(root) === 'emptied') await rmdir(this.#at(root));
    if (this.away.has(root)) await rename(this.#at(`${root}.away`), this.#at(root));
    this.away.delete(root);
  }
}
