import type { EffectiveGrants, RightSource } from '@lectern/contract';
import type { Database, ReadDb } from '#db/open.ts';
import { listLibraryPaths } from '#db/repos/catalog/libraries.repo.ts';
import { type GroupRights, listGroupRights, readAgeLimit } from '#db/repos/people/group-rights.repo.ts';
import { listOwnMeanings, type TagMeaning } from '#db/repos/people/sharing-grants.repo.ts';
import { findSharingTags } from '#db/repos/people/sharing-tags.repo.ts';
import { listUserLibraryIds } from '#db/repos/people/users.repo.ts';
import { joinAgeLimits, seesNothing } from '#db/repos/rows/viewer-scope.ts';
import type { UserTable } from '#db/schema/index.ts';
import { narrowRights } from './narrow-rights.ts';
import { effectivePermissions } from './permissions.ts';
import { readSight } from './read-sight.ts';
import { getUserRow } from './user-row.ts';

const BY_ITSELF: RightSource = { kind: 'user' };
const BY_ROLE: RightSource = { kind: 'role' };

function byGroup({ id, name }: GroupRights): RightSource {
  return { kind: 'group', groupId: id, groupName: name };
}

/** What gives a right, in the order of the answer. */
interface Reason<Right> {
  readonly right: Right;
  readonly source: RightSource;
}

/** Each tag once with what decides on it: a deny wins. */
async function explainTags(db: ReadDb, reasons: readonly Reason<TagMeaning>[]): Promise<EffectiveGrants['grants']> {
  const tags = await findSharingTags(db, [...new Set(reasons.map(({ right }) => right.tagId))]);
  return tags.map(({ id, name }) => {
    const ofTag = reasons.filter(({ right }) => right.tagId === id);
    const accessMode = ofTag.some(({ right }) => right.accessMode === 'deny') ? 'deny' : 'allow';
    const sources = ofTag.filter(({ right }) => right.accessMode === accessMode).map(({ source }) => source);
    return { sharingTagId: id, sharingTagName: name, accessMode, sources };
  });
}

async function explainLibraries(db: ReadDb, reasons: readonly Reason<string>[]): Promise<EffectiveGrants['libraries']> {
  const libraries = (await listLibraryPaths(db)).filter(({ id }) => reasons.some(({ right }) => right === id));
  return libraries.map(({ id, name }) => ({
    libraryId: id,
    libraryName: name,
    sources: reasons.filter(({ right }) => right === id).map(({ source }) => source),
  }));
}

function explainAll(user: UserTable, groups: readonly GroupRights[]): RightSource[] {
  return [
    ...(effectivePermissions(user).has('SystemAdmin') ? [BY_ROLE] : []),
    ...(user.allLibraries === 1 ? [BY_ITSELF] : []),
    ...groups.filter(({ libraryIds }) => libraryIds === undefined).map(byGroup),
  ];
}

async function explainWithinParent(db: ReadDb, user: UserTable): Promise<EffectiveGrants> {
  const own = await explainOwn(db, user);
  if (user.parentId === null) return own;
  return narrowRights(own, await explainOwn(db, await getUserRow(db, user.parentId)));
}

/**
 * What an account may see, with the reasons. It agrees with `readSight`, which decides. An account from which its tags hide
 * everything has no libraries here, and neither has the child profile of a deactivated parent.
 * @throws {AppError} `NotFound`
 */
export async function explainRights({ db }: { readonly db: Database }, userId: string): Promise<EffectiveGrants> {
  const user = await getUserRow(db.read, userId);
  const rights = await explainWithinParent(db.read, user);
  return seesNothing(await readSight(db.read, user)) ? { ...rights, allLibraries: [], libraries: [] } : rights;
}

/** What an account may see without regard to a parent. */
async function explainOwn(db: ReadDb, user: UserTable): Promise<EffectiveGrants> {
  const { id: userId } = user;
  const groups = await listGroupRights(db, userId);
  const own = await listOwnMeanings(db, userId);
  const tags = [
    ...own.map((right) => ({ right, source: BY_ITSELF })),
    ...groups.flatMap((group) => group.tags.map((right) => ({ right, source: byGroup(group) }))),
  ];
  const allLibraries = explainAll(user, groups);
  const given = (await listUserLibraryIds(db, userId)).map((right) => ({ right, source: BY_ITSELF }));
  const lent = groups.flatMap((group) => (group.libraryIds ?? []).map((right) => ({ right, source: byGroup(group) })));
  const ownAge = readAgeLimit(user);
  const ageLimits = [
    ...(ownAge === undefined ? [] : [{ ...ownAge, source: BY_ITSELF }]),
    ...groups.flatMap((group) => (group.age === undefined ? [] : [{ ...group.age, source: byGroup(group) }])),
  ];
  return {
    userId,
    grants: await explainTags(db, tags),
    allLibraries,
    libraries: allLibraries.length > 0 ? [] : await explainLibraries(db, [...given, ...lent]),
    ageLimit: joinAgeLimits(ageLimits) ?? null,
    ageLimits,
  };
}
