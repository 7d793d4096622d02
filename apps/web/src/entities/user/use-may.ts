import { useQuery } from '@tanstack/react-query';
import type { Permission } from '@lectern/contract';
import { currentUserQuery, isGuest } from './queries.ts';

/** Whether the signed-in user may edit metadata; used to hide controls. */
export function useMayEditMetadata(kind: 'book' | 'series'): boolean {
  const edits = useMay(kind === 'book' ? 'BooksWrite' : 'SeriesWrite');
  const isEditor = useMay('MetadataWrite');
  return edits || isEditor;
}

/**
 * Whether the user has an account, which what they change belongs to; used to hide controls from guests.
 * @param asks false behind a shared link, where the server is not asked and the answer is no
 */
export function useHasAccount(asks = true): boolean {
  const { data } = useQuery({ ...currentUserQuery(), enabled: asks });
  return asks && data !== undefined && !isGuest(data);
}

/** Whether the signed-in user has a permission; used to hide controls. */
export function useMay(permission: Permission): boolean {
  const { data } = useQuery(currentUserQuery());
  return data?.effectivePermissions.includes(permission) ?? false;
}
