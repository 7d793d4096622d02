import type { BookSort } from '@lectern/contract';
import type { RawBuilder } from 'kysely';
import type { Predicate } from '#db/filters/predicates.ts';
import type { ReadDb } from '../../open.ts';
import { slot } from '../../precompiled.ts';
import type { Direction } from '../rows/book-order.ts';
import { EVERYONE, type ViewerScope } from '../rows/viewer-scope.ts';
import { visibilityShape, visibleBooks } from '../rows/visibility.ts';

/** Which books a list holds. */
export interface BookFilter {
  readonly libraryId?: string | undefined;
  readonly seriesId?: string | undefined;
  readonly includeDeleted?: boolean;
  /** What else holds of them, as `bookCondition` makes it. */
  readonly where?: readonly Predicate[];
  /** Only books that this query finds; pages then count all of them. */
  readonly found?: RawBuilder<{ readonly id: string; readonly rank: number }> | undefined;
}

/** Visible books of a filter, with slots for its ids. */
export function filteredBooks(db: ReadDb, viewerScope: ViewerScope, filter: BookFilter) {
  return visibleBooks(db, viewerScope, { includeDeleted: filter.includeDeleted ?? false, among: filter.found })
    .$if(filter.libraryId !== undefined, (query) => query.where('book.libraryId', '=', slot<string>('libraryId')))
    .$if(filter.seriesId !== undefined, (query) => query.where('book.seriesId', '=', slot<string>('seriesId')))
    .$if((filter.where?.length ?? 0) > 0, (query) => query.where((eb) => eb.and([...(filter.where ?? [])])));
}

/** Whether a filter has conditions of its own, with which its queries are compiled each time. */
function isSpecial({ where = [], found }: Pick<BookFilter, 'where' | 'found'>): boolean {
  return where.length > 0 || found !== undefined;
}

/** The shape of a query about a filter; undefined when it is like no other. */
export function shapeFor(name: string, viewerScope: ViewerScope, filter: BookFilter): string | undefined {
  return isSpecial(filter) ? undefined : `${name}:${filterShape(viewerScope, filter)}`;
}

function filterShape(viewerScope: ViewerScope, filter: BookFilter): string {
  const visibility = visibilityShape(viewerScope, { includeDeleted: filter.includeDeleted ?? false });
  return `${visibility}:${filter.libraryId === undefined ? '' : 'library'}:${filter.seriesId === undefined ? '' : 'series'}`;
}

/** The name of a list: lists with one name hold the same books in the same order for every viewer. */
export function bookListName(
  viewerScope: ViewerScope,
  filter: BookFilter,
  sort: BookSort,
  direction: Direction,
): string {
  const shape = filterShape(viewerScope, filter);
  return `books:${shape}:${filter.libraryId ?? ''}:${filter.seriesId ?? ''}:${sort}:${direction}`;
}

/** Whether a list holds every live book. */
export function isWhole(viewerScope: ViewerScope, filter: BookFilter): boolean {
  return !isSpecial(filter) && filterShape(viewerScope, filter) === filterShape(EVERYONE, {});
}
