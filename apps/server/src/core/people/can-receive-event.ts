import { seesAll, type SeriesMarks, seesMarks } from '#db/repos/rows/viewer-scope.ts';
import type { Audience, LibraryAudience } from '#events/frames.ts';
import type { Viewer } from '#core/viewer.ts';

/** The marks of the series that an event is about; undefined when it is deleted and they are unknown. */
export type FindMarks = (audience: LibraryAudience) => SeriesMarks | undefined;

/** Whether the viewer may receive an event about these libraries. */
function allowsByLibrary(viewer: Viewer, { libraryIds, alsoIn, notIn }: LibraryAudience): boolean {
  const { libraryIds: visible } = viewer;
  const maySee = (libraryId: string): boolean => visible === undefined || visible.includes(libraryId);
  if (!libraryIds.some(maySee)) return seesAll(viewer);
  return (alsoIn === undefined || maySee(alsoIn)) && (notIn === undefined || !maySee(notIn));
}

/** Whether sharing tags and ages let the viewer receive an event. Marks that are not known count as hidden. */
function allowsByMarks(
  { sharing, libraryIds }: Viewer,
  audience: LibraryAudience,
  findMarks: FindMarks | undefined,
): boolean {
  const { shownBy, hiddenBy, members, seriesId, bookId } = audience;
  const sees = (marks: SeriesMarks): boolean => seesMarks(sharing, marks);
  if (hiddenBy !== undefined && sees(hiddenBy)) return false;
  if (shownBy !== undefined) return shownBy.every(sees);
  if (sharing === undefined) return true;
  if (members !== undefined) {
    return members.some((one) => (libraryIds?.includes(one.libraryId) ?? true) && sees(one));
  }
  if ((seriesId ?? bookId) === undefined || findMarks === undefined) return true;
  const marks = findMarks(audience);
  return marks !== undefined && sees(marks);
}

/** Whether the decision needs a lookup of marks. */
export function needsMarks({ sharing }: Viewer, audience: Audience): boolean {
  if (sharing === undefined || audience.kind !== 'libraries') return false;
  const { shownBy, seriesId, bookId } = audience;
  return shownBy === undefined && (seriesId ?? bookId) !== undefined;
}

function canReceiveCatalogEvent(viewer: Viewer, audience: LibraryAudience, findMarks: FindMarks | undefined): boolean {
  const { userId } = audience;
  if (userId !== undefined && viewer.userId !== userId) return false;
  return allowsByLibrary(viewer, audience) && allowsByMarks(viewer, audience, findMarks);
}

/**
 * Whether a viewer may receive an event. An event for one user goes to that user only.
 * @param findMarks without it, decisions that need a lookup are left open
 */
export function canReceiveEvent(viewer: Viewer, audience: Audience, findMarks?: FindMarks): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'libraries':
      return canReceiveCatalogEvent(viewer, audience, findMarks);
    case 'user':
      return viewer.userId === audience.userId;
    case 'permission':
      return viewer.permissions.has(audience.permission) || viewer.userId === audience.userId;
    case 'nobody':
      return false;
  }
}
