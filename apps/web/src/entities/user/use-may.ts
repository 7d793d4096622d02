import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@lectern/contract';
import { currentUserQuery } from './queries.ts';

/** All that the signed-in user may do. */
export function useHeld(): ReadonlySet<Permission> {
  const { data } = useQuery(currentUserQuery());
  return new Set(data?.effectivePermissions);
}

/** Whether the signed-in user holds a permission; controls that would be refused are not drawn. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(currentUserQuery());
  return data?.effectivePermissions.includes(permission) ?? false;
}
