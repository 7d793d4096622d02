import { plural } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { bookCountQuery } from '#entities/book/queries.ts';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { seriesCountQuery } from '#entities/series/queries.ts';

/** Number of items in a list; requested only while enabled. */
export function useCount(query: ListQuery, enabled = true) {
  const series = useQuery({
    ...seriesCountQuery({ ...query, target: 'series' }),
    enabled: enabled && query.target === 'series',
    placeholderData: (before) => before,
    retry: false,
  });
  const books = useQuery({
    ...bookCountQuery({ ...query, target: 'books' }),
    enabled: enabled && query.target === 'books',
    placeholderData: (before) => before,
    retry: false,
  });
  return query.target === 'series' ? series : books;
}

/** "1,204 series". */
export function countWords(target: ListQuery['target'], count: number): string {
  return target === 'series'
    ? plural(count, { one: '# series', other: '# series' })
    : plural(count, { one: '# book', other: '# books' });
}
