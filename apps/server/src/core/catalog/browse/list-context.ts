import type { Database } from '#db/open.ts';
import type { ClauseCache } from '../search/clause-cache.ts';
import type { FilteredLists } from './filtered-lists.ts';
import type { ListCache } from './list-cache.ts';

/** The database, and the caches of its lists. */
export interface ListContext {
  readonly db: Database;
  /** Of lists without conditions. */
  readonly lists: ListCache;
  /** Of lists with conditions. */
  readonly filtered: FilteredLists;
  /** Of the conditions themselves. */
  readonly parts: ClauseCache;
}
