import { getRouteApi } from '@tanstack/react-router';
import { ReaderPage } from '#features/reader/reader-page.tsx';

const route = getRouteApi('/signed-in/read/$bookId');

export function ReadRoute() {
  const { bookId } = route.useParams();
  const { page, incognito = false } = route.useSearch();
  return <ReaderPage key={bookId} bookId={bookId} page={page} incognito={incognito} />;
}
