import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { chooseNextBook } from './next-book.ts';

/** Opens the next page to read in the series. */
export function ContinueSeries({ seriesId }: { readonly seriesId: string }) {
  const { data } = useQuery(allSeriesBooksQuery(seriesId));
  const next = data === undefined ? undefined : chooseNextBook(data.data);
  const navigate = useNavigate();
  const read = (bookId: string) => () => void navigate({ to: '/read/$bookId', params: { bookId } });
  usePageActions('', next === undefined ? [] : [{ label: next.words, icon: 'play', run: read(next.book.id) }]);
  if (next === undefined) return null;
  return (
    <Link to="/read/$bookId" params={{ bookId: next.book.id }} className={buttonClass('primary', 'large')}>
      <Icon name="play" size={18} />
      {next.words}
    </Link>
  );
}
