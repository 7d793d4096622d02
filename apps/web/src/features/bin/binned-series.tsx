import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { BinnedSeries } from '@lectern/contract';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { BinList } from './bin-list.tsx';
import { BinRow } from './bin-row.tsx';
import { binnedSeriesQuery, type BinListProps } from './queries.ts';

export function BinnedSeriesList(props: BinListProps) {
  const series = useQuery(binnedSeriesQuery(props.filter));
  return (
    <BinList
      {...props}
      query={series}
      words={['series', 'series']}
      row={(one) => <SeriesRow key={one.id} series={one} />}
    />
  );
}

function SeriesRow({ series }: { readonly series: BinnedSeries }) {
  const { id, title, libraryName, binnedCount, bookCount, deletedAt } = series;
  const stays =
    bookCount === 0 ? t`the whole series` : t`${plural(bookCount, { one: '# book', other: '# books' })} not deleted`;
  const when = t`deleted ${formatAgo(deletedAt, Date.now())}`;
  return (
    <BinRow
      icon="stack"
      title={title}
      details={[t`${plural(binnedCount, { one: '# book', other: '# books' })}, ${stays} · ${libraryName} · ${when}`]}
      restore={async () => request('restoreSeries', { params: { id } })}
    />
  );
}
