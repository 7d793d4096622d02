import type { Role, User } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { listLastSeenOf } from '#db/repos/devices.repo.ts';
import { countUsers, listLibraryIdsOfUsers, listUserRows } from '#db/repos/users.repo.ts';
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
}

/** Accounts by name. */
export async function listUsers(
  ctx: { readonly db: Database },
  viewer: Viewer,
  { page, pageSize, ...filter }: UserQuery,
): Promise<{ readonly rows: User[]; readonly total: number }> {
  const { read } = ctx.db;
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
