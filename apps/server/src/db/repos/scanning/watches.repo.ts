import { BookFormatName, type WatchMethod } from '@lectern/contract';
import { z } from 'zod';
import { databaseNow } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { scanningConfigOf } from '../catalog/libraries.repo.ts';
import type { ReadRow } from '../rows/read-rows.ts';

/** What is to be watched of a library. */
export type WatchTarget = ReadRow<typeof listWatchTargets>;

const Formats = z.array(BookFormatName).nullable();

/** Every active library that is to be watched. */
export async function listWatchTargets(db: ReadDb) {
  const rows = await db
    .selectFrom('library')
    .select(['id', 'path', 'excludedPatterns', 'allowedFormats', 'scanningConfig'])
    .where('isActive', '=', 1)
    .orderBy('id')
    .execute();
  return rows
    .map((row) => ({
      libraryId: row.id,
      path: row.path,
      excludedPatterns: row.excludedPatterns,
      allowedFormats: Formats.parse(row.allowedFormats === null ? null : JSON.parse(row.allowedFormats)),
      mode: scanningConfigOf(row).watch,
    }))
    .filter(({ mode }) => mode !== 'off');
}

/** Who watches a library and how. */
export type WatchRow = ReadRow<typeof listWatches>;

/** Who watches which library. */
export async function listWatches(db: ReadDb) {
  return db.selectFrom('libraryWatch').select(['libraryId', 'holder', 'method', 'message']).execute();
}

/** How a library is watched; undefined without a watch. */
export async function findWatch(db: ReadDb, libraryId: string): Promise<WatchRow | undefined> {
  return db
    .selectFrom('libraryWatch')
    .select(['libraryId', 'holder', 'method', 'message'])
    .where('libraryId', '=', libraryId)
    .where('holder', 'is not', null)
    .executeTakeFirst();
}

/**
 * Takes over the watch of a library.
 * @param from its holder when it was read; null for none, undefined when there was no row
 * @returns false when another user was quicker
 */
export async function claimWatch(tx: Tx, libraryId: string, holder: string, from: string | null | undefined) {
  if (from === undefined) {
    const added = await tx.write
      .insertInto('libraryWatch')
      .values({ libraryId, holder, method: 'waiting', message: '', changedAt: databaseNow(tx.kind) })
      .onConflict((conflict) => conflict.column('libraryId').doNothing())
      .returning('libraryId')
      .executeTakeFirst();
    return added !== undefined;
  }
  const taken = await tx.write
    .updateTable('libraryWatch')
    .set({ holder, method: 'waiting', message: '', changedAt: databaseNow(tx.kind) })
    .where('libraryId', '=', libraryId)
    .where('holder', 'is not distinct from', from)
    .returning('libraryId')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Says how a library is watched.
 * @returns false when another process has taken it over
 */
export async function writeWatch(
  tx: Tx,
  holder: string,
  {
    libraryId,
    method,
    message,
  }: { readonly libraryId: string; readonly method: WatchMethod; readonly message: string },
): Promise<boolean> {
  const row = await tx.write
    .updateTable('libraryWatch')
    .set({ method, message, changedAt: databaseNow(tx.kind) })
    .where('libraryId', '=', libraryId)
    .where('holder', '=', holder)
    .returning('libraryId')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives up the watch of a library. */
export async function releaseWatch(tx: Tx, libraryId: string, holder: string): Promise<void> {
  await tx.write
    .updateTable('libraryWatch')
    .set({ holder: null, changedAt: databaseNow(tx.kind) })
    .where('libraryId', '=', libraryId)
    .where('holder', '=', holder)
    .execute();
}
