import { queryOptions } from '@tanstack/react-query';
import type { Role } from '@lectern/contract';
import { request } from '#lib/api.ts';

/** Which accounts are listed, as the API asks for it; what is absent does not matter. */
export interface UsersWanted {
  readonly search?: string;
  readonly role?: Role;
  readonly isActive?: 'true' | 'false';
  /** From 1. */
  readonly page?: number;
}

/** Accounts a page. */
const USERS_PAGE = 50;
/** Sessions and devices that are shown; whoever has more sees the last used. */
const MANY = 100;
/** How often lists are looked at again that others change, and that no event tells about. */
const AGAIN_MS = 30_000;

/** Accounts by name, page by page. */
export const usersQuery = (wanted: UsersWanted) =>
  queryOptions({
    queryKey: ['listUsers', wanted],
    queryFn: async ({ signal }) => request('listUsers', { query: { pageSize: USERS_PAGE, ...wanted }, signal }),
    refetchInterval: AGAIN_MS,
  });

/** One account. */
export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['getUser', { userId }],
    queryFn: async ({ signal }) => request('getUser', { params: { id: userId }, signal }),
    refetchInterval: AGAIN_MS,
  });

/** Where somebody is signed in, the last used first; oneself without an id. */
export const sessionsQuery = (userId?: string) =>
  queryOptions({
    queryKey: ['listSessions', { userId }],
    queryFn: async ({ signal }) => {
      const query = { pageSize: MANY };
      return userId === undefined
        ? request('listSessions', { query, signal })
        : request('listUserSessions', { params: { id: userId }, query, signal });
    },
    refetchInterval: AGAIN_MS,
  });

/** One's own account, with an address that waits to be confirmed. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['getProfile'],
    queryFn: async ({ signal }) => request('getProfile', { signal }),
  });

/** What one reads with, the last used first. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['listDevices'],
    queryFn: async ({ signal }) => request('listDevices', { query: { pageSize: MANY }, signal }),
    refetchInterval: AGAIN_MS,
  });
