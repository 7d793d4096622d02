import { dirname } from 'node:path';
import type { ScanMode } from '@lectern/contract';
import { expect } from 'vitest';
import type { ReadDb } from '#db/open.ts';
import type { Client } from './client.ts';
import { MovingFiles, type Root } from './moving-files.ts';
import { addLibrary } from './scans.ts';

interface Row {
  readonly id: string;
  readonly libraryId: string;
  readonly seriesId: string;
  readonly path: string;
  readonly deletedAt: number | null;
  readonly missingSince: number | null;
}

/** What a book is known to hold, and where it was. */
interface Known {
  readonly root: Root;
  readonly path: string;
  readonly content: string;
  readonly isDeleted: boolean;
}

/** The server that keeps the books: it may be another process from one look to the next. */
export interface ShelfKeeper {
  readonly client: Client;
  /** Resolves when no task waits or runs. */
  readonly idle: () => Promise<void>;
  /** A look at the database as it is. */
  readonly read: <Result>(look: (db: ReadDb) => Promise<Result>) => Promise<Result>;
}

/** Two libraries whose files are moved about, and what is known of their books: each belongs to its content. */
export class MovingShelf {
  readonly files: MovingFiles;
  readonly #keeper: ShelfKeeper;
  readonly #libraryIds = new Map<Root, string>();
  readonly #known = new Map<string, Known>();

  constructor(keeper: ShelfKeeper, base: string) {
    this.#keeper = keeper;
    this.files = new MovingFiles(base);
  }

  async begin(): Promise<void> {
    await this.files.begin();
    for (const root of ['left', 'right'] as const) {
      const library = await addLibrary(this.#keeper.client, this.files.rootPath(root), { name: root });
      this.#libraryIds.set(root, library.id);
    }
  }

  async end(): Promise<void> {
    for (const id of this.#libraryIds.values()) await this.#keeper.client.call('deleteLibrary', { params: { id } });
    await this.#keeper.idle();
  }

  async #rows(): Promise<Row[]> {
    return this.#keeper.read(async (db) =>
      db
        .selectFrom('book')
        .select(['id', 'libraryId', 'seriesId', 'path', 'deletedAt', 'missingSince'])
        .where('libraryId', 'in', [...this.#libraryIds.values()])
        .execute(),
    );
  }

  /** What lies below a root, by path below it. */
  #filesOf(root: Root): Map<string, string> {
    const inside = [...this.files.contentAt].filter(([path]) => path.startsWith(`${root}/`));
    return new Map(inside.map(([path, content]) => [path.slice(root.length + 1), content]));
  }

  /**
   * Has a library looked through, and checks what has become of its books.
   * @param meanwhile what happens to the server while it looks
   */
  async look(root: Root, mode: ScanMode, meanwhile?: () => Promise<void>): Promise<void> {
    const libraryId = this.#libraryIds.get(root) ?? '';
    const before = await this.#rows();
    await this.#keeper.client.call('startScan', { params: { id: libraryId }, query: { mode } });
    await meanwhile?.();
    await this.#keeper.idle();
    const { status } = await this.#keeper.client.call('getScanStatus', { params: { id: libraryId } });
    const after = await this.#rows();
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    if (this.files.away.has(root)) {
      const toPlaces = (rows: readonly Row[]): unknown[] =>
        rows.map(({ id, path, deletedAt }) => [id, path, deletedAt]).toSorted();
      expect(toPlaces(after)).toEqual(toPlaces(before));
      return;
    }
    expect(status).toBe('completed');
    this.#checkFiles(
      root,
      after.filter((row) => row.libraryId === libraryId),
    );
    await this.#checkSeries(libraryId, after);
    this.#learn(root, after);
  }

  /** Each file is one book, and the right one. */
  #checkFiles(root: Root, rows: readonly Row[]): void {
    const files = this.#filesOf(root);
    const there = rows.filter(({ deletedAt, missingSince }) => deletedAt === null && missingSince === null);
    expect(there.map(({ path }) => path).toSorted()).toEqual([...files.keys()].toSorted());
    const idAt = new Map(there.map(({ path, id }) => [path, id]));
    const contents = new Set(files.values());
    const settled = new Set<string>();
    for (const content of contents) {
      const paths = [...files].flatMap(([path, found]) => (found === content ? [path] : []));
      for (const path of this.#checkContent(root, paths, content, idAt)) settled.add(path);
    }
    const placed = new Set([...settled].map((path) => idAt.get(path)));
    for (const path of files.keys()) {
      if (settled.has(path)) continue;
      const [own] = [...this.#known].find(([, known]) => known.root === root && known.path === path) ?? [];
      const id = idAt.get(path) ?? '';
      // Another content than any that was lost: the book of the path goes on with it, unless it went on elsewhere.
      if (own !== undefined && !placed.has(own)) expect(id).toBe(own);
      else expect(this.#known.has(id), `${path} should be a new book`).toBe(false);
    }
  }

  /**
   * Books of a content are where it is, as far as there are both.
   * @returns paths at which a book with this content went on
   */
  #checkContent(root: Root, paths: readonly string[], content: string, idAt: ReadonlyMap<string, string>): string[] {
    const holders = [...this.#known].filter(([, known]) => known.content === content && this.#mayCome(root, known));
    const stayed = holders.filter(([, known]) => known.root === root && paths.includes(known.path));
    for (const [id, { path }] of stayed) expect(idAt.get(path)).toBe(id);
    const free = new Set(holders.map(([id]) => id));
    for (const [id] of stayed) free.delete(id);
    const others = paths.filter((path) => !stayed.some(([, known]) => known.path === path));
    const came = others.filter((path) => free.has(idAt.get(path) ?? ''));
    expect(came, `content ${content} at ${others.join()}`).toHaveLength(Math.min(others.length, free.size));
    return [...stayed.map(([, { path }]) => path), ...came];
  }

  /** Whether a book could be found in a library: one of the other library only when it is gone from there. */
  #mayCome(root: Root, known: Known): boolean {
    if (known.root === root || known.isDeleted) return true;
    // Of a folder that is not there, or is suddenly empty, nothing is known.
    if (this.files.away.has(known.root) || this.files.isEmpty(known.root)) return false;
    return this.#filesOf(known.root).get(known.path) !== known.content;
  }

  /** A folder is a series, and no series is two folders. */
  async #checkSeries(libraryId: string, rows: readonly Row[]): Promise<void> {
    const there = rows.filter((row) => row.libraryId === libraryId && row.deletedAt === null);
    const pairs = new Set(
      there.filter((row) => row.missingSince === null).map(({ path, seriesId }) => `${dirname(path)} ${seriesId}`),
    );
    const folders = new Set([...pairs].map((pair) => pair.split(' ')[0]));
    const series = new Set([...pairs].map((pair) => pair.split(' ')[1]));
    expect([...pairs]).toHaveLength(folders.size);
    expect([...pairs]).toHaveLength(series.size);
    const strange = await this.#keeper.read(async (db) =>
      db
        .selectFrom('book')
        .innerJoin('series', 'series.id', 'book.seriesId')
        .select('book.id')
        .whereRef('book.libraryId', '<>', 'series.libraryId')
        .execute(),
    );
    expect(strange).toEqual([]);
  }

  #learn(root: Root, rows: readonly Row[]): void {
    const files = this.#filesOf(root);
    const rootNames = new Map([...this.#libraryIds].map(([name, id]) => [id, name]));
    for (const { id, libraryId, path, deletedAt, missingSince } of rows) {
      const at = rootNames.get(libraryId) ?? root;
      const isThere = at === root && deletedAt === null && missingSince === null;
      const content = (isThere ? files.get(path) : undefined) ?? this.#known.get(id)?.content ?? '';
      this.#known.set(id, { root: at, path, content, isDeleted: deletedAt !== null });
    }
  }
}
