import { useParams } from '@tanstack/react-router';
import { BookPage } from '#features/book/book-page.tsx';

export function BookRoute() {
  const { bookId } = useParams({ from: '/signed-in/shell/book/$bookId' });
  return <BookPage key={bookId} bookId={bookId} />;
}
