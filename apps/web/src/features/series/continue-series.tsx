import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { allSeriesBooksQuery } from '#entities/book/queries.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { usePageActions } from '#ui/overlays/page-actions.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { chooseNextBook } from './next-book.ts';
import css from './series-page.module.css';

/** Opens the next page to read in the series. */
export function ContinueSeries({ seriesId }: { readonly seriesId: string }) {
  const { data, isLoading } = useQuery(allSeriesBooksQuery(seriesId));
  const next = data === undefined ? undefined : chooseNextBook(data.data);
  const navigate = useNavigate();
  const read = (bookId: string) => () => void navigate({ to: '/read/$bookId', params: { bookId } });
  usePageActions('', next === undefined ? [] : [{ label: next.words, icon: 'play', run: read(next.book.id) }]);
  // Most series have a book to read: its button moves none of those beside it.
  if (isLoading)
    return <span aria-hidden="true" className={classNames(buttonClass('primary', 'large'), css['place'])} />;
  if (next === undefined) return null;
  return (
    <Link to="/read/$bookId" params={{ bookId: next.book.id }} className={buttonClass('primary', 'large')}>
      <Icon name="play" size={18} />
      {next.words}
    </Link>
  );
}
