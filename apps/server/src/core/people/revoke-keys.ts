import { type AuditContext, type AuditNote, writeAudit } from '#core/audit/write-audit.ts';
import type { Tx } from '#db/open.ts';
import { deleteUserKeys, listUserKeys } from '#db/repos/people/api-keys.repo.ts';

interface Revocation {
  readonly actor: AuditNote['actor'];
  readonly account: NonNullable<AuditNote['account']>;
  readonly isWanted: boolean | undefined;
}

/**
 * Revokes every key of an account when that is wanted with a new password. Each has an entry in the audit log, by which a restore
 * keeps it revoked.
 * @returns how many
 */
export async function revokeUserKeys(
  tx: Tx,
  ctx: AuditContext,
  { actor, account, isWanted = false }: Revocation,
): Promise<number> {
  if (!isWanted) return 0;
  const keys = await listUserKeys(tx.read, account.id);
  for (const { id, name, prefix } of keys) {
    const target = { kind: 'api_key', id, name };
    const details = { keyPrefix: prefix };
    await writeAudit(tx, ctx, { action: 'api_key_revoked', actor, account, target, details });
  }
  await deleteUserKeys(tx, account.id);
  return keys.length;
}
