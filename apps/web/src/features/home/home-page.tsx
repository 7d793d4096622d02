import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book } from '@lectern/contract';
import { BookTile } from '#entities/book/book-tile.tsx';
import { bookRowQuery } from '#entities/book/queries.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { newSeriesQuery } from '#entities/series/queries.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { activeScansQuery } from '#entities/scan/queries.ts';
import { currentUserQuery } from '#entities/user/queries.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { ErrorState } from '#ui/notice.tsx';
import { Page } from '#ui/page.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { TileRow } from '#ui/tile-row.tsx';
import { ContinueCard } from './continue-card.tsx';
import { greeting } from './greeting.ts';
import css from './home-page.module.css';
import { NothingYet } from './nothing-yet.tsx';

/** What to read now: what is open, what follows, what is new. */
export function HomePage() {
  useDocumentTitle('Home');
  const user = useQuery(currentUserQuery());
  const reading = useQuery(bookRowQuery('listBooksInProgress'));
  const onDeck = useQuery(bookRowQuery('listOnDeck'));
  const newBooks = useQuery(bookRowQuery('listRecentlyAddedBooks'));
  const newSeries = useQuery(newSeriesQuery());
  const libraries = useQuery(librariesQuery());
  const scans = useQuery(activeScansQuery());

  const queries = [reading, onDeck, newBooks, newSeries];
  const failed = queries.find((query) => query.isError && query.data === undefined);
  const [current, ...others] = reading.data?.data ?? [];
  const title = greeting(new Date().getHours(), user.data?.username);
  return (
    <Page title={title}>
      {failed !== undefined && <HomeProblem error={failed.error} onRetry={() => void failed.refetch()} />}
      {failed === undefined && queries.some((query) => query.isPending) && <HomeSkeleton />}
      {current !== undefined && <ContinueCard book={current} />}
      <BookRow title="Continue reading" books={others} />
      <BookRow title="On deck" books={onDeck.data?.data} />
      <BookRow title="Recently added books" books={newBooks.data?.data} eager={current === undefined} />
      {newSeries.data !== undefined && newSeries.data.data.length > 0 && (
        <TileRow title="Recently added series">
          {newSeries.data.data.map((series) => (
            <li key={series.id}>
              <SeriesTile series={series} />
            </li>
          ))}
        </TileRow>
      )}
      {newBooks.data?.total === 0 && libraries.data !== undefined && scans.data !== undefined && (
        <NothingYet libraries={libraries.data} scanning={scans.data.length > 0} />
      )}
      {newBooks.data !== undefined && newBooks.data.total > 0 && (
        <p className={css['foot']}>
          <Link to="/libraries">All libraries</Link>
        </p>
      )}
    </Page>
  );
}

interface BookRowProps {
  readonly title: string;
  readonly books: readonly Book[] | undefined;
  readonly eager?: boolean;
}

function BookRow({ title, books, eager = false }: BookRowProps) {
  if (books === undefined || books.length === 0) return null;
  return (
    <TileRow title={title}>
      {books.map((book, index) => (
        <li key={book.id}>
          <BookTile book={book} eager={eager && index < 6} />
        </li>
      ))}
    </TileRow>
  );
}

function HomeProblem({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { title, text, retry } = describeProblem(error);
  return <ErrorState title={title} text={text} onRetry={retry ? onRetry : undefined} />;
}

function HomeSkeleton() {
  return (
    <Loading label="Loading your books">
      <div className={css['skeletons']}>
        {Array.from({ length: 7 }, (_, index) => (
          <div key={index}>
            <Skeleton shape="cover" />
            <Skeleton shape="line" width={14} />
            <Skeleton shape="line" width={9} />
          </div>
        ))}
      </div>
    </Loading>
  );
}
