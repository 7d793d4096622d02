import { AppError } from '#core/errors.ts';
import { inspectMigrations, openInspection } from '#db/inspect.ts';
import { listProcesses } from '#db/repos/system/server-state.repo.ts';
import { say } from '#words/say.ts';
import type { DataPlace } from './find-place.ts';

/**
 * Refuses while other servers use a PostgreSQL database: they would write into the tables that are replaced. On SQLite the
 * lock of the data folder keeps them out.
 * @param own name of the process that asks, when it is a server
 * @throws {AppError} `Conflict`
 */
export async function requireAlone({ location }: Pick<DataPlace, 'location'>, own?: string): Promise<void> {
  if (location.kind === 'sqlite') return;
  await using inspection = await openInspection({ kind: 'postgres', url: location.url });
  // A database without tables has no servers.
  if ((await inspectMigrations(inspection)).missing.length > 0) return;
  const others = (await listProcesses(inspection)).filter((name) => name !== own);
  if (others.length === 0) return;
  throw new AppError(
    'Conflict',
    say(
      '{count, plural, one {# other Lectern server uses this database. Stop it, wait a minute, and restore again} other {# other Lectern servers use this database. Stop them, wait a minute, and restore again}}',
      { count: others.length },
    ),
  );
}
