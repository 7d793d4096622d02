import type { Role, User } from '@lectern/contract';
import type { Database } from '#db/open.ts';
import { countUsers, listLibraryIdsOfUsers, listUserRows } from '#db/repos/users.repo.ts';
import type { Viewer } from '../viewer.ts';
import { toUser } from './to-user.ts';

/** Which accounts, and which page of them. */
export interface UserQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly role?: Role | undefined;
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
  const given = await listLibraryIdsOfUsers(
    read,
    rows.map(({ id }) => id),
  );
  return { rows: rows.map((row) => toUser(viewer, row, given.get(row.id) ?? [])), total };
}
