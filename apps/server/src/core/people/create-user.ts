import type { User, UserCreate } from '@lectern/contract';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import type { Viewer } from '#core/viewer.ts';
import type { Database } from '#db/open.ts';
import { writeUser, writeUserLibraries } from '#db/repos/people/users.repo.ts';
import type { Access } from './access.ts';
import { getAccount } from './get-user.ts';
import { copyGrants } from './grants.ts';
import { requireGoodPassword } from './password-rules.ts';
import { chooseLibraries, requireAgeWithin, requireGrantable } from './require-reach.ts';
import { getRoleColumns } from './roles.ts';
import { ageColumns, lockUsers, newUserRow, requireFree } from './user-row.ts';

/** Context of new accounts. */
export interface CreateContext extends AuditContext {
  readonly db: Database;
  readonly access: Pick<Access, 'serverName'>;
}

/**
 * Adds an account for a viewer who manages accounts. By default it sees the libraries of the viewer. Sharing tags and an age limit
 * of the viewer limit the account too.
 * @throws {AppError} `Conflict`, `BadRequest` or `Forbidden`
 */
export async function createUserAs(ctx: CreateContext, viewer: Viewer, input: UserCreate): Promise<User> {
  const { username, password, email = null, role = 'reader', permissions = [], isActive = true } = input;
  const { customRoleId = null } = input;
  const plain = { role, rolePermissions: null, permissions: JSON.stringify(permissions) };
  if (customRoleId === null) requireGrantable(viewer, plain);
  requireGoodPassword(ctx, { username, password, email });
  // A limited viewer passes their limit on. An admin can take their own away.
  const ownAge = viewer.permissions.has('SystemAdmin') ? undefined : viewer.sharing?.age;
  const age = input.ageLimit === undefined ? ownAge : (input.ageLimit ?? undefined);
  requireAgeWithin(viewer, age);
  const row = await newUserRow({ username, password, email, role, permissions, isActive });
  return await ctx.db.transaction(async (tx) => {
    await lockUsers(tx);
    const user = { ...row, ...(customRoleId === null ? {} : await getRoleColumns(tx.read, customRoleId)) };
    requireGrantable(viewer, user);
    await requireFree(tx, user);
    const wanted = input.libraryIds === undefined ? (viewer.libraryIds ?? null) : input.libraryIds;
    const libraryIds = await chooseLibraries(tx, viewer, wanted, []);
    await writeUser(tx, { ...user, ...ageColumns(age ?? null), allLibraries: libraryIds === null ? 1 : 0 });
    await writeUserLibraries(tx, user.id, libraryIds ?? []);
    await copyGrants(tx, viewer, user.id);
    const details = { role: user.role, customRoleId, permissions, libraryIds, ...(age === undefined ? {} : { age }) };
    await writeAudit(tx, ctx, { action: 'account_added', actor: viewer, account: user, details });
    return await getAccount(tx.read, viewer, user.id);
  });
}
