import { BookFormatName, type WatchMethod } from '@lectern/contract';
import { z } from 'zod';
import { databaseNow } from '../../sql/dialect.ts';
import type { ReadDb, Tx } from '../../open.ts';
import { parseScanningConfig } from '../catalog/libraries.repo.ts';
import { isFound, type ReadRow } from '../rows/read-rows.ts';

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
      mode: parseScanningConfig(row).watch,
    }))
    .filter(({ mode }) => mode !== 'off');
}

export type WatchRow = ReadRow<typeof listWatches>;

function watches(db: ReadDb) {
  return db.selectFrom('libraryWatch').select(['libraryId', 'holder', 'method', 'message']);
}

/** The watches of all libraries. */
export async function listWatches(db: ReadDb) {
  return watches(db).execute();
}

/** How a library is watched; undefined without a watch. */
export async function findWatch(db: ReadDb, libraryId: string): Promise<WatchRow | undefined> {
  return watches(db).where('libraryId', '=', libraryId).where('holder', 'is not', null).executeTakeFirst();
}

/**
 * Claims the watch of a library.
 * @param from the holder that was read; undefined without a row
 * @returns false when it changed
 */
export async function claimWatch(tx: Tx, libraryId: string, holder: string, from: string | null | undefined) {
  const claim = { holder, method: 'waiting', message: '', changedAt: databaseNow(tx.kind) };
  if (from === undefined) {
    const insert = tx.write.insertInto('libraryWatch').values({ libraryId, ...claim });
    return isFound(insert.onConflict((conflict) => conflict.column('libraryId').doNothing()).returning('libraryId'));
  }
  const update = tx.write.updateTable('libraryWatch').set(claim).where('libraryId', '=', libraryId);
  return isFound(update.where('holder', 'is not distinct from', from).returning('libraryId'));
}

/** Stores how a library is watched. @returns false when another process holds the watch */
export async function writeWatch(
  tx: Tx,
  holder: string,
  watch: { readonly libraryId: string; readonly method: WatchMethod; readonly message: string },
): Promise<boolean> {
  const { libraryId, method, message } = watch;
  const update = tx.write.updateTable('libraryWatch').set({ method, message, changedAt: databaseNow(tx.kind) });
  return isFound(update.where('libraryId', '=', libraryId).where('holder', '=', holder).returning('libraryId'));
}

/** Gives up the watch of a library. */
export async function releaseWatch(tx: Tx, libraryId: string, holder: string): Promise<void> {
  const update = tx.write.updateTable('libraryWatch').set({ holder: null, changedAt: databaseNow(tx.kind) });
  await update.where('libraryId', '=', libraryId).where('holder', '=', holder).execute();
}
