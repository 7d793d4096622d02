import { seesAll, seesTags } from '#db/repos/visibility.ts';
import type { Audience } from '#events/bus.ts';
import type { Viewer } from '../viewer.ts';

/** Ids of the sharing tags of what something is about; undefined for what is gone, and nobody knows what it bore. */
export type TagsOf = (audience: Audience) => readonly string[] | undefined;

/** Whether libraries let somebody hear of something. */
function hearsByLibrary(viewer: Viewer, { libraryIds, alsoIn, notIn }: Audience): boolean {
  const { libraryIds: visible } = viewer;
  const maySee = (libraryId: string): boolean => visible === undefined || visible.includes(libraryId);
  if (libraryIds !== null && !libraryIds.some(maySee)) return seesAll(viewer);
  return (alsoIn === undefined || maySee(alsoIn)) && (notIn === undefined || !maySee(notIn));
}

/** Whether sharing tags do, as far as that is said or looked up. */
function hearsByTags({ sharing, libraryIds }: Viewer, audience: Audience, tagsOf: TagsOf | undefined): boolean {
  const { shownBy, hiddenBy, members, seriesId, bookId } = audience;
  const sees = (tagIds: readonly string[]): boolean => seesTags(sharing, tagIds);
  if (hiddenBy !== undefined && sees(hiddenBy)) return false;
  if (shownBy !== undefined) return shownBy.every(sees);
  if (sharing === undefined) return true;
  if (members !== undefined) {
    return members.some((one) => (libraryIds?.includes(one.libraryId) ?? true) && sees(one.tagIds));
  }
  if ((seriesId ?? bookId) === undefined || tagsOf === undefined) return true;
  const tagIds = tagsOf(audience);
  return tagIds !== undefined && sees(tagIds);
}

/** Whether what somebody hears of it depends on tags that have to be looked up. */
export function needsTags({ sharing }: Viewer, { shownBy, seriesId, bookId }: Audience): boolean {
  return sharing !== undefined && shownBy === undefined && (seriesId ?? bookId) !== undefined;
}

/**
 * Whether a viewer may hear of something (decision A4): one of the libraries that it is about is enough, unless it is for those
 * who may see another one too, or who may not see it; and sharing tags must not hide it. What is told to one user is told to
 * nobody else, whatever they see.
 * @param tagsOf without it, only as far as nothing has to be looked up
 */
export function mayHear(viewer: Viewer, audience: Audience, tagsOf?: TagsOf): boolean {
  const { userId } = audience;
  if (userId !== undefined && viewer.userId !== userId) return false;
  return hearsByLibrary(viewer, audience) && hearsByTags(viewer, audience, tagsOf);
}
