import type { AuditAction } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Tx } from '#db/open.ts';
import { findLatestEntryTime } from '#db/repos/system/audit.repo.ts';
import { say } from '#words/say.ts';

const DAY_MS = 86_400_000;
/** Entries of one action that one person causes in a day. Making and deleting in turns must not fill the disk. */
const MOST = 1_000;

/**
 * Refuses a change that would be one entry too many of its action for this person. Call it before the change, in its transaction.
 * @throws {AppError} `rate_limit_exceeded`
 */
export async function requireAuditBudget(
  tx: Tx,
  { userId }: Pick<Viewer, 'userId'>,
  action: AuditAction,
): Promise<void> {
  const now = Date.now();
  const since = now - DAY_MS;
  const first = await findLatestEntryTime(tx.read, { actorId: userId, action, since, number: MOST });
  if (first === undefined) return;
  const seconds = Math.max(1, Math.ceil((first - since) / 1_000));
  throw new AppError(
    'rate_limit_exceeded',
    say('Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}', { seconds }),
    { details: { retryAfter: seconds } },
  );
}
