import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';

/** In the data folder. It is empty; what matters is who holds the lock on it. */
export const LOCK_FILE = 'server.lock';
/** A server that is being restarted may still be ending. */
const WAIT_MS = 5_000;
const RETRY_MS = 100;

/** Another server has the data folder. */
class DataFolderInUseError extends Error {
  constructor(folder: string) {
    super(
      `Another Lectern server is using the data folder ${folder}. Stop it first, or give this one a folder of its own ` +
        '(--data-dir). Several servers share their data only on PostgreSQL',
    );
    this.name = 'DataFolderInUseError';
  }
}

/** Takes the lock, which the system gives back when the process ends in whatever way; undefined while another has it. */
function tryLock(path: string): Disposable | undefined {
  const lock = new SqliteDatabase(path, { timeout: 0 });
  try {
    // Nothing is ever written, so nothing has to be undone.
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
 * Keeps other servers out of a data folder with an SQLite database: each server remembers what it has read, and two would not
 * hear of each other's changes. Commands beside the server (`lectern user`, `doctor`) need no lock.
 * @param folder absolute; it is there
 * @throws {DataFolderInUseError} after five seconds
 */
export async function holdDataFolder(folder: string): Promise<Disposable> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const held = tryLock(join(folder, LOCK_FILE));
    if (held !== undefined) return held;
    if (Date.now() >= end) throw new DataFolderInUseError(folder);
    await sleep(RETRY_MS);
  }
}
