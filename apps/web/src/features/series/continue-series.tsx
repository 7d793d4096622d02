import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { chooseNextBook } from './next-book.ts';

/** Opens the next page to read in the series. */
export function ContinueSeries({ seriesId }: { readonly seriesId: string }) {
  const { data } = useQuery(allSeriesBooksQuery(seriesId));
  const next = data === undefined ? undefined : chooseNextBook(data.data);
  if (next === undefined) return null;
  return (
    <Link to="/read/$bookId" params={{ bookId: next.book.id }} className={buttonClass('primary', 'large')}>
      <Icon name="play" size={18} />
      {next.words}
    </Link>
  );
}
