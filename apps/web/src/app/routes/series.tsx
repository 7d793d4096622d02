import { useParams } from '@tanstack/react-router';
import { SeriesPage } from '#features/series/series-page.tsx';

export function SeriesRoute() {
  const { seriesId } = useParams({ from: '/signed-in/shell/series/$seriesId' });
  return <SeriesPage key={seriesId} seriesId={seriesId} />;
}
