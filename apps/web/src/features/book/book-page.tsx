import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import { bookCover } from '#entities/book/book-cover.ts';
import { bookNumber, bookState, isReadable, readWords } from '#entities/book/book-state.ts';
import { adjacentBooksQuery, bookQuery } from '#entities/book/queries.ts';
import { RatingPanel } from '#entities/rating/rating-panel.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { Hero } from '#ui/layout/hero.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { ProgressBar } from '#ui/feedback/progress-bar.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { BookFault } from './book-fault.tsx';
import { BookMenu } from './book-menu.tsx';
import { BookMetadataList } from './book-metadata.tsx';
import css from './book-page.module.css';
import { FileFacts } from './file-facts.tsx';
import { listFacts } from './facts.ts';
import { ReadingHistory } from './reading-history.tsx';
import { WhyHere } from './why-here.tsx';

export function BookPage({ bookId }: { readonly bookId: string }) {
  const { data, error, refetch } = useQuery(bookQuery(bookId));
  useDocumentTitle(data?.book.title);
  if (error !== null && data === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <BookSkeleton />;
  const { book, metadata } = data;
  const { share, words: progress } = bookState(book);
  return (
    <>
      <Hero
        cover={bookCover(book)}
        above={<SeriesLink book={book} />}
        title={book.title}
        facts={listFacts(book, metadata)}
        actions={
          <>
            {isReadable(book) && (
              <Link to="/read/$bookId" params={{ bookId }} className={buttonClass('primary', 'large')}>
                <Icon name="play" size={18} />
                {readWords(book)}
              </Link>
            )}
            <BookMenu book={book} />
          </>
        }
      >
        {share !== undefined && (
          <div className={css['progress']}>
            <ProgressBar share={share} label={t`Progress: ${progress}`} />
            <p>{progress}</p>
          </div>
        )}
      </Hero>
      <div className={css['body']}>
        <div className={css['main']}>
          <BookFault book={book} />
          {book.summary !== null && <p className={css['summary']}>{book.summary}</p>}
          <RatingPanel series={{ id: book.seriesId, title: book.seriesName }} label={t`Your rating of the series`} />
          {metadata !== undefined && <BookMetadataList book={book} metadata={metadata} />}
          <div className={css['folded']}>
            <ReadingHistory book={book} />
            <FileFacts book={book} />
            <WhyHere book={book} />
          </div>
        </div>
        <Neighbours bookId={bookId} />
      </div>
    </>
  );
}

function SeriesLink({ book }: { readonly book: Book }) {
  const number = bookNumber(book);
  const series = (
    <Link to="/series/$seriesId" params={{ seriesId: book.seriesId }}>
      {book.seriesName}
    </Link>
  );
  if (number === undefined) return series;
  return (
    <Trans>
      {series}, no. {number}
    </Trans>
  );
}

function Neighbours({ bookId }: { readonly bookId: string }) {
  const { data } = useQuery(adjacentBooksQuery(bookId));
  if (data === undefined || (data.prev === null && data.next === null)) return null;
  return (
    <nav aria-label={t`Previous and next book`} className={css['neighbours']}>
      {data.prev !== null && <NeighbourLink book={data.prev} words={t`Previous`} icon="back" />}
      {data.next !== null && <NeighbourLink book={data.next} words={t`Next`} icon="forward" />}
    </nav>
  );
}

interface NeighbourLinkProps {
  readonly book: Book;
  readonly words: string;
  readonly icon: 'back' | 'forward';
}

function NeighbourLink({ book, words, icon }: NeighbourLinkProps) {
  return (
    <Link to="/book/$bookId" params={{ bookId: book.id }} className={css['neighbour']} data-way={icon}>
      <Icon name={icon} />
      <span>
        <span className={css['way']}>{words}</span>
        <span className={css['neighbourTitle']} dir="auto">
          {book.title}
        </span>
      </span>
    </Link>
  );
}

function BookSkeleton() {
  return (
    <Loading label={t`Loading the book`}>
      <div className={css['skeleton']}>
        <Skeleton shape="cover" />
        <div>
          <Skeleton shape="title" width={24} />
          <Skeleton shape="line" width={30} />
          <Skeleton shape="line" width={20} />
        </div>
      </div>
    </Loading>
  );
}
