import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { removeByHand, setStopped } from '#entities/offline/kept-books.ts';
import type { KeptBook } from '#entities/offline/kept.ts';
import { keptWords } from '#entities/offline/kept-words.ts';
import list from '#entities/user/account-list.module.css';
import { buildAddress } from '#lib/api.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import { ListRow } from '#ui/layout/list-row.tsx';
import css from './offline-page.module.css';

/** Kept books in the order of series and queue. */
export function KeptBooks({ books }: { readonly books: readonly KeptBook[] }) {
  const sorted = books.toSorted((a, b) =>
    a.seriesName === b.seriesName ? a.addedAt - b.addedAt : a.seriesName.localeCompare(b.seriesName),
  );
  if (sorted.length === 0) {
    return <p className={list['quiet']}>{t`Nothing yet. Choose “Keep offline” on the page of a book or series.`}</p>;
  }
  return (
    <ul className={css['rows']}>
      {sorted.map((book) => (
        <li key={book.bookId}>
          <KeptRow book={book} />
        </li>
      ))}
    </ul>
  );
}

function KeptRow({ book }: { readonly book: KeptBook }) {
  const { bookId, title, coverVersion: v, done, total } = book;
  const addressFor = (width: number) => buildAddress('getBookThumbnail', { id: bookId }, { width, v });
  return (
    <ListRow
      cover={{ title, placeholder: null, addressFor: v === null ? undefined : addressFor }}
      heading={
        <Link to="/read/$bookId" params={{ bookId }}>
          {title}
        </Link>
      }
      detail={keptWords(book)}
      name={book.seriesName}
      share={total === 0 || done === total ? undefined : done / total}
      end={
        <span className={css['buttons']}>
          <Switch book={book} />
          <IconButton icon="trash" label={t`Remove ${title}`} onClick={() => void removeByHand([bookId])} />
        </span>
      }
    />
  );
}

function Switch({ book: { bookId, state, problem, title } }: { readonly book: KeptBook }) {
  switch (state) {
    case 'kept':
      return problem === undefined ? null : <TryAgain bookId={bookId} />;
    case 'waiting':
      return (
        <IconButton icon="pause" label={t`Stop fetching ${title}`} onClick={() => void setStopped(bookId, true)} />
      );
    case 'stopped':
      return <IconButton icon="play" label={t`Go on with ${title}`} onClick={() => void setStopped(bookId, false)} />;
    case 'failed':
      return <TryAgain bookId={bookId} />;
  }
}

function TryAgain({ bookId }: { readonly bookId: string }) {
  return <Button icon="refresh" onClick={() => void setStopped(bookId, false)}>{t`Try again`}</Button>;
}
