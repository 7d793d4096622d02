import { type Permission, ROLE_PERMISSIONS } from '@lectern/contract';
import type { Tx } from '#db/open.ts';
import { listUnknownLibraries } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { effectivePermissions } from './permissions-of.ts';

/** What lets an account do what it may do. */
interface Grants {
  readonly role: string;
  readonly permissions: string;
}

const OF_EVERYBODY: readonly Permission[] = ROLE_PERMISSIONS.reader;

/**
 * Nobody gives others more than they have, nor changes an account that may do more than they may: else the right to manage
 * accounts would be the right to everything. What every reader may do is nothing more.
 * @throws {AppError} `Forbidden`, naming what is missing
 */
export function requireReach(viewer: Viewer, account: Grants): void {
  const missing = [...effectivePermissions(account)].find(
    (permission) => !OF_EVERYBODY.includes(permission) && !viewer.permissions.has(permission),
  );
  if (missing === undefined) return;
  throw new AppError('Forbidden', `This account may do more than you may: it has the permission ${missing}`);
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
