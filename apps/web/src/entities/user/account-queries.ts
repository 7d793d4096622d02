import { queryOptions } from '@tanstack/react-query';
import type { Role } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Filter in the form of the API. */
export interface UsersWanted {
  readonly search?: string;
  readonly role?: Role;
  readonly isActive?: 'true' | 'false';
  /** From 1. */
  readonly page?: number;
}

const USERS_PAGE = 50;
/** Most sessions and devices shown, last used first. */
const MANY = 100;
/** Poll interval for lists without events. */
const POLL_MS = 30_000;

/** One page of accounts by name. */
export const usersQuery = (wanted: UsersWanted) =>
  queryOptions({
    queryKey: ['listUsers', wanted],
    queryFn: async ({ signal }) => request('listUsers', { query: { pageSize: USERS_PAGE, ...wanted }, signal }),
    refetchInterval: POLL_MS,
  });

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getUser', { userId }],
    queryFn: async ({ signal }) => request('getUser', { params: { id: userId }, signal }),
    refetchInterval: POLL_MS,
  });

/** Roles that admins made, by name. */
export const rolesQuery = () =>
  queryOptions({
    queryKey: ['listRoles'],
    queryFn: async ({ signal }) => (await request('listRoles', { signal })).roles,
  });

/** Sessions of a user, last used first; own ones without an id. */
export const sessionsQuery = (userId?: string) =>
  queryOptions({
    queryKey: ['listSessions', { userId }],
    queryFn: async ({ signal }) => {
      const query = { pageSize: MANY };
      return userId === undefined
        ? request('listSessions', { query, signal })
        : request('listUserSessions', { params: { id: userId }, query, signal });
    },
    refetchInterval: POLL_MS,
  });

/** Own account, with an unconfirmed e-mail address. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['getProfile'],
    queryFn: async ({ signal }) => request('getProfile', { signal }),
  });

/** Own reading devices, last used first. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['listDevices'],
    queryFn: async ({ signal }) => request('listDevices', { query: { pageSize: MANY }, signal }),
    refetchInterval: POLL_MS,
  });

/** What an account may see, with the reasons. */
export const effectiveGrantsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getEffectiveGrants', { userId }],
    queryFn: async ({ signal }) => request('getEffectiveGrants', { params: { id: userId }, signal }),
  });
