import { recordAudit, type AuditContext } from '#core/audit/write-audit.ts';
import type { Database } from '#db/open.ts';
import { countAuditRows } from '#db/repos/system/audit.repo.ts';
import type { RestoreOutcome } from './finish-restore.ts';

/**
 * Records how a restore ended, in the database that is open now. A process that was killed afterwards does not record it twice.
 * @param actor who let the restore end: a start of the server, or a command
 */
export async function noteRestore(
  ctx: AuditContext & { readonly db: Database },
  { backup, state, startedAt, isAuditKept }: RestoreOutcome,
  actor: 'server' | 'operator',
): Promise<void> {
  if ((await countAuditRows(ctx.db.read, { action: 'restore_ended', from: startedAt })) > 0) return;
  const target = { kind: 'backup', id: backup, name: backup };
  const details = { state, ...(isAuditKept ? {} : { auditKept: false }) };
  await recordAudit(ctx, { action: 'restore_ended', actor, target, details });
}
