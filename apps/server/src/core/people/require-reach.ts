import { type Permission, ROLE_PERMISSIONS } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import type { Viewer } from '#core/viewer.ts';
import type { ReadDb, Tx } from '#db/open.ts';
import { listUnknownLibraries } from '#db/repos/people/users.repo.ts';
import { type AgeLimit, isAgeWithin, seesWithin, type Sight } from '#db/repos/rows/viewer-scope.ts';
import { say } from '#words/say.ts';
import { effectivePermissions, type Grants } from './permissions.ts';
import { readSight, type SeeingAccount } from './read-sight.ts';
import { invalidField } from '#core/invalid-field.ts';

const FREE_PERMISSIONS: readonly Permission[] = ROLE_PERMISSIONS.reader;

/**
 * Refuses permissions that the viewer lacks. Those of the role `reader` are free to give.
 * @throws {AppError} `Forbidden`, naming the permission
 */
export function requireGrantable(viewer: Viewer, grants: Grants): void {
  refuseMissing(
    viewer,
    [...effectivePermissions(grants)].filter((permission) => !FREE_PERMISSIONS.includes(permission)),
  );
}

function refuseMissing(viewer: Viewer, wanted: readonly Permission[]): void {
  const missing = wanted.find((permission) => !viewer.permissions.has(permission));
  if (missing === undefined) return;
  throw new AppError(
    'Forbidden',
    say('This account has a permission that you do not have: {permission}', { permission: missing }),
  );
}

/** What an account can come to see. An admin sees everything, because they can change their own limits. */
async function readReach(db: ReadDb, account: SeeingAccount): Promise<Sight> {
  return effectivePermissions(account).has('SystemAdmin') ? {} : await readSight(db, account);
}

/**
 * Refuses actions on an account (sessions, keys, addresses, reset links) that may do or see more than the viewer. Otherwise
 * managing accounts would give all rights of any account. The permissions of the credential count: a key reaches as far as its own.
 * @throws {AppError} `Forbidden`
 */
export async function requireReach(db: ReadDb, viewer: Viewer, account: SeeingAccount): Promise<void> {
  refuseMissing(viewer, [...effectivePermissions(account)]);
  if (viewer.permissions.has('SystemAdmin')) return;
  if (seesWithin(await readReach(db, account), viewer)) return;
  throw new AppError('Forbidden', say('This account can see more than you can'));
}

/**
 * Refuses an age limit that shows more than the viewer sees. An admin may give any.
 * @throws {AppError} `Forbidden`
 */
export function requireAgeWithin(viewer: Viewer, limit: AgeLimit | undefined): void {
  if (viewer.permissions.has('SystemAdmin') || isAgeWithin(limit, viewer.sharing?.age)) return;
  throw new AppError('Forbidden', say('This age limit shows more than you can see'));
}

/**
 * The libraries of an account after a change by a viewer.
 * @param wanted null for all libraries
 * @param given the present libraries of the account. Those that the viewer may not see stay
 * @returns null for all libraries
 * @throws {AppError} `BadRequest` for an unknown or hidden library, `Forbidden` for all libraries from a viewer with some
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
    throw new AppError('Forbidden', say('You can only give access to all libraries if you see all of them'));
  }
  const chosen = [...new Set(wanted.map((id) => id.toLowerCase()))];
  const unknown = await listUnknownLibraries(tx.read, viewer, chosen);
  if (unknown.length > 0) {
    throw invalidField('libraryIds', say('must not name libraries that do not exist'));
  }
  const hidden = visible === undefined ? [] : given.filter((id) => !visible.includes(id));
  return [...chosen, ...hidden];
}
