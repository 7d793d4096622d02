import type { Viewer } from '../viewer.ts';

/**
 * Whether a viewer may hear of something (decision A4).
 * @param libraryIds the libraries it is about: one that they may see is enough; null when it is about none in particular
 */
export function mayHear({ libraryIds: visible }: Viewer, libraryIds: readonly string[] | null): boolean {
  if (visible === undefined || libraryIds === null) return true;
  return libraryIds.some((libraryId) => visible.includes(libraryId));
}
