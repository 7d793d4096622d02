import { kept } from '../../dialect.ts';
import type { Tx } from '../../open.ts';

/**
 * Lets only one transaction at a time go on from here that brings, moves or removes series and books of these libraries, until
 * it ends: what it has looked up after this stays true. It comes before any other row of the catalog is held. SQLite has one
 * writer anyway.
 */
export async function holdLibraries(tx: Tx, libraryIds: readonly string[]): Promise<void> {
  if (tx.kind === 'sqlite') return;
  // Locked in the order in which they come: two that hold several never wait for each other.
  const libraries = tx.write.selectFrom('library').select('id').where('id', 'in', libraryIds).orderBy('id');
  await kept(tx.kind, libraries).execute();
}

/** The same with the library that a series is in. */
export async function holdLibraryOf(tx: Tx, seriesId: string): Promise<void> {
  if (tx.kind === 'sqlite') return;
  const library = tx.write
    .selectFrom('library')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('series').select('libraryId').where('id', '=', seriesId));
  await kept(tx.kind, library).execute();
}
