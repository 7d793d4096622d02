import type { Endpoint } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';
import type { CoverSubject } from '#core/people/cover-pass.ts';
import type { Viewer } from '#core/viewer.ts';

/**
 * A place in the catalog as reader apps walk through it, in no dialect: OPDS 1.2 and 2.0 say the same in their own words.
 * Paths are those below a dialect's root, percent-encoded, without a slash at either end; the root itself is empty.
 */
export interface Feed {
  readonly path: string;
  /** What was asked of the place, repeated in links to its other pages. */
  readonly query: Readonly<Record<string, string>>;
  readonly title: string;
  /** Path of what it lies in; undefined at the root. */
  readonly up?: string;
  readonly content: FeedContent;
  /** Absent where everything is on one page. */
  readonly range?: FeedRange;
  readonly facets?: readonly FacetGroup[];
  /** Other lists of what this is the list of. */
  readonly related?: readonly Folder[];
}

/** Folders and books are never mixed: readers take a feed for one or the other. */
type FeedContent =
  | { readonly kind: 'folders'; readonly folders: readonly Folder[] }
  | { readonly kind: 'books'; readonly books: readonly CatalogBook[] }
  | { readonly kind: 'groups'; readonly groups: readonly Feed[] };

/** Which part of a list this is. Pages count from 1. */
interface FeedRange {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** A place that can be opened. */
export interface Folder {
  readonly path: string;
  readonly title: string;
  /** Id of what it stands for, where that is something of the catalog. */
  readonly uuid?: string;
  /** RFC 3339; undefined where it has no time of its own. */
  readonly updatedAt?: string;
  readonly leadsTo: 'folders' | 'books';
  /** A short line. */
  readonly summary?: string;
  /** Things inside. */
  readonly count?: number;
  /** What shows it. */
  readonly cover?: CoverSubject & { readonly version: string | null };
  /** What a root's entry is to apps that look for it. */
  readonly rel?: 'new' | 'shelf' | 'featured';
}

/** Ways of seeing one list, of which at most one is chosen. */
export interface FacetGroup {
  readonly title: string;
  readonly facets: readonly Facet[];
}

interface Facet {
  readonly title: string;
  /** The query that chooses it, with what else is chosen; the page begins again. */
  readonly query: Readonly<Record<string, string>>;
  readonly isActive: boolean;
}

/** A feed that says no time of its own is as it is at least since the server started. */
const STARTED_AT = new Date().toISOString();

/** When something of a feed changed last: RFC 3339. Where nothing says, the start of the server. */
export function changedAt({ content }: Feed): string {
  const times: string[] = [];
  if (content.kind === 'folders') times.push(...content.folders.map(({ updatedAt }) => updatedAt ?? ''));
  if (content.kind === 'books') times.push(...content.books.map(({ updatedAt }) => updatedAt));
  if (content.kind === 'groups') times.push(...content.groups.map(changedAt));
  const last = times.toSorted().at(-1) ?? '';
  return last === '' ? STARTED_AT : last;
}

/** What is asked of a place of the catalog. */
export interface FeedAsked {
  readonly viewer: Viewer;
  /** What stands in the place's path, decoded. */
  readonly id: string;
  readonly page: number;
  readonly pageSize: number;
  readonly query: FeedQuery;
}

/** Ways of seeing a list that reader apps may ask for; unknown ones are dropped. */
export interface FeedQuery {
  readonly sort?: string | undefined;
  readonly status?: string | undefined;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
  /** Words to look for. */
  readonly q?: string | undefined;
}

/** A kind of place. */
export interface FeedSource {
  /** `libraries/{id}`; what stands for `{id}` is a UUID unless `isNamed`. */
  readonly path: string;
  readonly isNamed?: true;
  readonly permission: Endpoint['permission'];
  /** @throws {AppError} `NotFound` */
  readonly read: (ctx: Context, asked: FeedAsked) => Promise<Feed>;
}

/** Which part of a list a page is. */
export function rangeOf({ page, pageSize }: FeedAsked, total: number): FeedRange {
  return { page, pageSize, total };
}

/** The ids that are asked for where a place lists something that has pages of its own. */
export function pageOf({ page, pageSize }: FeedAsked): { readonly page: number; readonly pageSize: number } {
  return { page, pageSize };
}
