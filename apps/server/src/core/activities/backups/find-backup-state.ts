import type { Config } from '#config/schema.ts';
import { type BackupNote, listNotes } from '#files/backups/backup-folder.ts';
import { say } from '#words/say.ts';
import { sayStored } from '#words/stored-message.ts';
import { type Finding, type Found, ok, problem, warning } from '../doctor/finding.ts';
import { getBackupFolder } from './find-place.ts';

const DAY_MS = 86_400_000;
/** A weekly backup that failed once, and a monthly drill that failed once. */
const OLD_BACKUP_DAYS = 15;
const OLD_DRILL_DAYS = 62;

function countDays(at: number, now: number): number {
  return Math.floor((now - at) / DAY_MS);
}

function checkNewest(newest: BackupNote | undefined, now: number): Found {
  if (newest === undefined)
    return warning(say('There is no good backup'), say('Make one under Manage > Backups, or wait for the weekly one'));
  const message = say(
    'The last good backup was made {days, plural, =0 {today} =1 {yesterday} one {# day ago} other {# days ago}}',
    { days: countDays(newest.createdAt, now) },
  );
  if (now - newest.createdAt <= OLD_BACKUP_DAYS * DAY_MS) return ok(message);
  return warning(message, say('Make one under Manage > Backups, and look at failed tasks'));
}

function checkDrill(drilledAt: number, oldestAt: number, now: number): Found {
  if (drilledAt === 0 && now - oldestAt <= OLD_DRILL_DAYS * DAY_MS)
    return ok(say('No backup was restored for practice yet. The schedule of drills does it monthly'));
  const message =
    drilledAt === 0
      ? say('No backup was ever restored for practice')
      : say(
          'A backup was last restored for practice {days, plural, =0 {today} =1 {yesterday} one {# day ago} other {# days ago}}',
          { days: countDays(drilledAt, now) },
        );
  if (now - drilledAt <= OLD_DRILL_DAYS * DAY_MS) return ok(message);
  return warning(message, say('Look at failed tasks, and at the schedule of drills'));
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
      found.push(
        problem(
          say('Backup {id} cannot be restored: {reason}', { id, reason: sayStored(fault) }),
          say('Make another one, and check the disk'),
        ),
      );
  }
  return found.map((one) => ({ area: 'backups', ...one }));
}
