import type { Role, User } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { listLastSeenOf } from '#db/repos/users/devices.repo.ts';
import { countUsers, listLibraryIdsOfUsers, listUserRows } from '#db/repos/users/users.repo.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { toUser } from './to-user.ts';

/** Which accounts, and which page of them. */
export interface UserQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly role?: Role | undefined;
  readonly isActive?: boolean | undefined;
  /** Part of a name or an address, in any case. */
  readonly search?: string | undefined;
  /** Name of a sharing tag that they have a grant of … */
  readonly sharingTag?: string | undefined;
  /** … of this kind. */
  readonly sharingTagMode?: 'allow' | 'deny' | undefined;
}

/**
 * Accounts by name.
 * @throws {AppError} `BadRequest` for a kind of grant without a tag
 */
export async function listUsers(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: UserQuery,
): Promise<{ readonly rows: User[]; readonly total: number }> {
  const { read } = ctx.db;
  if (filter.sharingTagMode !== undefined && filter.sharingTag === undefined) {
    const message = 'goes with sharingTag';
    throw new AppError('BadRequest', `Invalid query: sharingTagMode: ${message}`, {
      details: [{ path: 'sharingTagMode', message }],
    });
  }
  const [rows, total] = await Promise.all([
    listUserRows(read, filter, { limit: pageSize, offset: (page - 1) * pageSize }),
    countUsers(read, filter),
  ]);
  const ids = rows.map(({ id }) => id);
  const [given, seen] = await Promise.all([listLibraryIdsOfUsers(read, ids), listLastSeenOf(read, ids)]);
  const users = rows.map((row) =>
    toUser(viewer, row, { libraryIds: given.get(row.id) ?? [], seenAt: seen.get(row.id) }),
  );
  return { rows: users, total };
}
