import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import { adjacentBooksQuery, bookQuery } from '#entities/book/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { EditFrame } from './edit-frame.tsx';

interface BookEditPageProps {
  readonly bookId: string;
  /** Opens the editor of another book; called without unsaved changes. */
  readonly onBook: (bookId: string) => void;
}

export function BookEditPage({ bookId, onBook }: BookEditPageProps) {
  const { data, error, refetch } = useQuery(bookQuery(bookId));
  const { data: beside } = useQuery(adjacentBooksQuery(bookId));
  const title = data?.book.title;
  useDocumentTitle(title === undefined ? undefined : t`Edit ${title}`);
  if (error !== null && data === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return null;
  const { book } = data;
  const next = beside?.next ?? null;
  return (
    <EditFrame
      key={bookId}
      owner={{ kind: 'book', id: bookId, title: book.title }}
      above={
        <>
          <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }}>
            {book.seriesName}
          </Link>
          {' · '}
          <Link to="/book/$bookId" params={{ bookId }}>{t`Back to the book`}</Link>
        </>
      }
      ways={
        <>
          <Way book={beside?.prev ?? null} way="back" />
          <Way book={next} way="forward" />
        </>
      }
      onward={next === null ? undefined : { words: 'next', go: () => onBook(next.id) }}
    />
  );
}

interface WayProps {
  readonly book: Book | null;
  readonly way: 'back' | 'forward';
}

function Way({ book, way }: WayProps) {
  if (book === null) return null;
  const { title } = book;
  const isBack = way === 'back';
  return (
    <Link
      to="/book/$bookId/edit"
      params={{ bookId: book.id }}
      className={buttonClass()}
      title={title}
      aria-label={isBack ? t`Previous: edit ${title}` : t`Next: edit ${title}`}
    >
      {isBack && <Icon name="back" size={18} />}
      {isBack ? t`Previous` : t`Next`}
      {!isBack && <Icon name="forward" size={18} />}
    </Link>
  );
}
