import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@lectern/contract';
import { addIncluded } from '@lectern/contract/permissions';
import { currentUserQuery } from './queries.ts';

/** Permissions of the signed-in user, with those that others include. Not in `use-may.ts`: the first page needs no table of them. */
export function usePermissions(): ReadonlySet<Permission> {
  const { data } = useQuery(currentUserQuery());
  return addIncluded(data?.effectivePermissions ?? []);
}
