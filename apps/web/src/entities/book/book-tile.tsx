import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Book } from '@lectern/contract';
import { KeptMark } from '#entities/offline/kept-mark.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Tile, tileCornerClass, tileLinkClass } from '#ui/pictures/tile.tsx';
import { bookCover } from './book-cover.ts';
import { bookNumber, bookState, isReadable, readWords } from './book-state.ts';

interface BookTileProps {
  readonly book: Book;
  /** Hides the series name on the page of the series. */
  readonly inSeries?: boolean;
  readonly eager?: boolean;
  /** False removes the tile from the tab order, for grids with arrow keys. */
  readonly focusable?: boolean;
}

/**
 * The cover opens the book page; the round button opens the reader. Memoised: grids hold hundreds of tiles while they
 * scroll.
 */
export const BookTile = memo(function BookTile(props: BookTileProps) {
  const { book, inSeries = false, eager = false, focusable = true } = props;
  const state = bookState(book);
  const tabIndex = focusable ? undefined : -1;
  const readable = isReadable(book);
  const [action, { title }] = [readWords(book), book];
  return (
    <Tile
      cover={bookCover(book)}
      eager={eager}
      dimmed={state.kind === 'broken'}
      heading={
        <Link className={tileLinkClass} to="/book/$bookId" params={{ bookId: book.id }} tabIndex={tabIndex}>
          {formatCaption(book, inSeries)}
        </Link>
      }
      detail={state.words}
      name={inSeries || namesSeries(book) ? undefined : book.seriesName}
      share={state.share}
      badge={BADGES[state.kind]}
      mark={<KeptMark bookId={book.id} />}
      corner={
        readable && (
          <Link
            className={tileCornerClass}
            to="/read/$bookId"
            params={{ bookId: book.id }}
            aria-label={t`${action}: ${title}`}
            tabIndex={tabIndex}
          >
            <Icon name="play" size={16} />
          </Link>
        )
      }
    />
  );
});

const BADGES = {
  broken: { icon: 'warning' },
  read: { icon: 'check' },
  waiting: { text: '…' },
  reading: undefined,
  unread: undefined,
} as const;

/** Most titles begin with the series name, which then needs no second mention. */
function namesSeries({ title, seriesName }: Book): boolean {
  return title.toLowerCase().startsWith(seriesName.toLowerCase());
}

/** Number first, so a long title cannot cut it off. */
function formatCaption(book: Book, inSeries: boolean): string {
  const number = bookNumber(book);
  return inSeries && number !== undefined ? `${number} · ${book.title}` : book.title;
}
