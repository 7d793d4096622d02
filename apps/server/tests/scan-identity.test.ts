import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ScanMode } from '@lectern/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from './_harness/client.ts';
import { databases } from './_harness/databases.ts';
import { type FileDeed, MovingFiles, type Root } from './_harness/moving-files.ts';
import { addLibrary } from './_harness/scans.ts';
import { startServer, type TestServer } from './_harness/start-server.ts';
import { runsOf } from './_harness/test-length.ts';

const number = fc.nat({ max: 200 });
const deed: fc.Arbitrary<FileDeed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('create'), place: number, kind: number }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('copy', 'move', 'overwrite', 'swap'), from: number, to: number }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('replace', 'touch', 'delete'), from: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rotate'), folder: number }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('rename-folder', 'swap-folders'), folder: number, to: number }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('unmount', 'empty'), root: number }) },
);

/** Some deeds, then a look at one of the two libraries, or at both in either order. */
interface Round {
  readonly deeds: readonly FileDeed[];
  readonly remount: boolean;
  readonly looks: readonly Root[];
  readonly mode: ScanMode;
}

const round: fc.Arbitrary<Round> = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
  remount: fc.boolean(),
  looks: fc.constantFrom(['left', 'right'] as const, ['right', 'left'] as const, ['left'] as const, ['right'] as const),
  mode: fc.constantFrom('normal' as const, 'normal' as const, 'normal' as const, 'deep' as const),
});

/** A shelf to begin with: most of what can be done needs something to do it with. */
const start: readonly FileDeed[] = Array.from({ length: 9 }, (_, index) => ({
  do: 'create',
  place: [0, 8, 16, 2, 10, 4, 1, 9, 3][index] ?? 0,
  kind: index + 1,
}));

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

class Shelf {
  readonly files: MovingFiles;
  readonly #server: TestServer;
  readonly #client: Client;
  readonly #libraryIds = new Map<Root, string>();
  readonly #known = new Map<string, Known>();

  constructor(server: TestServer, client: Client, base: string) {
    this.#server = server;
    this.#client = client;
    this.files = new MovingFiles(base);
  }

  async begin(): Promise<void> {
    await this.files.begin();
    for (const root of ['left', 'right'] as const) {
      const library = await addLibrary(this.#client, this.files.rootPath(root), { name: root });
      this.#libraryIds.set(root, library.id);
    }
  }

  async end(): Promise<void> {
    for (const id of this.#libraryIds.values()) await this.#client.call('deleteLibrary', { params: { id } });
    await this.#server.idle();
  }

  async #rows(): Promise<Row[]> {
    return this.#server.context.db.read
      .selectFrom('book')
      .select(['id', 'libraryId', 'seriesId', 'path', 'deletedAt', 'missingSince'])
      .where('libraryId', 'in', [...this.#libraryIds.values()])
      .execute();
  }

  /** What lies below a root, by path below it. */
  #filesOf(root: Root): Map<string, string> {
    const inside = [...this.files.contentAt].filter(([path]) => path.startsWith(`${root}/`));
    return new Map(inside.map(([path, content]) => [path.slice(root.length + 1), content]));
  }

  async look(root: Root, mode: ScanMode): Promise<void> {
    const libraryId = this.#libraryIds.get(root) ?? '';
    const before = await this.#rows();
    await this.#client.call('startScan', { params: { id: libraryId }, query: { mode } });
    await this.#server.idle();
    const { status } = await this.#client.call('getScanStatus', { params: { id: libraryId } });
    const after = await this.#rows();
    expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
    if (this.files.away.has(root)) {
      const placesOf = (rows: readonly Row[]): unknown[] =>
        rows.map(({ id, path, deletedAt }) => [id, path, deletedAt]).toSorted();
      expect(placesOf(after)).toEqual(placesOf(before));
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
    // A folder that was emptied may be one whose books all moved; of one that is not there nothing is known.
    const away = this.files.away.get(known.root);
    if (away !== undefined) return away === 'emptied';
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
    const strange = await this.#server.context.db.read
      .selectFrom('book')
      .innerJoin('series', 'series.id', 'book.seriesId')
      .select('book.id')
      .whereRef('book.libraryId', '<>', 'series.libraryId')
      .execute();
    expect(strange).toEqual([]);
  }

  #learn(root: Root, rows: readonly Row[]): void {
    const files = this.#filesOf(root);
    const rootOf = new Map([...this.#libraryIds].map(([name, id]) => [id, name]));
    for (const { id, libraryId, path, deletedAt, missingSince } of rows) {
      const at = rootOf.get(libraryId) ?? root;
      const isThere = at === root && deletedAt === null && missingSince === null;
      const content = (isThere ? files.get(path) : undefined) ?? this.#known.get(id)?.content ?? '';
      this.#known.set(id, { root: at, path, content, isDeleted: deletedAt !== null });
    }
  }
}

async function live(shelf: Shelf, rounds: readonly Round[]): Promise<void> {
  await shelf.begin();
  for (const one of start) await shelf.files.act(one);
  const last: Round = { deeds: [], remount: true, looks: ['left', 'right'], mode: 'normal' };
  for (const { deeds, remount, looks, mode } of [{ ...last, remount: false }, ...rounds, last]) {
    for (const one of deeds) await shelf.files.act(one);
    if (remount) for (const root of [...shelf.files.away.keys()]) await shelf.files.remount(root);
    for (const root of looks) await shelf.look(root, mode);
  }
  await shelf.end();
}

describe.each(databases)('books follow their contents on %s', (kind) => {
  it('whatever is done to their files', { timeout: 3_600_000 }, async () => {
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const base = mkdtempSync(join(tmpdir(), 'lectern-moving-'));
        try {
          await live(new Shelf(server, client, base), rounds);
        } finally {
          rmSync(base, { recursive: true, force: true });
        }
      }),
      { numRuns: runsOf(18), endOnFailure: true },
    );
  });
});
