import type { ListTarget } from '#entities/condition/list-query.ts';

/** API value and label. */
export type Sort = readonly [value: string, words: string];

const SORTS: Readonly<Record<ListTarget, readonly Sort[]>> = {
  series: [
    ['title,asc', 'Name'],
    ['created_at,desc', 'Recently added'],
    ['updated_at,desc', 'Recently changed'],
    ['date_read,desc', 'Recently read'],
    ['year,desc', 'Newest year'],
    ['book_count,desc', 'Most books'],
  ],
  books: [
    ['title,asc', 'Title'],
    ['series,asc', 'Series'],
    ['created_at,desc', 'Recently added'],
    ['last_read,desc', 'Recently read'],
    ['release_date,desc', 'Newest release'],
    ['page_count,desc', 'Longest'],
    ['file_size,desc', 'Largest file'],
  ],
};

const BEST: Sort = ['relevance,desc', 'Best match'];

/** Sort orders of a list; the first is the default. */
export function sortsFor(target: ListTarget, isSearched = false): readonly Sort[] {
  return isSearched ? [BEST, ...SORTS[target]] : SORTS[target];
}

export function chosenSort(sorts: readonly Sort[], wanted: string | undefined): string {
  const [first] = sorts;
  return sorts.find(([value]) => value === wanted)?.[0] ?? first?.[0] ?? '';
}
