import type { Config } from '#config/schema.ts';
import { type BackupNote, listNotes } from '#files/backups/backup-folder.ts';
import { type Finding, type Found, ok, problem, warning } from '../doctor/finding.ts';
import { getBackupFolder } from './find-place.ts';

const DAY_MS = 86_400_000;
/** A weekly backup that failed once, and a monthly drill that failed once. */
const OLD_BACKUP_DAYS = 15;
const OLD_DRILL_DAYS = 62;

function formatAge(at: number, now: number): string {
  const days = Math.floor((now - at) / DAY_MS);
  if (days === 0) return 'today';
  return days === 1 ? 'yesterday' : `${String(days)} days ago`;
}

function checkNewest(newest: BackupNote | undefined, now: number): Found {
  if (newest === undefined)
    return warning('There is no good backup', 'Make one under Manage > Backups, or wait for the weekly one');
  const message = `The last good backup was made ${formatAge(newest.createdAt, now)}`;
  if (now - newest.createdAt <= OLD_BACKUP_DAYS * DAY_MS) return ok(message);
  return warning(message, 'Make one under Manage > Backups, and look at failed tasks');
}

function checkDrill(drilledAt: number, oldestAt: number, now: number): Found {
  if (drilledAt === 0 && now - oldestAt <= OLD_DRILL_DAYS * DAY_MS)
    return ok('No backup was restored for practice yet; the schedule of drills does it monthly');
  const message =
    drilledAt === 0
      ? 'No backup was ever restored for practice'
      : `A backup was last restored for practice ${formatAge(drilledAt, now)}`;
  if (now - drilledAt <= OLD_DRILL_DAYS * DAY_MS) return ok(message);
  return warning(message, 'Look at failed tasks, and at the schedule of drills');
}

/** When the last good backup and the last drill were, and which backups have faults. */
export async function findBackupState({ config }: { readonly config: Config }): Promise<Finding[]> {
  // An added one is of another time or server.
  const notes = (await listNotes(getBackupFolder(config))).filter(({ reason }) => reason !== 'added');
  const now = Date.now();
  const good = notes.filter(({ fault }) => fault === null);
  const drilledAt = Math.max(0, ...notes.map((note) => note.drilledAt ?? 0));
  const found = [checkNewest(good[0], now)];
  if (good.length > 0) found.push(checkDrill(drilledAt, Math.min(...good.map(({ createdAt }) => createdAt)), now));
  for (const { id, fault } of notes) {
    if (fault !== null)
      found.push(problem(`Backup ${id} cannot be restored: ${fault}`, 'Make another one, and check the disk'));
  }
  return found.map((one) => ({ area: 'backups', ...one }));
}
