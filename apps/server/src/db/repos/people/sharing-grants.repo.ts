import { nonEmptyIds } from '../../sql/dialect.ts';
import { nameKey } from '../../sql/row-trigger.ts';
import type { ReadDb, Tx } from '../../open.ts';
import type { UserSharingTagTable } from '../../schema/index.ts';
import { isFound, readChunked, readColumn, type ReadRow } from '../rows/read-rows.ts';

/** What a sharing tag means to a user. */
export type AccessMode = 'allow' | 'deny';

/** A grant with the name of its tag. */
export type GrantRow = ReadRow<typeof listUserGrants>;

/** The mode from the stored text. Anything unknown denies. */
export function parseMode({ accessMode }: Pick<UserSharingTagTable, 'accessMode'>): AccessMode {
  return accessMode === 'allow' ? 'allow' : 'deny';
}

/** What a tag means to a user, by their own grant or by a group. */
export interface TagMeaning {
  readonly tagId: string;
  readonly accessMode: AccessMode;
}

/** A user's own grants, without those of groups. */
export async function listOwnMeanings(db: ReadDb, userId: string): Promise<TagMeaning[]> {
  const rows = await db
    .selectFrom('userSharingTag')
    .select(['tagId', 'accessMode'])
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ tagId, accessMode }) => ({ tagId, accessMode: parseMode({ accessMode }) }));
}

/** The grants of some users, by the name of the tag. */
export async function listUserGrants(db: ReadDb, userIds: readonly string[]) {
  const rows = await readChunked(userIds, (ids) =>
    db
      .selectFrom('userSharingTag as given')
      .innerJoin('sharingTag as tag', 'tag.id', 'given.tagId')
      .select(['given.id', 'given.userId', 'given.tagId', 'tag.name', 'given.accessMode', 'given.createdAt'])
      .where('given.userId', 'in', ids)
      .orderBy('tag.nameKey'),
  );
  return rows.map((row) => ({ ...row, accessMode: parseMode(row) }));
}

/** One grant of a user. */
export async function findGrant(db: ReadDb, userId: string, tagId: string): Promise<GrantRow | undefined> {
  return (await listUserGrants(db, [userId])).find((grant) => grant.tagId === tagId);
}

/** Stores a grant; the mode of an existing one changes. */
export async function writeGrant(tx: Tx, grant: UserSharingTagTable): Promise<void> {
  const { accessMode } = grant;
  await tx.write
    .insertInto('userSharingTag')
    .values(grant)
    .onConflict((conflict) => conflict.columns(['userId', 'tagId']).doUpdateSet({ accessMode }))
    .execute();
}

/** Takes a grant from a user. @returns false when there is none */
export async function deleteGrant(tx: Tx, userId: string, tagId: string): Promise<boolean> {
  return isFound(
    tx.write.deleteFrom('userSharingTag').where('userId', '=', userId).where('tagId', '=', tagId).returning('id'),
  );
}

/** How many users have a grant of each of these tags. */
export async function countGrants(db: ReadDb, tagIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('userSharingTag')
    .select('tagId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tagId', 'in', nonEmptyIds(tagIds))
    .groupBy('tagId')
    .execute();
  return new Map(rows.map(({ tagId, count }) => [tagId, count]));
}

/** Users with a grant of a tag. */
export async function listGranted(db: ReadDb, tagId: string): Promise<string[]> {
  return readColumn(db.selectFrom('userSharingTag').select('userId').where('tagId', '=', tagId), 'userId');
}

/** Names of users who are allowed only this tag: without it they would see everything. */
export async function listDependants(db: ReadDb, tagId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('userSharingTag as given')
    .innerJoin('user', 'user.id', 'given.userId')
    .select('user.username')
    .where('given.tagId', '=', tagId)
    .where('given.accessMode', '=', 'allow')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('userSharingTag as other')
            .select('other.id')
            .whereRef('other.userId', '=', 'given.userId')
            .where('other.tagId', '<>', tagId)
            .where('other.accessMode', '=', 'allow'),
        ),
      ),
    )
    .orderBy('user.usernameKey')
    .execute();
  return rows.map(({ username }) => username);
}

/** Who has a grant of a tag. */
export interface GrantFilter {
  /** Name of the tag, in any case. */
  readonly sharingTag?: string | undefined;
  readonly sharingTagMode?: AccessMode | undefined;
}

/** Query for ids of users with such a grant. */
export function grantedUsers(db: ReadDb, { sharingTag = '', sharingTagMode }: GrantFilter) {
  return db
    .selectFrom('userSharingTag as given')
    .innerJoin('sharingTag as tag', 'tag.id', 'given.tagId')
    .select('given.userId')
    .where('tag.nameKey', '=', nameKey(sharingTag))
    .$if(sharingTagMode !== undefined, (query) => query.where('given.accessMode', '=', sharingTagMode ?? ''));
}

/** There once sharing tags or age limits have been given to a user, a group or something. */
const SHARING_KEY = 'sharing.changed';

/** Notes that sharing changed. */
export async function noteSharingChange(tx: Tx): Promise<void> {
  const changedAt = Date.now();
  await tx.write
    .insertInto('serverState')
    .values({ key: SHARING_KEY, value: '{}', changedAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ changedAt }))
    .execute();
}

/** Time of the last change of sharing or of the age of a series, epoch milliseconds; 0 for never. */
export async function findSharingChange(db: ReadDb): Promise<number> {
  const row = await db.selectFrom('serverState').select('changedAt').where('key', '=', SHARING_KEY).executeTakeFirst();
  const { last } = await db
    .selectFrom('ageChange')
    .select((eb) => eb.fn.max<number | null>('changedAt').as('last'))
    .executeTakeFirstOrThrow();
  return Math.max(row?.changedAt ?? 0, last ?? 0);
}
