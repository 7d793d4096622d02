import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@lectern/contract';
import { currentUserQuery } from './queries.ts';

export function usePermissions(): ReadonlySet<Permission> {
  const { data } = useQuery(currentUserQuery());
  return new Set(data?.effectivePermissions);
}

/** Whether the signed-in user has a permission; used to hide controls. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(currentUserQuery());
  return data?.effectivePermissions.includes(permission) ?? false;
}
