import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { applyIndexChanges } from '../../apps/server/src/core/catalog/search/apply-index-changes.ts';
import { MIGRATIONS } from '../../apps/server/src/db/migrations/index.ts';
import { type Database, openDatabase } from '../../apps/server/src/db/open.ts';
import { fillCatalog } from './seed-catalog.ts';
import { buildCredits } from './seed-credits.ts';
import { fillReading } from './seed-reading.ts';
import { startServerProcess } from './server-process.ts';
import { variedTitle } from './titles.ts';
import { workFolder } from './work-folder.ts';

const BATCH = 500;
const FILES = ['lectern.db', 'jwt-secret'];

/** A catalog with varied titles or few words, and an administrator. */
export interface Seed {
  readonly books: number;
  readonly hasVariedTitles?: boolean;
  /** Adds genres, tags, and the administrator's progress in every tenth book. */
  readonly hasReading?: boolean;
  readonly booksASeries?: number;
  /** Gives the books people, publishers, characters and teams. */
  readonly hasCredits?: boolean;
}

/** Fills a database with an administrator, and updates the search index. */
async function fillSeed(db: Database, seed: Seed): Promise<void> {
  const { books, hasVariedTitles = false, hasReading = false, hasCredits = false, booksASeries } = seed;
  const buildTitle = hasVariedTitles ? variedTitle : undefined;
  await fillCatalog(db, books, {
    titleOf: buildTitle,
    booksASeries,
    stateCredits: hasCredits ? buildCredits : undefined,
  });
  if (hasReading) await fillReading(db);
  while (await applyIndexChanges({ db }, BATCH));
  // All files differ, so there are no duplicates to find.
  await db.transaction(async (tx) => tx.write.deleteFrom('duplicateMark').execute());
}

/** Depends on the schema, so that outdated seeds are not used. */
function formatSeedName(seed: Seed): string {
  const { books, hasVariedTitles = false, hasReading = false, hasCredits = false, booksASeries } = seed;
  const apart = booksASeries === undefined ? '' : `-by-${String(booksASeries)}`;
  const kind = `${hasVariedTitles ? 'varied' : 'plain'}${hasReading ? '-read' : ''}${hasCredits ? '-credits' : ''}`;
  return `seed-${kind}${apart}-${String(books)}-${Object.keys(MIGRATIONS).toSorted().at(-1) ?? ''}`;
}

async function makeSeed(dataDir: string, seed: Seed): Promise<void> {
  {
    await using first = await startServerProcess(dataDir);
    await first.json('/home');
  }
  const { db } = await openDatabase({ kind: 'sqlite', path: join(dataDir, 'lectern.db') });
  await fillSeed(db, seed);
  await db[Symbol.asyncDispose]();
}

/** A data directory with a SQLite catalog; made once and copied. */
export async function seededFolder(name: string, seed: Seed): Promise<string> {
  const kept = formatSeedName(seed);
  const master = workFolder(kept, true);
  if (!existsSync(join(master, 'lectern.db'))) {
    const making = workFolder(`${kept}-making`);
    await makeSeed(making, seed);
    for (const file of FILES) renameSync(join(making, file), join(master, file));
  }
  const dataDir = workFolder(name);
  mkdirSync(dataDir, { recursive: true });
  for (const file of FILES) copyFileSync(join(master, file), join(dataDir, file));
  return dataDir;
}
