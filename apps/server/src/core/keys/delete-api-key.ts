import type { Database } from '#db/open.ts';
import { deleteKey } from '#db/repos/users/api-keys.repo.ts';
import { AppError } from '../errors.ts';
import type { Access } from '#core/sign-in/access.ts';
import type { Viewer } from '../viewer.ts';
import { getOwnedKey } from './get-api-key.ts';

/**
 * Revokes a key: it is refused from the next request on, and streams that it holds open end.
 * @throws {AppError} `NotFound`
 */
export async function deleteApiKey(
  { db, access }: { readonly db: Database; readonly access: Access },
  viewer: Viewer,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { key } = await getOwnedKey(tx.read, viewer, id, 'UsersDelete');
    if (!(await deleteKey(tx, id))) throw new AppError('NotFound', `API key ${id} not found`);
    tx.afterCommit(() => access.forgetUser(key.userId));
  });
}
