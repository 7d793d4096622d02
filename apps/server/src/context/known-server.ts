import { join } from 'node:path';
import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import { findServerId, writeServerId } from '#db/repos/system/server-state.repo.ts';
import { newId } from '#db/new-id.ts';
import { writeFileAtomically } from '#files/data/atomic-write.ts';
import { findFile, findFileState } from '#files/opening/find-file.ts';

/** Holds the id of the server whose data this is. The database holds the same id. */
const ID_FILE = 'server-id';
const NEW = 'Or start once with --new, to begin with an empty server whose first visitor makes the administrator';

/** The id that the data folder holds; undefined for a folder that no server has used. */
export async function readKnownId(dataDir: string): Promise<string | undefined> {
  const bytes = await findFile(join(dataDir, ID_FILE));
  const id = bytes?.toString('utf8').trim() ?? '';
  return id === '' ? undefined : id;
}

/** Says that a used data folder has lost its database. */
export function refuseEmptyDatabase(dataDir: string, place: string): AppError {
  return new AppError(
    'ServiceUnavailable',
    `The database ${place} is missing or empty, but the data folder ${dataDir} was used with one. ` +
      `Nothing has been changed. Put the database back, or restore a backup. ${NEW}`,
  );
}

/**
 * Refuses a used data folder without its SQLite file, before a new one is created.
 * @throws {AppError}
 */
export async function checkDatabaseFile(dataDir: string, path: string): Promise<void> {
  if ((await readKnownId(dataDir)) === undefined) return;
  const state = await findFileState(path);
  if (state === undefined || state.size === 0) throw refuseEmptyDatabase(dataDir, path);
}

/**
 * Stores one id in the data folder and in the database, where either lacks it.
 * @param isNew the database replaces the one that the folder was used with
 * @throws {AppError} folder and database belong to different servers
 */
export async function matchServer(db: Database, dataDir: string, isNew: boolean): Promise<void> {
  const known = await readKnownId(dataDir);
  const stored = await findServerId(db.read);
  if (known !== undefined && stored !== undefined && known !== stored && !isNew) {
    throw new AppError(
      'ServiceUnavailable',
      `The data folder ${dataDir} belongs to another database. Its covers would be deleted as unused. ` +
        'Set data_dir and database.url to a folder and a database of the same server, or start once with --new to use them together',
    );
  }
  const fresh = (isNew ? undefined : known) ?? newId();
  if (stored === undefined) await db.transaction(async (tx) => writeServerId(tx, fresh));
  // Another process that shares the database may have stored its id first.
  const id = stored ?? (await findServerId(db.read)) ?? fresh;
  if (known !== id) await writeFileAtomically(join(dataDir, ID_FILE), Buffer.from(`${id}\n`));
}
