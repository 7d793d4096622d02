import { setImmediate as nextTurn } from 'node:timers/promises';
import { readStatement } from '#core/rules/naming/decision.ts';
import { type Place, type PlacedFile, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { readsMetadata, type SeriesRules } from '#core/rules/naming/series-rules.ts';
import type { ReadDb } from '#db/open.ts';
import { listStatements } from '#db/repos/scanning/naming.repo.ts';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';

/** Finds the series of a file. `bookId` names the known book, whose metadata may decide. */
export type PlaceFile = (path: string, bookId?: string) => Place;

type Stated = Omit<PlacedFile, 'path'>;

/** Prepares the placing of files. Loads metadata only when the rules use it; a new book has none until its analysis. */
export async function preparePlacing(db: ReadDb, libraryId: string, rules: SeriesRules): Promise<PlaceFile> {
  const stated = new Map<string, Stated>();
  if (readsMetadata(rules)) {
    for await (const page of listStatements(db, libraryId)) {
      for (const statement of page) stated.set(statement.bookId, readStatement(statement));
      await nextTurn();
    }
  }
  return (path, bookId) => placeInSeries(rules, { path, ...(bookId === undefined ? {} : stated.get(bookId)) });
}

/** A known book with its file. */
export interface FoundBook {
  readonly book: KnownBook;
  readonly file: FoundFile;
}

/** Differences between the files and the known books. */
export interface Differences {
  readonly added: readonly FoundFile[];
  /** Same path, other size or modification time. */
  readonly changed: readonly FoundBook[];
  /** Unchanged file, changed sidecars. */
  readonly besideChanged: readonly FoundBook[];
  /** Missing books whose file is back, and books of the bin whose file has changed. */
  readonly restored: readonly (FoundBook & { readonly isChanged: boolean })[];
  /** Books of the bin whose file has another time and the same content; known once the content was read. */
  readonly touched: readonly FoundBook[];
  /** Held-back books whose file is back. */
  readonly reappeared: readonly FoundBook[];
  /** Live books without a file, in readable folders. */
  readonly missing: readonly KnownBook[];
  /** Books of the bin without a file, in readable folders: the file may have moved. */
  readonly binnedAway: readonly KnownBook[];
  /** Ids of books of the bin that have their unchanged file, or whose folder cannot be read. */
  readonly binnedHere: ReadonlySet<string>;
  /** Books with another group; only in a deep scan. */
  readonly regrouped: readonly FoundBook[];
  readonly liveCount: number;
  readonly foundCount: number;
  /** Groups with at least one file. */
  readonly groups: ReadonlySet<string>;
  /** Series with at least one book at its old place. Changed and restored books count later, when their identity is known. */
  readonly seriesSeen: ReadonlySet<string>;
}

/** What the files are compared with. */
export interface CompareOptions {
  readonly known: ReadonlyMap<string, KnownBook>;
  readonly placeFile: PlaceFile;
  /** Group path by series; only in a deep scan. */
  readonly groupOf?: ReadonlyMap<string, string>;
  /** Folders of a partial scan; everything else counts as unchanged. */
  readonly below?: ReadonlySet<string> | undefined;
}

/** Compares files with books in batches. */
export interface FileComparison {
  readonly add: (files: readonly FoundFile[]) => void;
  /** Counts a file as present without comparing it. */
  readonly leave: (path: string) => void;
  /** @param unreadable places whose books count as present */
  readonly finish: (unreadable: readonly string[]) => Differences;
}

/** Whether a file has other sidecars than known; unreadable sidecars count as unchanged. */
export function isBesideChanged({ book, file }: FoundBook): boolean {
  return file.sidecars !== undefined && file.sidecars !== book.sidecars;
}

function isBelowAny(path: string, places: ReadonlySet<string>): boolean {
  if (places.size === 0) return false;
  if (places.has('') || places.has(path)) return true;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (places.has(path.slice(0, slash))) return true;
  }
  return false;
}

/** Whether a path is outside of all folders; never without folders. */
export function isOutside(path: string, below: ReadonlySet<string> | undefined): boolean {
  return below !== undefined && !isBelowAny(path, below);
}

interface Unseen extends Pick<CompareOptions, 'known' | 'below'> {
  readonly seen: ReadonlySet<string>;
  /** Unreadable folders and files. */
  readonly unreadable: ReadonlySet<string>;
  /** Gets the series of live books that may still have their file. */
  readonly seriesSeen: Set<string>;
  /** Gets the books of the bin that may still have their file. */
  readonly binnedHere: Set<string>;
}

/** Sorts the books whose file was not found. */
function sortUnseen({ known, below, seen, unreadable, seriesSeen, binnedHere }: Unseen) {
  const missing: KnownBook[] = [];
  const binnedAway: KnownBook[] = [];
  let liveCount = 0;
  for (const book of known.values()) {
    if (book.deletedAt === null) liveCount += 1;
    else if (book.binnedAt === null) continue;
    if (seen.has(book.path)) continue;
    const isElsewhere = isOutside(book.path, below);
    if (isElsewhere && book.binnedAt !== null) continue;
    const mayBeThere = isElsewhere || isBelowAny(book.path, unreadable);
    if (book.binnedAt !== null && mayBeThere) binnedHere.add(book.id);
    else if (book.binnedAt !== null) binnedAway.push(book);
    else if (mayBeThere) seriesSeen.add(book.seriesId);
    else missing.push(book);
  }
  return { missing, binnedAway, liveCount };
}

/** Starts a comparison, without access to disk or database. */
export function compareFiles({ known, groupOf, placeFile, below }: CompareOptions): FileComparison {
  const seen = new Set<string>();
  const groups = new Set<string>();
  const seriesSeen = new Set<string>();
  const added: FoundFile[] = [];
  const changed: FoundBook[] = [];
  const besideChanged: FoundBook[] = [];
  const restored: (FoundBook & { readonly isChanged: boolean })[] = [];
  const reappeared: FoundBook[] = [];
  const regrouped: FoundBook[] = [];
  const binnedHere = new Set<string>();
  let foundCount = 0;

  const place = (file: FoundFile): void => {
    foundCount += 1;
    const book = known.get(file.path);
    const { groupPath } = placeFile(file.path, book?.id);
    groups.add(groupPath);
    if (book === undefined) {
      added.push(file);
      return;
    }
    seen.add(book.path);
    if (groupOf !== undefined && groupOf.get(book.seriesId) !== groupPath) regrouped.push({ book, file });
    const isChanged = book.fileSize !== file.size || book.fileModifiedAt !== file.modifiedAt;
    if (book.binnedAt !== null && !isChanged) {
      binnedHere.add(book.id);
      seriesSeen.add(book.seriesId);
      return;
    }
    if (book.deletedAt !== null) {
      restored.push({ book, file, isChanged });
      return;
    }
    if (isChanged) {
      // The content decides later whether it is still the same book.
      changed.push({ book, file });
      return;
    }
    seriesSeen.add(book.seriesId);
    if (book.missingSince !== null) reappeared.push({ book, file });
    if (isBesideChanged({ book, file })) besideChanged.push({ book, file });
  };

  return {
    add: (files) => {
      for (const file of files) place(file);
    },
    leave: (path) => {
      seen.add(path);
      const book = known.get(path);
      if (book === undefined) return;
      seriesSeen.add(book.seriesId);
      if (book.binnedAt !== null) binnedHere.add(book.id);
    },
    finish: (unreadable) => {
      const places = { unreadable: new Set(unreadable), seriesSeen, binnedHere };
      const unseen = sortUnseen({ known, below, seen, ...places });
      const differences = { added, changed, besideChanged, restored, reappeared, regrouped, ...unseen };
      return { ...differences, touched: [], binnedHere, foundCount, groups, seriesSeen };
    },
  };
}
