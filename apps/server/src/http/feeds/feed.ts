import type { Endpoint } from '@lectern/contract';
import type { Context } from '#context/context.ts';
import type { CatalogBook } from '#core/catalog/browse/catalog-books.ts';
import type { CoverSubject } from '#core/people/cover-pass.ts';
import type { Viewer } from '#core/viewer.ts';

/**
 * A feed of the catalog for reader apps, independent of the dialect (OPDS 1.2 or 2.0). Paths are below the dialect's root,
 * percent-encoded, without a slash at either end; the path of the root is empty.
 */
export interface Feed {
  readonly path: string;
  /** Repeated in links to the other pages. */
  readonly query: Readonly<Record<string, string>>;
  readonly title: string;
  /** Path of the parent; undefined at the root. */
  readonly up?: string;
  readonly content: FeedContent;
  /** Absent where everything is on one page. */
  readonly range?: FeedRange;
  readonly facets?: readonly FacetGroup[];
  /** Other lists of the same library. */
  readonly related?: readonly Folder[];
}

/** Folders and books are never mixed: readers take a feed for one or the other. */
type FeedContent =
  | { readonly kind: 'folders'; readonly folders: readonly Folder[] }
  | { readonly kind: 'books'; readonly books: readonly CatalogBook[] }
  | { readonly kind: 'groups'; readonly groups: readonly Feed[] };

/** A page of a list, from 1. */
interface FeedRange {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
}

/** An entry that opens another feed. */
export interface Folder {
  readonly path: string;
  readonly title: string;
  /** Id of its library, series or list. */
  readonly uuid?: string;
  /** RFC 3339. */
  readonly updatedAt?: string;
  readonly leadsTo: 'folders' | 'books';
  /** A short line. */
  readonly summary?: string;
  /** Entries inside. */
  readonly count?: number;
  readonly cover?: CoverSubject & { readonly version: string | null };
  /** The role of an entry of the root. */
  readonly rel?: 'new' | 'shelf' | 'featured';
}

/** Alternatives of one list, of which at most one is active. */
export interface FacetGroup {
  readonly title: string;
  readonly facets: readonly Facet[];
}

interface Facet {
  readonly title: string;
  /** The query that chooses the facet and keeps the other choices. */
  readonly query: Readonly<Record<string, string>>;
  readonly isActive: boolean;
}

const STARTED_AT = new Date().toISOString();

/** The last change of a feed, RFC 3339. Default: the start of the server. */
export function changedAt({ content }: Feed): string {
  const times: string[] = [];
  if (content.kind === 'folders') times.push(...content.folders.map(({ updatedAt }) => updatedAt ?? ''));
  if (content.kind === 'books') times.push(...content.books.map(({ updatedAt }) => updatedAt));
  if (content.kind === 'groups') times.push(...content.groups.map(changedAt));
  const last = times.toSorted().at(-1) ?? '';
  return last === '' ? STARTED_AT : last;
}

/** The query of this page of a feed. */
export function ownQuery({ query, range }: Feed): Readonly<Record<string, string | number>> {
  return range === undefined ? query : { ...query, page: range.page, pageSize: range.pageSize };
}

/** The other pages of a feed, by relation, with their queries. */
export function otherPages({ query, range }: Feed) {
  if (range === undefined) return [];
  const { page, pageSize, total } = range;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const to = (rel: string, target: number) => ({ rel, query: { ...query, page: target, pageSize } });
  return [
    to('first', 1),
    ...(page > 1 ? [to('previous', Math.min(page - 1, last))] : []),
    ...(page < last ? [to('next', page + 1)] : []),
    to('last', last),
  ];
}

/** A request for a feed. */
export interface FeedAsked {
  readonly viewer: Viewer;
  /** The id or name in the path, decoded. */
  readonly id: string;
  readonly page: number;
  readonly pageSize: number;
  readonly query: FeedQuery;
}

/** Choices in the query; unknown ones are dropped. */
export interface FeedQuery {
  readonly sort?: string | undefined;
  readonly status?: string | undefined;
  readonly format?: string | undefined;
  readonly language?: string | undefined;
  /** Search text. */
  readonly q?: string | undefined;
}

/** A kind of feed. */
export interface FeedSource {
  /** `libraries/{id}`, where `{id}` is a UUID unless `isNamed`. */
  readonly path: string;
  readonly isNamed?: true;
  readonly permission: Endpoint['permission'];
  /** @throws {AppError} `NotFound` */
  readonly read: (ctx: Context, asked: FeedAsked) => Promise<Feed>;
}

/** The range of a page. */
export function toRange({ page, pageSize }: FeedAsked, total: number): FeedRange {
  return { page, pageSize, total };
}

/** The page alone, for use cases. */
export function toPageWanted({ page, pageSize }: FeedAsked): { readonly page: number; readonly pageSize: number } {
  return { page, pageSize };
}
