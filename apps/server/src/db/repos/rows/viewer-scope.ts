import { sep } from 'node:path';

/** Up to which age rating a user sees series. */
export interface AgeLimit {
  /** In years; a series with a higher rating is hidden. */
  readonly maxAge: number;
  /** Whether series without a rating are seen. */
  readonly showsUnrated: boolean;
}

/** What limits a user within their libraries. Books share tags and age rating of their series. */
export interface Sharing {
  /** Ids of sharing tags. A series with one of these is hidden, whatever else it has. */
  readonly denied: readonly string[];
  /** Ids of sharing tags. Unless empty, only series with one of these are seen. */
  readonly allowed: readonly string[];
  /** Undefined for every age. */
  readonly age?: AgeLimit | undefined;
}

/** What `Sharing` looks at in a series. */
export interface SeriesMarks {
  /** Ids of its sharing tags, sorted. */
  readonly tagIds: readonly string[];
  /** Its age rating in years; null for none. */
  readonly age: number | null;
}

/** The age of a series that is gone: above every limit, because its rating is unknown. */
export const UNKNOWN_AGE = Number.MAX_SAFE_INTEGER;

/** What part of the catalog a user sees: both must let something through. */
export interface Sight {
  /** The libraries they may see; undefined for all. */
  readonly libraryIds?: readonly string[] | undefined;
  /** Undefined when neither a tag nor an age makes a difference to them. */
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
  const { denied, allowed, age } = sharing;
  return JSON.stringify([
    libraryIds ?? null,
    denied,
    allowed,
    age === undefined ? null : [age.maxAge, age.showsUnrated],
  ]);
}

function seesAge(limit: AgeLimit | undefined, age: number | null): boolean {
  if (limit === undefined) return true;
  return age === null ? limit.showsUnrated : age <= limit.maxAge;
}

/** Whether a user sees a series with these marks, apart from its library. */
export function seesMarks(sharing: Sharing | undefined, { tagIds, age }: SeriesMarks): boolean {
  if (sharing === undefined) return true;
  if (sharing.denied.some((id) => tagIds.includes(id)) || !seesAge(sharing.age, age)) return false;
  return sharing.allowed.length === 0 || sharing.allowed.some((id) => tagIds.includes(id));
}

/** Whether the first limit shows nothing that the second hides. */
export function isAgeWithin(inner: AgeLimit | undefined, outer: AgeLimit | undefined): boolean {
  if (outer === undefined) return true;
  if (inner === undefined || inner.maxAge > outer.maxAge) return false;
  return outer.showsUnrated || !inner.showsUnrated;
}

/** The strictest of some limits: what each of them shows. Undefined without any. */
export function joinAgeLimits(limits: readonly AgeLimit[]): AgeLimit | undefined {
  if (limits.length === 0) return undefined;
  return {
    maxAge: Math.min(...limits.map(({ maxAge }) => maxAge)),
    showsUnrated: limits.every(({ showsUnrated }) => showsUnrated),
  };
}

/** No tag has this id, so a viewer whose only allowed tag it is sees nothing. */
const NO_TAG = '';

/** Allowed tags that both limits let through: fewer than a series with one of each would need, never more. */
function narrowAllowed(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one.length === 0 || other.length === 0) return [...one, ...other];
  const both = one.filter((id) => other.includes(id));
  return both.length === 0 ? [NO_TAG] : both;
}

/** What is seen within two limits: never more than either of them shows. */
export function narrowSight(one: Sight, other: Sight): Sight {
  const { libraryIds } = one;
  const visible = other.libraryIds;
  const both = libraryIds === undefined ? visible : libraryIds.filter((id) => visible?.includes(id) ?? true);
  const limits = [one.sharing, other.sharing].filter((limit) => limit !== undefined);
  const [first, second] = limits;
  if (first === undefined || second === undefined) return { libraryIds: both, sharing: first };
  return {
    libraryIds: both,
    sharing: {
      denied: [...new Set([...first.denied, ...second.denied])].toSorted(),
      allowed: narrowAllowed(first.allowed, second.allowed),
      age: joinAgeLimits(limits.flatMap(({ age }) => age ?? [])),
    },
  };
}

const NO_LIMIT: Sharing = { denied: [], allowed: [] };

/** Whether a user sees nothing, whatever the catalog holds: they have no library, or tags hide everything. */
export function seesNothing({ libraryIds, sharing = NO_LIMIT }: Sight): boolean {
  const { allowed, denied } = sharing;
  const hidesAll = allowed.length > 0 && allowed.every((id) => id === NO_TAG || denied.includes(id));
  return libraryIds?.length === 0 || hidesAll;
}

function sharingShowsWithin(inner: Sharing = NO_LIMIT, outer: Sharing = NO_LIMIT): boolean {
  if (!isAgeWithin(inner.age, outer.age) || !outer.denied.every((id) => inner.denied.includes(id))) return false;
  if (outer.allowed.length === 0) return true;
  return inner.allowed.length > 0 && inner.allowed.every((id) => outer.allowed.includes(id));
}

/** Whether the first sees nothing that the second does not, whatever the catalog holds. */
export function seesWithin(inner: Sight, outer: Sight): boolean {
  const { libraryIds: visible } = outer;
  const isInLibraries = visible === undefined || inner.libraryIds?.every((id) => visible.includes(id)) === true;
  return isInLibraries && sharingShowsWithin(inner.sharing, outer.sharing);
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
