import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@lectern/contract';
import { currentUserQuery } from './queries.ts';

export function usePermissions(): ReadonlySet<Permission> {
  const { data } = useQuery(currentUserQuery());
  return new Set(data?.effectivePermissions);
}

/** Whether the signed-in user may edit metadata; used to hide controls. */
export function useMayEditMetadata(kind: 'book' | 'series'): boolean {
  const edits = useMay(kind === 'book' ? 'BooksWrite' : 'SeriesWrite');
  const isEditor = useMay('MetadataWrite');
  return edits || isEditor;
}

/** Whether the signed-in user has a permission; used to hide controls. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(currentUserQuery());
  return data?.effectivePermissions.includes(permission) ?? false;
}
