import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { seriesQuery } from '#entities/series/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { EditFrame } from './edit-frame.tsx';
import { SeriesSharing } from './series-sharing.tsx';

export function SeriesEditPage({ seriesId }: { readonly seriesId: string }) {
  const { data: series, error, refetch } = useQuery(seriesQuery(seriesId));
  const administers = useMay('SystemAdmin');
  const title = series?.title;
  useDocumentTitle(title === undefined ? undefined : t`Edit ${title}`);
  if (error !== null && series === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (series === undefined) return null;
  return (
    <EditFrame
      owner={{ kind: 'series', id: seriesId, title: series.title }}
      apart={administers && <SeriesSharing seriesId={seriesId} title={series.title} />}
      above={
        <>
          <Link to="/library/$libraryId" params={{ libraryId: series.libraryId }}>
            {series.libraryName}
          </Link>
          {' · '}
          <Link to="/series/$seriesId" params={{ seriesId }}>{t`Back to the series`}</Link>
        </>
      }
    />
  );
}
