import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { createFolder } from '#files/data/create-folder.ts';
import { createPrivateFile } from '#files/data/private-folder.ts';
import type { DatabaseLocation } from './open.ts';

/** An empty file in the data folder; the server holds a lock on it. */
const LOCK_FILE = 'server.lock';
/** A restarting server may still be ending. */
const WAIT_MS = 5_000;
const RETRY_MS = 100;

class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another Lectern server is using the data folder ${folder}. Stop it first, or give this one a folder of its own ` +
        '(--data-dir). Several servers share their data only on PostgreSQL',
    );
    this.name = 'DataFolderInUseError';
  }
}

/** Takes the lock; undefined while another process has it. The system releases it when the process ends. */
function tryLock(path: string): Disposable | undefined {
  const lock = new SqliteDatabase(path, { timeout: 0 });
  try {
    // Nothing is written, so no journal is needed.
    lock.pragma('journal_mode = memory');
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => lock.close() };
}

/**
 * Keeps other servers out of a data folder with SQLite: each server caches what it reads, and would miss the other's
 * changes. Servers on one PostgreSQL may share a folder. Other commands (`lectern user`, `doctor`) need no lock.
 * @throws {DataFolderInUseError} after five seconds
 */
export async function holdDataFolder(location: DatabaseLocation): Promise<Disposable | undefined> {
  if (location.kind === 'postgres') return undefined;
  const folder = dirname(location.path);
  await createFolder(folder);
  await createPrivateFile(join(folder, LOCK_FILE));
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const held = tryLock(join(folder, LOCK_FILE));
    if (held !== undefined) return held;
    if (Date.now() >= end) throw new DataFolderInUseError(folder);
    await sleep(RETRY_MS);
  }
}
