import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import type { Book, Series } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { bookState, isReadable, readWords } from '#entities/book/book-state.ts';
import { KeptMark } from '#entities/offline/kept-mark.tsx';
import { seriesCover, seriesWords } from '#entities/series/series-tile.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import css from './list-page.module.css';

interface BookRowProps {
  readonly book: Book;
  /** From 1; absent in a list without manual order. */
  readonly place?: number | undefined;
}

export function BookRow({ book, place }: BookRowProps) {
  const state = bookState(book);
  const action = readWords(book);
  const { title } = book;
  return (
    <ListRow
      place={place}
      cover={bookCover(book)}
      dimmed={state.kind === 'broken'}
      heading={
        <Link to="/book/$bookId" params={{ bookId: book.id }}>
          {book.title}
        </Link>
      }
      detail={state.words}
      name={book.title.startsWith(book.seriesName) ? undefined : book.seriesName}
      share={state.share}
      mark={<KeptMark bookId={book.id} isSmall />}
      end={
        isReadable(book) && (
          <Link
            to="/read/$bookId"
            params={{ bookId: book.id }}
            className={css['play']}
            aria-label={t`${action}: ${title}`}
          >
            <Icon name={state.kind === 'read' ? 'check' : 'play'} size={18} />
          </Link>
        )
      }
    />
  );
}

interface SeriesRowProps {
  readonly series: Series;
  readonly place?: number | undefined;
}

export function SeriesRow({ series, place }: SeriesRowProps) {
  return (
    <ListRow
      place={place}
      cover={seriesCover(series)}
      heading={
        <Link to="/series/$seriesId" params={{ seriesId: series.id }}>
          {series.title}
        </Link>
      }
      detail={seriesWords(series)}
      mark={<KeptMark seriesId={series.id} isSmall />}
    />
  );
}
