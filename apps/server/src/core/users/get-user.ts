import type { User } from '@lectern/contract';
import type { Database, ReadDb } from '#db/open.ts';
import { findUser, listLibraryIdsOf } from '#db/repos/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { toUser } from './to-user.ts';

/** The account with this id as it is now, inside a transaction too; undefined when there is none. */
export async function findAccount(db: ReadDb, viewer: Viewer, userId: string): Promise<User | undefined> {
  const row = await findUser(db, userId);
  return row === undefined ? undefined : toUser(viewer, row, await listLibraryIdsOf(db, userId));
}

/** What is said of an account that is not there. */
export function noSuchUser(userId: string): AppError {
  return new AppError('NotFound', `User ${userId} not found`);
}

/**
 * One account.
 * @throws {AppError} `NotFound`
 */
export async function getUser(ctx: { readonly db: Database }, viewer: Viewer, userId: string): Promise<User> {
  const user = await findAccount(ctx.db.read, viewer, userId);
  if (user === undefined) throw noSuchUser(userId);
  return user;
}
