import { join } from 'node:path';
import { carryRows } from '#db/dump/carry-rows.ts';
import { endStanding } from '#db/dump/end-standing.ts';
import { placeInSchema } from '#db/dump/scratch.ts';
import type { DatabaseLocation } from '#db/open.ts';
import { exists, type RestoreJournal } from '#files/backups/restore-journal.ts';
import type { DataPlace } from './find-place.ts';

/** Where the tables of before a restore are after the switch; undefined when there were none. */
async function findBefore(
  { location, dataDir }: DataPlace,
  journal: RestoreJournal,
): Promise<DatabaseLocation | undefined> {
  if (location.kind === 'postgres') {
    return journal.schemas === null ? undefined : placeInSchema(location, journal.schemas.aside);
  }
  const path = join(dataDir, journal.aside, 'lectern.db');
  return (await exists(path)) ? { kind: 'sqlite', path } : undefined;
}

/** Carries the audit log, and what accounts are told of views by admins. @returns false when not every row could be read */
async function carryStanding(before: DatabaseLocation, restored: DatabaseLocation): Promise<boolean> {
  const isLogWhole = await carryRows(before, restored, 'auditEntry');
  const areViewsWhole = await carryRows(before, restored, 'accountView', { column: 'userId', table: 'user' });
  return isLogWhole && areViewsWhole;
}

/**
 * Keeps what a restore must not undo: the audit log of the state before and its list of views go on in the restored one. Sessions and links of mails
 * end, and what was revoked since the backup stays revoked. May be interrupted, and run again.
 * @returns false when not every entry could be read, because the database of before is broken
 */
export async function keepStanding(place: DataPlace, journal: RestoreJournal): Promise<boolean> {
  const before = await findBefore(place, journal);
  const isWhole = before === undefined || (await carryStanding(before, place.location));
  await endStanding(place.location);
  return isWhole;
}
