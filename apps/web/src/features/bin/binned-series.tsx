import { useQuery } from '@tanstack/react-query';
import type { BinnedSeries } from '@lectern/contract';
import list from '#entities/user/account-list.module.css';
import { request } from '#lib/api.ts';
import { formatAgo, formatCount } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { BinList } from './bin-list.tsx';
import css from './bin-page.module.css';
import { binnedSeriesQuery, type BinListProps } from './queries.ts';
import { useRestore } from './restore.ts';

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
  const { isPending, run } = useRestore();
  const { id, title, libraryName, binnedCount, bookCount, deletedAt } = series;
  const stays = bookCount === 0 ? 'the whole series' : `${formatCount(bookCount, 'book')} not deleted`;
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name="stack" />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{title}</p>
        <p className={list['detail']}>
          {formatCount(binnedCount, 'book')}, {stays} · {libraryName} · deleted {formatAgo(deletedAt, Date.now())}
        </p>
      </div>
      <div className={css['actions']}>
        <Button
          icon="undo"
          busy={isPending}
          aria-label={`Restore ${title}`}
          onClick={() => run(async () => request('restoreSeries', { params: { id } }))}
        >
          Restore
        </Button>
      </div>
    </li>
  );
}
