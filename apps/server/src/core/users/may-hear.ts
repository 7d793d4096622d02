import type { Audience } from '#events/bus.ts';
import type { Viewer } from '../viewer.ts';

/**
 * Whether a viewer may hear of something (decision A4): one of the libraries that it is about is enough, unless it is for those
 * who may see another one too, or who may not see it.
 */
export function mayHear({ libraryIds: visible }: Viewer, { libraryIds, alsoIn, notIn }: Audience): boolean {
  const maySee = (libraryId: string): boolean => visible === undefined || visible.includes(libraryId);
  if (libraryIds !== null && !libraryIds.some(maySee)) return visible === undefined;
  return (alsoIn === undefined || maySee(alsoIn)) && (notIn === undefined || !maySee(notIn));
}
