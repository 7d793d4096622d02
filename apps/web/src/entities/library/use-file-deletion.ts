import { useQuery } from '@tanstack/react-query';
import { librariesQuery } from './queries.ts';

/**
 * Whether files may be deleted with their books; used to hide controls.
 * @param libraryId of the book or series; any library without it
 */
export function useFileDeletion(libraryId?: string): boolean {
  const { data = [] } = useQuery(librariesQuery());
  return data.some(({ id, allowFileDeletion }) => allowFileDeletion && (libraryId === undefined || id === libraryId));
}
