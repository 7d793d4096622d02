import type { Database } from '#db/open.ts';
import { deleteKey } from '#db/repos/users/api-keys.repo.ts';
import { AppError } from '../errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { Viewer } from '../viewer.ts';
import { type AuditContext, auditAfterCommit } from '../users/account-audit.ts';
import { getChangeableKey } from './get-api-key.ts';

/**
 * Revokes a key: it is refused from the next request on, and streams that it holds open end.
 * @throws {AppError} `NotFound` or `Forbidden`
 */
export async function deleteApiKey(
  ctx: AuditContext & { readonly db: Database; readonly access: Access },
  viewer: Viewer,
  id: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { key, owner } = await getChangeableKey(tx.read, viewer, id, 'UsersDelete');
    if (!(await deleteKey(tx, id))) throw new AppError('NotFound', `API key ${id} not found`);
    tx.afterCommit(() => ctx.access.forgetUser(key.userId));
    const details = { keyPrefix: key.prefix };
    auditAfterCommit(tx, ctx, { message: 'API key revoked', actor: viewer, subject: owner, details });
  });
}
