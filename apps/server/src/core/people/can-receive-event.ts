import { seesAll, seesTags } from '#db/repos/rows/viewer-scope.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { Viewer } from '#core/viewer.ts';

/** The ids of the sharing tags of a book or series; undefined when it is deleted and they are unknown. */
export type TagsOf = (audience: LibraryAudience) => readonly string[] | undefined;

/** Whether the viewer may receive an event about these libraries. */
function allowsByLibrary(viewer: Viewer, { libraryIds, alsoIn, notIn }: LibraryAudience): boolean {
  const { libraryIds: visible } = viewer;
  const maySee = (libraryId: string): boolean => visible === undefined || visible.includes(libraryId);
  if (!libraryIds.some(maySee)) return seesAll(viewer);
  return (alsoIn === undefined || maySee(alsoIn)) && (notIn === undefined || !maySee(notIn));
}

/** Whether the sharing tags let the viewer receive an event. Tags that are not known count as none. */
function allowsByTags({ sharing, libraryIds }: Viewer, audience: LibraryAudience, tagsOf: TagsOf | undefined): boolean {
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

/** Whether the decision needs a lookup of sharing tags. */
export function needsTags({ sharing }: Viewer, audience: Audience): boolean {
  if (sharing === undefined || audience.kind !== 'libraries') return false;
  const { shownBy, seriesId, bookId } = audience;
  return shownBy === undefined && (seriesId ?? bookId) !== undefined;
}

function canReceiveCatalogEvent(viewer: Viewer, audience: LibraryAudience, tagsOf: TagsOf | undefined): boolean {
  const { userId } = audience;
  if (userId !== undefined && viewer.userId !== userId) return false;
  return allowsByLibrary(viewer, audience) && allowsByTags(viewer, audience, tagsOf);
}

/**
 * Whether a viewer may receive an event. An event for one user goes to that user only.
 * @param tagsOf without it, decisions that need a lookup are left open
 */
export function canReceiveEvent(viewer: Viewer, audience: Audience, tagsOf?: TagsOf): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'libraries':
      return canReceiveCatalogEvent(viewer, audience, tagsOf);
    case 'user':
      return viewer.userId === audience.userId;
    case 'permission':
      return viewer.permissions.has(audience.permission) || viewer.userId === audience.userId;
    case 'nobody':
      return false;
  }
}
