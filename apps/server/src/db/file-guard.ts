import { identifyPlaceNow } from '#files/opening/file-identity.ts';

/** The database can be read at most: a write would be lost or spread damage. The message is for users. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
}

const DAMAGE_WORDS =
  'The database is damaged: it can be read in part, and nothing is written. Stop the server, keep a copy of the data folder, and restore a backup. `lectern doctor` tells what is damaged';

const LOG_WORDS =
  'The log of the database (the file that ends in -wal) was removed while the server ran: nothing is written. What was saved is in the database file. Restart the server';

/** Watches the files of an open SQLite database: once another process moves them, writes go nowhere. */
export class FileGuard {
  readonly #path: string;
  readonly #opened: string | undefined;
  readonly #saveLog: () => void;
  /** Identity of the log; undefined until SQLite makes it. */
  #log: string | undefined;
  #isLogSaved = false;
  #isDamaged = false;

  /**
   * @param path of a database that is open and was written
   * @param saveLog copies the log, which the process still has open, into the database file
   */
  constructor(path: string, saveLog: () => void) {
    this.#path = path;
    this.#saveLog = saveLog;
    this.#opened = identifyPlaceNow(path);
    this.#log = this.#identifyLog();
  }

  /** What is wrong, in words. */
  get fault(): string | undefined {
    if (this.#isDamaged) return DAMAGE_WORDS;
    const now = identifyPlaceNow(this.#path);
    if (now === this.#opened) return this.#findLogFault();
    const what = now === undefined ? 'has vanished' : 'was replaced';
    return `The database file ${what} while the server ran: nothing is written. Put the file back, or stop the server and restore a backup`;
  }

  #identifyLog(): string | undefined {
    return identifyPlaceNow(`${this.#path}-wal`);
  }

  #findLogFault(): string | undefined {
    const now = this.#identifyLog();
    this.#log ??= now;
    if (now === this.#log) return undefined;
    if (!this.#isLogSaved) {
      this.#isLogSaved = true;
      this.#saveLog();
    }
    return LOG_WORDS;
  }

  /** From now on nothing is written. */
  noteDamage(): void {
    this.#isDamaged = true;
  }

  /** @throws {DatabaseUnusable} */
  check(): void {
    const { fault } = this;
    if (fault !== undefined) throw new DatabaseUnusable(fault);
  }
}
