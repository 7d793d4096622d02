import { setImmediate as nextTurn } from 'node:timers/promises';
import { statedBy } from '#core/rules/naming/decision.ts';
import { type Place, type PlacedFile, placeInSeries } from '#core/rules/naming/place-in-series.ts';
import { readsMetadata, type SeriesRules } from '#core/rules/naming/series-rules.ts';
import type { ReadDb } from '#db/open.ts';
import { listStatements } from '#db/repos/scanning/naming.repo.ts';
import type { KnownBook } from '#db/repos/scanning/scan.repo.ts';
import type { FoundFile } from '#files/walk/walk.ts';

/** The series that a file belongs to. `bookId` names the book that it is known to be, for what that book states. */
export type PlaceFile = (path: string, bookId?: string) => Place;

type Stated = Omit<PlacedFile, 'path'>;

/**
 * Readies the placing of a library's files. What its books state is loaded only where series follow from it; a book that was
 * never read states nothing yet, and finds its series when it is.
 */
export async function preparePlacing(db: ReadDb, libraryId: string, rules: SeriesRules): Promise<PlaceFile> {
  const stated = new Map<string, Stated>();
  if (readsMetadata(rules)) {
    for await (const page of listStatements(db, libraryId)) {
      for (const statement of page) stated.set(statement.bookId, statedBy(statement));
      await nextTurn();
    }
  }
  return (path, bookId) => placeInSeries(rules, { path, ...(bookId === undefined ? {} : stated.get(bookId)) });
}

/** A known book and its file as it is now. */
export interface FoundBook {
  readonly book: KnownBook;
  readonly file: FoundFile;
}

/** How the files on disk differ from the books that are known. */
export interface Differences {
  readonly added: readonly FoundFile[];
  /** Same path, another size or modification time. */
  readonly changed: readonly FoundBook[];
  /** Same file, but something else lies beside it than before. */
  readonly besideChanged: readonly FoundBook[];
  /** Deleted once, there again; `isChanged` when not as it was. */
  readonly restored: readonly (FoundBook & { readonly isChanged: boolean })[];
  /** Held back as missing, there again. */
  readonly reappeared: readonly FoundBook[];
  /** Live books whose file is not there, though its folder could be read. */
  readonly missing: readonly KnownBook[];
  /** Books whose group is another one now; only asked for by a deep scan. */
  readonly regrouped: readonly FoundBook[];
  /** Live books before the scan. */
  readonly liveCount: number;
  readonly foundCount: number;
  /** Groups with at least one file. */
  readonly groups: ReadonlySet<string>;
  /** Series of which at least one book is where it was; changed and restored ones count once it is known that they stay. */
  readonly seriesSeen: ReadonlySet<string>;
}

/** What else the comparison goes by. */
export interface CompareOptions {
  readonly known: ReadonlyMap<string, KnownBook>;
  /** Group path of a file. */
  readonly placeFile: PlaceFile;
  /** Group path of each known series; given by a deep scan, which groups again. */
  readonly groupOf?: ReadonlyMap<string, string>;
  /** Only what lies below these folders was walked; everything else is as it was. */
  readonly below?: ReadonlySet<string> | undefined;
}

/** Compares files with books as the walk brings them. */
export interface FileComparison {
  readonly add: (files: readonly FoundFile[]) => void;
  /** The file is there, but not to be judged in this round. */
  readonly leave: (path: string) => void;
  /** @param unreadable folders and files that could not be looked at: what is known below them is unknown, not gone */
  readonly finish: (unreadable: readonly string[]) => Differences;
}

/** Whether something else lies beside a file than what is known of it; what could not be looked at is as it was. */
export function isBesideChanged({ book, file }: FoundBook): boolean {
  return file.sidecars !== undefined && file.sidecars !== book.sidecars;
}

/** True for paths below (or at) one of these places. */
function isBelowAny(path: string, places: ReadonlySet<string>): boolean {
  if (places.size === 0) return false;
  if (places.has('') || places.has(path)) return true;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    if (places.has(path.slice(0, slash))) return true;
  }
  return false;
}

/** Whether a path is none of these folders and lies below none; nothing is outside when there are none given. */
export function isOutside(path: string, below: ReadonlySet<string> | undefined): boolean {
  return below !== undefined && !isBelowAny(path, below);
}

/** Starts a comparison; nothing of it touches disk or database. */
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
    if (book.deletedAt !== null) {
      restored.push({ book, file, isChanged });
      return;
    }
    if (isChanged) {
      // Whether it is still that book's file is decided by its content.
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
      if (book !== undefined) seriesSeen.add(book.seriesId);
    },
    finish: (unreadable) => {
      const places = new Set(unreadable);
      const missing: KnownBook[] = [];
      let liveCount = 0;
      for (const book of known.values()) {
        if (book.deletedAt !== null) continue;
        liveCount += 1;
        if (seen.has(book.path)) continue;
        if (isOutside(book.path, below) || isBelowAny(book.path, places)) seriesSeen.add(book.seriesId);
        else missing.push(book);
      }
      const differences = { added, changed, besideChanged, restored, reappeared, missing, regrouped };
      return { ...differences, liveCount, foundCount, groups, seriesSeen };
    },
  };
}
