import type { Config } from '#config/schema.ts';
import type { Database } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import type { WalkOptions } from '#files/walk/walk.ts';
import { BOOK_EXTENSIONS } from './book-extensions.ts';

interface Walked {
  /** Absent for one that is not stored. */
  readonly id?: string;
  /** Upper-case names, null or none for all. */
  readonly allowedFormats: readonly string[] | null;
  readonly excludedPatterns: string | null;
  readonly followLinksOutside: boolean;
}

interface WalkContext {
  readonly db: Pick<Database, 'read'>;
  readonly config: Pick<Config, 'dataDir'>;
}

/**
 * What a walk through a library takes. A link out of it never leads into another library, which has viewers of its own, nor to
 * the data folder.
 */
export async function walkOptionsOf({ db, config }: WalkContext, library: Walked): Promise<WalkOptions> {
  const { allowedFormats, excludedPatterns, followLinksOutside } = library;
  const named = allowedFormats?.map((format) => format.toLowerCase()) ?? [];
  const others = followLinksOutside ? (await listLibraryPaths(db.read)).filter(({ id }) => id !== library.id) : [];
  return {
    extensions: named.length === 0 ? BOOK_EXTENSIONS : named,
    excludedPatterns,
    ...(followLinksOutside ? { linksOut: { notInto: [config.dataDir, ...others.map(({ path }) => path)] } } : {}),
  };
}
