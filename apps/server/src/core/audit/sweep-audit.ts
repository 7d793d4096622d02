import type { Database } from '#db/open.ts';
import { deleteAuditBefore, deleteAuditBeyond } from '#db/repos/system/audit.repo.ts';

const DAY_MS = 86_400_000;
/** Entries of one transaction. */
const BATCH = 2_000;
/** Refused sign-ins that stay. Guessing from many addresses must not fill the disk. */
const MAX_REFUSED = 200_000;

interface SweepContext {
  readonly db: Database;
  readonly settings: { readonly get: (key: 'audit.retention_days') => number };
}

/** Deletes entries of the audit log that are older than the setting says. */
export async function sweepAudit({ db, settings }: SweepContext, signal: AbortSignal): Promise<void> {
  const before = Date.now() - settings.get('audit.retention_days') * DAY_MS;
  const limit = BATCH;
  for (let deleted = limit; deleted === limit; ) {
    signal.throwIfAborted();
    deleted = await db.transaction(async (tx) => deleteAuditBefore(tx, before, limit));
  }
  for (let deleted = limit; deleted === limit; ) {
    signal.throwIfAborted();
    deleted = await db.transaction(async (tx) =>
      deleteAuditBeyond(tx, 'sign_in_refused', { keep: MAX_REFUSED, limit }),
    );
  }
}
