import type { Logger } from 'pino';
import type { Database } from '#db/open.ts';
import { findQuickFaults } from '#db/inspect.ts';
import { isDamaged } from '#db/sql/database-errors.ts';

const EVERY_MS = 2_000;
/** The check of the start ends after this, between two tables. */
const CHECK_MS = 60_000;

async function checkOnce(db: Database, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    const faults = await findQuickFaults(db, AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]));
    if (faults.length === 0) return;
    db.noteDamage();
    log.error({ faults }, 'the database is damaged');
  } catch (error) {
    if (isDamaged(error)) db.noteDamage();
    if (!signal.aborted) log.error({ err: error }, 'the database could not be checked');
  }
}

/**
 * Checks a SQLite database once in the background, and logs when nothing can be written any more. Writes are refused by the
 * database itself.
 */
export function watchDatabase(db: Database, log: Logger): AsyncDisposable {
  if (db.kind !== 'sqlite') return { [Symbol.asyncDispose]: async () => undefined };
  const stop = new AbortController();
  let known: string | undefined;
  const look = (): void => {
    const fault = db.fault();
    if (fault === known) return;
    known = fault;
    if (fault === undefined) log.info('the database can be written again');
    else log.error({ fault }, 'nothing can be written');
  };
  const timer = setInterval(look, EVERY_MS).unref();
  const checked = checkOnce(db, log, stop.signal);
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer);
      stop.abort();
      await checked;
    },
  };
}
