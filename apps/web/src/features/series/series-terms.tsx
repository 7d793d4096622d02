import { queryOptions, useQuery } from '@tanstack/react-query';
import { TermLinks } from '#entities/condition/term-links.tsx';
import { request } from '#lib/api.ts';
import { Facts } from '#ui/layout/facts.tsx';
import css from './series-page.module.css';

const seriesTermsQuery = (seriesId: string) =>
  queryOptions({
    queryKey: ['getSeriesMetadata', { seriesId, terms: true }],
    queryFn: async ({ signal }) => request('getSeriesMetadata', { params: { id: seriesId }, signal }),
  });

/** People, publisher, genres and tags of a series, each of which leads to what else has it. */
export function SeriesTerms({ seriesId }: { readonly seriesId: string }) {
  const { data } = useQuery(seriesTermsQuery(seriesId));
  if (data === undefined) return null;
  const people = [...new Set(data.authors.map(({ name }) => name))];
  const rows = [
    ['People', 'author', people],
    ['Publisher', 'publisher', data.publisher === null ? [] : [data.publisher]],
    ['Genres', 'genre', data.genres.map(({ name }) => name)],
    ['Tags', 'tag', data.tags.map(({ name }) => name)],
  ] as const;
  const known = rows.filter(([, , names]) => names.length > 0);
  if (known.length === 0) return null;
  return (
    <div className={css['terms']}>
      <Facts
        rows={known.map(
          ([label, field, names]) =>
            [label, <TermLinks key={label} target="series" field={field} names={names} />] as const,
        )}
      />
    </div>
  );
}
