import type { CurrentUser } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import type { EventBus } from '#events/bus.ts';
import { findUser } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { customPermissionsOf, roleOf } from '#core/users/permissions-of.ts';

function timestamp(at: number): string {
  return new Date(at).toISOString();
}

/**
 * The viewer's own account.
 * @throws {AppError} `Unauthorized` when it has just been deleted
 */
export async function getCurrentUser(
  ctx: { readonly db: Database; readonly events: EventBus },
  viewer: Viewer,
): Promise<CurrentUser> {
  const lastEventId = ctx.events.lastId();
  const user = await findUser(ctx.db.read, viewer.userId);
  if (user === undefined) throw new AppError('Unauthorized', 'This account no longer exists');
  return {
    id: user.id,
    username: user.username,
    email: user.email ?? '',
    role: roleOf(user),
    emailVerified: user.emailVerified === 1,
    isActive: user.isActive === 1,
    permissions: [...customPermissionsOf(user)],
    effectivePermissions: [...viewer.permissions],
    lastLoginAt: user.lastLoginAt === null ? null : timestamp(user.lastLoginAt),
    createdAt: timestamp(user.createdAt),
    updatedAt: timestamp(user.updatedAt),
    lastEventId,
  };
}
