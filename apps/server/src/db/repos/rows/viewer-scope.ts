import { sep } from 'node:path';

/** Ids of the sharing tags that limit what a user sees; books share the tags of their series. */
export interface Sharing {
  /** A series with one of these is hidden, whatever else it has. */
  readonly denied: readonly string[];
  /** Unless empty, only series with one of these are seen. */
  readonly allowed: readonly string[];
}

/** What part of the catalog a user sees: both must let something through. */
export interface Sight {
  /** The libraries they may see; undefined for all. */
  readonly libraryIds?: readonly string[] | undefined;
  /** Undefined when no tag makes a difference to them. */
  readonly sharing?: Sharing | undefined;
}

/** The user that a read is for, with what they may see. Every viewer is one. */
export interface ViewerScope extends Sight {
  readonly userId: string;
  /** Permissions that decide what they are shown; none unless given. */
  readonly permissions?: ReadonlySet<string>;
}

/** The server itself, which sees everything. */
export const EVERYONE: ViewerScope = { userId: '' };

/** Whether a user is shown where libraries lie on the machine: those who may change them are. */
export function seesPlaces({ permissions }: Pick<ViewerScope, 'permissions'>): boolean {
  return permissions?.has('LibrariesWrite') === true;
}

/** Whether nothing is hidden from a user. */
export function seesAll({ libraryIds, sharing }: Sight): boolean {
  return libraryIds === undefined && sharing === undefined;
}

/** What a user sees of one library; nothing of a hidden one. */
export function scopeToLibrary(viewerScope: ViewerScope, libraryId: string | undefined): ViewerScope {
  if (libraryId === undefined) return viewerScope;
  const { libraryIds } = viewerScope;
  const isVisible = libraryIds === undefined || libraryIds.includes(libraryId);
  return { ...viewerScope, libraryIds: isVisible ? [libraryId] : [] };
}

/** Cache key of what a user sees: equal keys see equal rows. Empty for a viewer without limits. */
export function sightName({ libraryIds, sharing }: Sight): string {
  if (sharing === undefined) return libraryIds === undefined ? '' : JSON.stringify(libraryIds);
  return JSON.stringify([libraryIds ?? null, sharing.denied, sharing.allowed]);
}

/** Whether a user sees a series with these tags, as far as tags decide. */
export function seesTags(sharing: Sharing | undefined, tagIds: readonly string[]): boolean {
  if (sharing === undefined) return true;
  if (sharing.denied.some((id) => tagIds.includes(id))) return false;
  return sharing.allowed.length === 0 || sharing.allowed.some((id) => tagIds.includes(id));
}

function tagsShowWithin(inner: Sharing | undefined, outer: Sharing | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || !outer.denied.every((id) => inner.denied.includes(id))) return false;
  if (outer.allowed.length === 0) return true;
  return inner.allowed.length > 0 && inner.allowed.every((id) => outer.allowed.includes(id));
}

/** Whether the first sees nothing that the second does not, whatever the catalog holds. */
export function seesWithin(inner: Sight, outer: Sight): boolean {
  const { libraryIds: visible } = outer;
  const isInLibraries = visible === undefined || inner.libraryIds?.every((id) => visible.includes(id)) === true;
  return isInLibraries && tagsShowWithin(inner.sharing, outer.sharing);
}

/**
 * The path that a user is shown: inside its library, or absolute.
 * @param root absolute
 * @param path relative, `/` separated
 */
export function getShownPath(viewerScope: ViewerScope, root: string, path: string): string {
  if (!seesPlaces(viewerScope)) return path;
  const inside = sep === '/' ? path : path.replaceAll('/', sep);
  return root.endsWith(sep) ? root + inside : root + sep + inside;
}
