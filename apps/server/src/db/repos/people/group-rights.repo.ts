import type { ReadDb } from '../../open.ts';
import { groupColumn, readChunked } from '../rows/read-rows.ts';
import type { AgeLimit } from '../rows/viewer-scope.ts';
import { parseMode, type TagMeaning } from './sharing-grants.repo.ts';

/** What a group gives its members. */
export interface GroupRights {
  readonly id: string;
  readonly name: string;
  /** Undefined for every library. */
  readonly libraryIds: readonly string[] | undefined;
  readonly tags: readonly TagMeaning[];
  readonly age: AgeLimit | undefined;
}

/** The age limit of a row; undefined for every age. */
export function readAgeLimit(row: {
  readonly maxAge: number | null;
  readonly showsUnrated: number;
}): AgeLimit | undefined {
  return row.maxAge === null ? undefined : { maxAge: row.maxAge, showsUnrated: row.showsUnrated === 1 };
}

/** The libraries of each of these groups. */
export async function listGroupLibraries(db: ReadDb, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await readChunked(groupIds, (ids) =>
    db
      .selectFrom('accessGroupLibrary')
      .select(['groupId', 'libraryId'])
      .where('groupId', 'in', ids)
      .orderBy('libraryId'),
  );
  return groupColumn(rows, 'groupId', 'libraryId');
}

async function listGroupTags(db: ReadDb, groupIds: readonly string[]) {
  return await readChunked(groupIds, (ids) =>
    db.selectFrom('accessGroupTag').select(['groupId', 'tagId', 'accessMode']).where('groupId', 'in', ids),
  );
}

/** The groups of a user by name, with what they give. One query for a user without groups. */
export async function listGroupRights(db: ReadDb, userId: string): Promise<GroupRights[]> {
  const groups = await db
    .selectFrom('accessGroupMember as member')
    .innerJoin('accessGroup as group', 'group.id', 'member.groupId')
    .select(['group.id', 'group.name', 'group.allLibraries', 'group.maxAge', 'group.showsUnrated'])
    .where('member.userId', '=', userId)
    .orderBy('group.nameKey')
    .execute();
  if (groups.length === 0) return [];
  const ids = groups.map(({ id }) => id);
  const [libraries, tags] = [await listGroupLibraries(db, ids), await listGroupTags(db, ids)];
  return groups.map((group) => ({
    id: group.id,
    name: group.name,
    libraryIds: group.allLibraries === 1 ? undefined : (libraries.get(group.id) ?? []),
    tags: tags
      .filter(({ groupId }) => groupId === group.id)
      .map(({ tagId, accessMode }) => ({ tagId, accessMode: parseMode({ accessMode }) })),
    age: readAgeLimit(group),
  }));
}
