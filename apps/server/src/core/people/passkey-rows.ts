import type { Passkey } from '@lectern/contract';
import { toTimestamp } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { newId } from '#db/new-id.ts';
import type { PasskeyTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import type { CheckedPasskey } from './factors/passkey-checks.ts';

/** The row of a new passkey. */
export function toPasskeyRow(
  checked: CheckedPasskey,
  owner: Pick<PasskeyTable, 'userId' | 'name' | 'host'>,
): PasskeyTable {
  return { ...checked, ...owner, id: newId(), createdAt: Date.now(), lastUsedAt: null };
}

/** A passkey without its key. */
export function toPasskey(row: PasskeyTable): Passkey {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    synced: row.isSynced === 1,
    createdAt: toTimestamp(row.createdAt),
    lastUsedAt: toTimestamp(row.lastUsedAt),
  };
}

/** The refusal of a passkey that an account has already. */
export function passkeyInUse(): AppError {
  return new AppError('Conflict', say('This passkey is in use already'));
}
