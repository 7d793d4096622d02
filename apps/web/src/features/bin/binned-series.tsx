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
      sayCount={(count) => plural(count, { one: '# series in the bin', other: '# series in the bin' })}
      row={(one) => <SeriesRow key={one.id} series={one} />}
    />
  );
}

function SeriesRow({ series }: { readonly series: BinnedSeries }) {
  const { id, title, libraryName, binnedCount, bookCount, deletedAt } = series;
  const ago = formatAgo(deletedAt, Date.now());
  const facts = [
    plural(binnedCount, { one: '# book', other: '# books' }),
    bookCount === 0 ? t`Whole series` : plural(bookCount, { one: '# book not deleted', other: '# books not deleted' }),
    libraryName,
    t`Deleted ${ago}`,
  ];
  return (
    <BinRow
      icon="stack"
      title={title}
      details={[facts.join(' · ')]}
      restore={async () => request('restoreSeries', { params: { id } })}
    />
  );
}
