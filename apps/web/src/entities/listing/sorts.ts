import { t } from '@lingui/core/macro';
import type { ListTarget } from '#entities/condition/list-query.ts';

/** API value and label. */
export type Sort = readonly [value: string, words: string];

const SORTS: Readonly<Record<ListTarget, readonly Sort[]>> = {
  series: [
    ['title,asc', t`Title`],
    ['created_at,desc', t`Recently added`],
    ['updated_at,desc', t`Recently changed`],
    ['date_read,desc', t`Recently read`],
    ['year,desc', t`Newest year`],
    ['book_count,desc', t`Most books`],
  ],
  books: [
    ['title,asc', t`Title`],
    ['series,asc', t({ message: 'Series', context: 'one' })],
    ['created_at,desc', t`Recently added`],
    ['last_read,desc', t`Recently read`],
    ['release_date,desc', t`Newest release`],
    ['page_count,desc', t`Most pages`],
    ['file_size,desc', t`Largest file`],
  ],
};

const BEST: Sort = ['relevance,desc', t`Best match`];

/** Sort orders of a list; the first is the default. */
export function sortsFor(target: ListTarget, isSearched = false): readonly Sort[] {
  return isSearched ? [BEST, ...SORTS[target]] : SORTS[target];
}

export function chosenSort(sorts: readonly Sort[], wanted: string | undefined): string {
  const [first] = sorts;
  return sorts.find(([value]) => value === wanted)?.[0] ?? first?.[0] ?? '';
}
