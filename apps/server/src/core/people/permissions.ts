import { type Permission, PermissionName, PERMISSIONS, type Role, ROLE_PERMISSIONS, RoleName } from '@lectern/contract';
import { z } from 'zod';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { findSharing } from '#db/repos/people/sharing-grants.repo.ts';
import { listLibraryIdsOf, listUnknownLibraries } from '#db/repos/people/users.repo.ts';
import { seesWithin, type Sight } from '#db/repos/rows/viewer-scope.ts';
import type { UserTable } from '#db/schema/index.ts';

/** What is said of an account that is not there. */
export function noSuchUser(userId: string): AppError {
  return new AppError('NotFound', `User ${userId} not found`);
}

const Stored = z.string().transform((text) => z.array(PermissionName).parse(JSON.parse(text)));

/** The permissions granted to a user on top of the role, from the stored text. */
export function customPermissionsOf(user: { readonly permissions: string }): readonly Permission[] {
  return Stored.parse(user.permissions);
}

/** The role from the stored text. */
export function roleOf(user: { readonly role: string }): Role {
  return RoleName.parse(user.role);
}

/** Role and custom permissions together; `SystemAdmin` implies all. In the order of the specification. */
export function effectivePermissions(user: {
  readonly role: string;
  readonly permissions: string;
}): ReadonlySet<Permission> {
  const granted = new Set([...ROLE_PERMISSIONS[roleOf(user)], ...customPermissionsOf(user)]);
  if (granted.has('SystemAdmin')) return new Set(PERMISSIONS);
  return new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
}

/** What lets an account do what it may do. */
type Grants = Pick<UserTable, 'role' | 'permissions'>;

/** An account as far as its rights go. */
type Account = Grants & Pick<UserTable, 'id' | 'allLibraries'>;

const OF_EVERYBODY: readonly Permission[] = ROLE_PERMISSIONS.reader;

/**
 * A viewer gives an account no permission that the viewer lacks. Permissions of the role `reader` are free to give.
 * @throws {AppError} `Forbidden`, naming the permission
 */
export function requireGrantable(viewer: Viewer, grants: Grants): void {
  refuseMissing(
    viewer,
    [...effectivePermissions(grants)].filter((permission) => !OF_EVERYBODY.includes(permission)),
  );
}

function refuseMissing(viewer: Viewer, wanted: readonly Permission[]): void {
  const missing = wanted.find((permission) => !viewer.permissions.has(permission));
  if (missing === undefined) return;
  throw new AppError('Forbidden', `This account may do more than you may: it has the permission ${missing}`);
}

/** What an account sees. An administrator sees every library, and can change the sharing tags that bind them. */
async function sightOf(db: ReadDb, account: Account): Promise<Sight> {
  if (effectivePermissions(account).has('SystemAdmin')) return {};
  const libraryIds = account.allLibraries === 1 ? undefined : await listLibraryIdsOf(db, account.id);
  return { libraryIds, sharing: await findSharing(db, account.id) };
}

/**
 * A viewer acts on an account, its sessions, keys, addresses and reset links only when the account can do and see nothing
 * that the viewer cannot: else managing accounts would be a way to every right that any account has. The credential counts,
 * not its owner: an API key reaches as far as its own permissions.
 * @throws {AppError} `Forbidden`
 */
export async function requireReach(db: ReadDb, viewer: Viewer, account: Account): Promise<void> {
  refuseMissing(viewer, [...effectivePermissions(account)]);
  if (viewer.permissions.has('SystemAdmin')) return;
  if (seesWithin(await sightOf(db, account), viewer)) return;
  throw new AppError('Forbidden', 'This account may see more than you may');
}

/**
 * The libraries that an account is to see, after those that the viewer knows of have been chosen.
 * @param wanted as the viewer wants it; null for all libraries
 * @param given the libraries that the account has had so far: those that the viewer may not see stay
 * @returns null for all libraries
 * @throws {AppError} `BadRequest` for a library that is not there or hidden, `Forbidden` for all from one who does not see all
 */
export async function chooseLibraries(
  tx: Tx,
  viewer: Viewer,
  wanted: readonly string[] | null,
  given: readonly string[],
): Promise<readonly string[] | null> {
  const { libraryIds: visible } = viewer;
  if (wanted === null) {
    if (visible === undefined) return null;
    throw new AppError('Forbidden', 'Only who sees all libraries can show all of them to others');
  }
  const chosen = [...new Set(wanted.map((id) => id.toLowerCase()))];
  const unknown = await listUnknownLibraries(tx.read, viewer, chosen);
  if (unknown.length > 0) {
    const message = `There is no library ${unknown.join(', ')}`;
    throw new AppError('BadRequest', message, { details: [{ path: 'libraryIds', message }] });
  }
  const hidden = visible === undefined ? [] : given.filter((id) => !visible.includes(id));
  return [...chosen, ...hidden];
}

/** What was asked for when a key was made; null follows the owner. */
export function storedPermissionsOf(key: { readonly permissions: string | null }): readonly Permission[] | null {
  return key.permissions === null ? null : Stored.parse(key.permissions);
}

/**
 * What a key may do: what its owner may, as far as it was asked for. A key for `SystemAdmin` has everything as
 * long as its owner is one, and nothing afterwards.
 * @param owned the owner's effective permissions at this moment
 */
export function keyPermissions(
  owned: ReadonlySet<Permission>,
  asked: readonly Permission[] | null,
): ReadonlySet<Permission> {
  if (asked === null) return owned;
  const granted = new Set(asked.filter((permission) => owned.has(permission)));
  return granted.has('SystemAdmin') ? owned : new Set(PERMISSIONS.filter((permission) => granted.has(permission)));
}
