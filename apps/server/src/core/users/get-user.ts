import type { User, UserDetail } from '@lectern/contract';
import type { Database, ReadDb } from '#db/open.ts';
import { countKeysOf } from '#db/repos/users/api-keys.repo.ts';
import { listLastSeenOf } from '#db/repos/users/devices.repo.ts';
import { countProgressOf } from '#db/repos/reading/progress.repo.ts';
import { countOpenSessions } from '#db/repos/users/sessions.repo.ts';
import { findUser, listLibraryIdsOf } from '#db/repos/users/users.repo.ts';
import { grantsOf } from '../sharing/grants.ts';
import type { Viewer } from '../viewer.ts';
import { noSuchUser } from './no-such-user.ts';
import { toUser } from './to-user.ts';

/** The account with this id as it is now, inside a transaction too; undefined when there is none. */
export async function findAccount(db: ReadDb, viewer: Viewer, userId: string): Promise<User | undefined> {
  const row = await findUser(db, userId);
  if (row === undefined) return undefined;
  const libraryIds = await listLibraryIdsOf(db, userId);
  return toUser(viewer, row, { libraryIds, seenAt: (await listLastSeenOf(db, [userId])).get(userId) });
}

/**
 * One account, with how much is its own.
 * @throws {AppError} `NotFound`
 */
export async function getUser(ctx: { readonly db: Database }, viewer: Viewer, userId: string): Promise<UserDetail> {
  const { read } = ctx.db;
  const user = await findAccount(read, viewer, userId);
  if (user === undefined) throw noSuchUser(userId);
  const [progressCount, apiKeyCount, sessionCount, sharingTags] = await Promise.all([
    countProgressOf(read, viewer, userId),
    countKeysOf(read, userId),
    countOpenSessions(read, userId, Date.now()),
    grantsOf(read, userId),
  ]);
  return { ...user, progressCount, apiKeyCount, sessionCount, sharingTags };
}
