import { seesAll, seesTags } from '#db/repos/rows/visibility.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { Viewer } from '#core/viewer.ts';

/** Ids of the sharing tags of what something is about; undefined when it is deleted and its tags are unknown. */
export type TagsOf = (audience: LibraryAudience) => readonly string[] | undefined;

/** Whether libraries let a user hear of something. */
function hearsByLibrary(viewer: Viewer, { libraryIds, alsoIn, notIn }: LibraryAudience): boolean {
  const { libraryIds: visible } = viewer;
  const maySee = (libraryId: string): boolean => visible === undefined || visible.includes(libraryId);
  if (!libraryIds.some(maySee)) return seesAll(viewer);
  return (alsoIn === undefined || maySee(alsoIn)) && (notIn === undefined || !maySee(notIn));
}

/** Whether sharing tags do, as far as that is said or looked up. */
function hearsByTags({ sharing, libraryIds }: Viewer, audience: LibraryAudience, tagsOf: TagsOf | undefined): boolean {
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

/** Whether what a user hears of it depends on tags that have to be looked up. */
export function needsTags({ sharing }: Viewer, audience: Audience): boolean {
  if (sharing === undefined || audience.kind !== 'libraries') return false;
  const { shownBy, seriesId, bookId } = audience;
  return shownBy === undefined && (seriesId ?? bookId) !== undefined;
}

/** The same of what is about libraries: one of them is enough, and sharing tags must not hide it. */
function hearsOfCatalog(viewer: Viewer, audience: LibraryAudience, tagsOf: TagsOf | undefined): boolean {
  const { userId } = audience;
  if (userId !== undefined && viewer.userId !== userId) return false;
  return hearsByLibrary(viewer, audience) && hearsByTags(viewer, audience, tagsOf);
}

/**
 * Whether a viewer may receive an event. An event for one user goes to that user only.
 * @param tagsOf without it, only as far as nothing has to be looked up
 */
export function canReceiveEvent(viewer: Viewer, audience: Audience, tagsOf?: TagsOf): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'libraries':
      return hearsOfCatalog(viewer, audience, tagsOf);
    case 'user':
      return viewer.userId === audience.userId;
    case 'permission':
      return viewer.permissions.has(audience.permission) || viewer.userId === audience.userId;
    case 'nobody':
      return false;
  }
}
