import type { Viewer } from '#core/viewer.ts';
import { isAmong, listFoundIds } from '#db/filters/found-ids.repo.ts';
import { type BookFilter, bookListName } from '#db/repos/catalog/book-filter.ts';
import { type BookRange, pickBooks } from '#db/repos/catalog/pick-books.repo.ts';
import { countBooks } from '#db/repos/catalog/count-books.repo.ts';
import { listSearchMarks } from '#db/search/search-marks.repo.ts';
import type { Chosen } from '../search/choose-by-text.ts';
import { findCommonText, findTextList } from './common-texts.ts';
import type { CatalogState, FilteredList, PickedPage } from './filtered-lists.ts';
import type { ListContext } from './list-context.ts';

/** The whole filter. A text finds its books first, except within one series. */
function toWholeFilter({ filter, parts = [] }: Chosen<BookFilter>): BookFilter {
  const text = parts.find(({ search }) => search !== undefined);
  if (text?.search === undefined) return filter;
  const where = parts.filter((part) => part !== text).map((part) => part.where);
  if (filter.seriesId !== undefined) return { ...filter, where: [...where, text.search.holds] };
  return { ...filter, where, found: text.search.rankedIds };
}

/** The filter with the ids that are cached for some of its conditions, and the other conditions. */
async function narrow({ db, parts: cache }: ListContext, chosen: Chosen<BookFilter>): Promise<BookFilter> {
  const { filter, parts = [] } = chosen;
  if (parts.length < 2) return toWholeFilter(chosen);
  const cacheableParts = parts.flatMap(({ name, where, search, cacheable }) => {
    if (cacheable === undefined) return [];
    const { ids, isDenied } = cacheable;
    const list = async (most: number): Promise<readonly string[]> => listFoundIds(db.readHeavy, db.kind, ids, most);
    // A condition that is left over is checked on few rows.
    return [{ name, where: search?.holds ?? where, isDenied, list }];
  });
  const narrowed = await cache.narrow(cacheableParts);
  if (narrowed === undefined) return toWholeFilter(chosen);
  const rest = parts.filter(({ cacheable }) => cacheable === undefined);
  const where = [...rest, ...narrowed.left].map((part) => part.where);
  return { ...filter, where: [isAmong(db.kind, narrowed.ids), ...where] };
}

/** A list of a text is current once the search index has all changes of the catalog. */
function searchState({ db, lists }: ListContext): CatalogState {
  return {
    changes: () => lists.changes(),
    isCurrent: async () => (await listSearchMarks(db.read, 1)).length === 0,
  };
}

/** Ids of a page of books with conditions. */
export async function pickFilteredBooks(
  ctx: ListContext,
  viewer: Viewer,
  chosen: Chosen<BookFilter>,
  range: BookRange,
): Promise<PickedPage> {
  const { readHeavy } = ctx.db;
  const { sort, direction, steps = null } = range;
  const text = findTextList(viewer, chosen, range);
  const findQueries = async (): Promise<Pick<FilteredList, 'pick' | 'count'>> => {
    const common = text === undefined ? undefined : await findCommonText(ctx.db, text);
    if (common !== undefined) return common;
    const filter = await narrow(ctx, chosen);
    return {
      pick: async (slice) => {
        const rows = await pickBooks(readHeavy, viewer, filter, { ...range, ...slice });
        return { ids: rows.map(({ id }) => id), total: rows[0]?.total };
      },
      count: async () => countBooks(readHeavy, viewer, filter),
    };
  };
  let queries: ReturnType<typeof findQueries> | undefined;
  const open = async (): ReturnType<typeof findQueries> => (queries ??= findQueries());
  const list = bookListName(viewer, chosen.filter, sort, direction);
  return ctx.filtered.page(
    {
      name: JSON.stringify([list, viewer.userId, chosen.name, steps]),
      pick: async (slice) => (await open()).pick(slice),
      count: async () => (await open()).count(),
      catalog: text === undefined ? undefined : searchState(ctx),
    },
    range,
  );
}
