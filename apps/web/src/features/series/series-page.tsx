import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Series } from '@lectern/contract';
import { LazyKeptSeriesPage } from '#entities/kept/lazy-kept.tsx';
import { RatingPanel } from '#entities/rating/rating-panel.tsx';
import { ProfileBadge } from '#entities/reading-profile/profile-badge.tsx';
import { LazyTrackSeries } from '#entities/release/lazy-track-series.tsx';
import { useStartSeriesScan } from '#entities/scan/queries.ts';
import { ScanLine } from '#entities/scan/scan-line.tsx';
import { seriesCover } from '#entities/series/series-tile.tsx';
import { seriesQuery } from '#entities/series/queries.ts';
import { useAway } from '#lib/use-away.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Hero } from '#ui/layout/hero.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { ContinueSeries } from './continue-series.tsx';
import { SeriesBooks } from './series-books.tsx';
import { SeriesMenu } from './series-menu.tsx';
import css from './series-page.module.css';
import { SeriesMetadata } from './series-metadata.tsx';

export function SeriesPage({ seriesId }: { readonly seriesId: string }) {
  const { data: series, error, failureReason, refetch } = useQuery(seriesQuery(seriesId));
  const isAway = useAway(failureReason);
  useDocumentTitle(series?.title);
  if (series !== undefined) return <Loaded series={series} />;
  const otherwise = error === null ? <SeriesSkeleton /> : <PageFailure error={error} onRetry={() => void refetch()} />;
  return isAway ? <LazyKeptSeriesPage seriesId={seriesId}>{otherwise}</LazyKeptSeriesPage> : otherwise;
}

function Loaded({ series }: { readonly series: Series }) {
  const scan = useStartSeriesScan(series);
  const { title } = series;
  return (
    <>
      <Hero
        cover={seriesCover(series)}
        above={
          <Link to="/library/$libraryId" params={{ libraryId: series.libraryId }}>
            {series.libraryName}
          </Link>
        }
        title={title}
        facts={listFacts(series)}
        actions={
          <>
            <ContinueSeries seriesId={series.id} />
            <SeriesMenu series={series} onScan={() => scan.mutate('normal')} />
          </>
        }
      >
        <RatingPanel series={series} />
        <ProfileBadge seriesId={series.id} />
      </Hero>
      <div className={css['body']}>
        {scan.data !== undefined && (
          <div className={css['scan']}>
            <ScanLine libraryId={series.libraryId} taskId={scan.data.taskId} name={t`“${title}”`} />
          </div>
        )}
        {series.summary !== null && <p className={css['summary']}>{series.summary}</p>}
        <SeriesMetadata seriesId={series.id} />
        <LazyTrackSeries series={series} />
        <SeriesBooks seriesId={series.id} />
      </div>
    </>
  );
}

const STATUS_WORDS = {
  ongoing: t`Ongoing`,
  ended: t`Ended`,
  hiatus: t`On hiatus`,
  abandoned: t`Abandoned`,
  unknown: undefined,
} as const;

function listFacts(series: Series): readonly string[] {
  const { bookCount, unreadCount, year, publisher, status } = series;
  const unread = plural(unreadCount, { one: '# unread', other: '# unread' });
  const reading = unreadCount === 0 ? t`All read` : unreadCount === bookCount ? undefined : unread;
  const facts = [
    plural(bookCount, { one: '# book', other: '# books' }),
    bookCount > 0 ? reading : undefined,
    year === null ? undefined : String(year),
    publisher,
    STATUS_WORDS[status],
  ];
  return facts.filter((fact): fact is string => typeof fact === 'string' && fact !== '');
}

function SeriesSkeleton() {
  return (
    <Loading label={t`Loading the series`}>
      <div className={css['skeleton']}>
        <Skeleton shape="cover" />
        <div>
          <Skeleton shape="title" width={24} />
          <Skeleton shape="line" width={30} />
        </div>
      </div>
    </Loading>
  );
}
