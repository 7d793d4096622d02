import type { ReadDb } from '#db/open.ts';
import { type GroupRights, listGroupRights, readAgeLimit } from '#db/repos/people/group-rights.repo.ts';
import { type AccessMode, listOwnMeanings, type TagMeaning } from '#db/repos/people/sharing-grants.repo.ts';
import { findUser, listUserLibraryIds } from '#db/repos/people/users.repo.ts';
import { joinAgeLimits, narrowSight, type Sharing, type Sight } from '#db/repos/rows/viewer-scope.ts';
import type { UserTable } from '#db/schema/index.ts';
import { effectivePermissions, type Grants } from './permissions.ts';

/** An account, as far as it decides what it sees. */
export type SeeingAccount = Grants & Pick<UserTable, 'id' | 'allLibraries' | 'maxAge' | 'showsUnrated' | 'parentId'>;

function pickIds(tags: readonly TagMeaning[], mode: AccessMode): string[] {
  return [...new Set(tags.filter(({ accessMode }) => accessMode === mode).map(({ tagId }) => tagId))].toSorted();
}

function joinSharing(
  account: SeeingAccount,
  own: readonly TagMeaning[],
  groups: readonly GroupRights[],
): Sharing | undefined {
  const tags = [...own, ...groups.flatMap((group) => group.tags)];
  const age = joinAgeLimits([readAgeLimit(account), ...groups.map((group) => group.age)].flatMap((one) => one ?? []));
  if (tags.length === 0 && age === undefined) return undefined;
  return { denied: pickIds(tags, 'deny'), allowed: pickIds(tags, 'allow'), age };
}

/**
 * What an account sees: the libraries of the account and of all its groups, within the tags and the strictest age limit of all of
 * them. An admin sees every library, but tags and ages limit admins too, because they can change their own. A child profile sees
 * nothing that its parent does not, and nothing at all while that is deactivated.
 */
export async function readSight(db: ReadDb, account: SeeingAccount): Promise<Sight> {
  const own = await readOwnSight(db, account);
  if (account.parentId === null) return own;
  const parent = await findUser(db, account.parentId);
  return parent?.isActive !== 1 ? { libraryIds: [] } : narrowSight(own, await readOwnSight(db, parent));
}

async function readOwnSight(db: ReadDb, account: SeeingAccount): Promise<Sight> {
  const groups = await listGroupRights(db, account.id);
  const sharing = joinSharing(account, await listOwnMeanings(db, account.id), groups);
  const seesAll =
    account.allLibraries === 1 ||
    groups.some(({ libraryIds }) => libraryIds === undefined) ||
    effectivePermissions(account).has('SystemAdmin');
  if (seesAll) return { libraryIds: undefined, sharing };
  const own = await listUserLibraryIds(db, account.id);
  const given = groups.flatMap(({ libraryIds }) => libraryIds ?? []);
  return { libraryIds: [...new Set([...own, ...given])].toSorted(), sharing };
}
