import type { Database } from '#db/open.ts';
import { type BookFile, findBookFile } from '#db/repos/catalog/books.repo.ts';
import type { CacheState } from '#metrics/counters.ts';
import type { Viewer } from '#core/viewer.ts';

/** Which file a book is, for its viewer: remembered for as long as nothing at all has changed. */
export interface BookFiles {
  /** What is remembered; undefined says nothing about the book. */
  readonly recall: (viewer: Viewer, bookId: string) => BookFile | undefined;
  /** @returns undefined when there is no such book for this viewer */
  readonly find: (viewer: Viewer, bookId: string) => Promise<BookFile | undefined>;
  readonly state: () => CacheState;
}

/** Books that one viewer turns pages of at a time, and a few more. */
const MAX_BOOKS = 64;

/**
 * An empty memory. What it tells is what the database would tell: every commit of anybody empties it, and a viewer is known by
 * the object that stands for them, of which there is another one after any change of what they may see. On PostgreSQL, which
 * does not tell of commits, it asks each time.
 */
export function createBookFiles(db: Database): BookFiles {
  let known = new WeakMap<Viewer, Map<string, BookFile>>();
  let knownAt: number | undefined;
  let hits = 0;
  let misses = 0;

  const recall = (viewer: Viewer, bookId: string): BookFile | undefined => {
    const version = db.version?.();
    if (version === knownAt) {
      const file = known.get(viewer)?.get(bookId);
      if (file !== undefined) hits += 1;
      return file;
    }
    known = new WeakMap();
    knownAt = version;
    return undefined;
  };

  return {
    recall,
    find: async (viewer, bookId) => {
      const remembered = recall(viewer, bookId);
      if (remembered !== undefined) return remembered;
      misses += 1;
      const version = knownAt;
      const file = await findBookFile(db.read, viewer, bookId);
      // What was committed meanwhile may or may not be in it.
      if (file === undefined || version === undefined || db.version?.() !== version || knownAt !== version) return file;
      const books = known.get(viewer) ?? new Map<string, BookFile>();
      if (books.size >= MAX_BOOKS) books.clear();
      books.set(bookId, file);
      known.set(viewer, books);
      return file;
    },
    state: () => ({ hits, misses, entries: null, bytes: null, maxBytes: null }),
  };
}
