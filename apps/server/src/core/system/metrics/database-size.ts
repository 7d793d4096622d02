import { join } from 'node:path';
import type { Database } from '#db/open.ts';
import { measureDatabase } from '#db/repos/system/system.repo.ts';
import { findFileState } from '#files/books/find-file.ts';

/** What it takes to measure the database. */
export interface SizeContext {
  readonly db: Database;
  readonly config: { readonly dataDir: string };
}

/** Bytes of the database on disk, with the log file that SQLite keeps beside it. */
export async function databaseSize({ db, config }: SizeContext): Promise<number> {
  const [own, log] = await Promise.all([
    measureDatabase(db),
    db.kind === 'sqlite' ? findFileState(join(config.dataDir, 'lectern.db-wal')) : undefined,
  ]);
  return own + (log?.size ?? 0);
}
