import { useNavigate, useParams } from '@tanstack/react-router';
import { BookEditPage } from '#features/metadata/book-edit-page.tsx';
import { SeriesEditPage } from '#features/metadata/series-edit-page.tsx';

export function BookEditRoute() {
  const { bookId } = useParams({ from: '/signed-in/shell/book/$bookId/edit' });
  const navigate = useNavigate();
  return (
    <BookEditPage
      bookId={bookId}
      onBook={(next) => void navigate({ to: '/book/$bookId/edit', params: { bookId: next }, ignoreBlocker: true })}
    />
  );
}

export function SeriesEditRoute() {
  const { seriesId } = useParams({ from: '/signed-in/shell/series/$seriesId/edit' });
  return <SeriesEditPage key={seriesId} seriesId={seriesId} />;
}
