import type { Database } from '#db/open.ts';
import { type BookFile, findBookFile } from '#db/repos/catalog/books.repo.ts';
import type { CacheState } from '#metrics/counters.ts';
import type { Viewer } from '#core/viewer.ts';

/** Cache of book files per viewer. The next commit empties it. */
export interface BookFiles {
  /** Returns undefined for an unknown book. */
  readonly recall: (viewer: Viewer, bookId: string) => BookFile | undefined;
  /** Returns undefined when the viewer sees no such book. */
  readonly find: (viewer: Viewer, bookId: string) => Promise<BookFile | undefined>;
  readonly state: () => CacheState;
}

/** Books that one viewer reads at a time, plus a margin. */
const MAX_BOOKS = 64;

/**
 * Creates an empty cache. Every commit empties it. Its key is the viewer object, which is replaced when access changes.
 * PostgreSQL does not report commits, so nothing is cached there.
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
      // After a commit during the query, the result may be outdated.
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
