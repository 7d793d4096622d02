import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Book, Series } from '@lectern/contract';
import { BookTile } from '#entities/book/book-tile.tsx';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { currentUserQuery } from '#entities/user/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Answer } from '#ui/answer.tsx';
import { Page } from '#ui/page.tsx';
import { Loading } from '#ui/skeleton.tsx';
import { TileRow } from '#ui/tile-row.tsx';
import { TileSkeleton } from '#ui/tile-skeleton.tsx';
import { ContinueCard } from './continue-card.tsx';
import { greeting } from './greeting.ts';
import css from './home-page.module.css';
import { NothingYet } from './nothing-yet.tsx';
import { type HomeRows, useHomeRows } from './use-home-rows.ts';

/** What to read now: what is open, what follows, what is new. */
export function HomePage() {
  useDocumentTitle('Home');
  const user = useQuery(currentUserQuery());
  return (
    <Page title={greeting(new Date().getHours(), user.data?.username)}>
      <Answer query={useHomeRows()} loading={<HomeSkeleton />}>
        {(rows) => <Rows rows={rows} />}
      </Answer>
    </Page>
  );
}

function Rows({ rows }: { readonly rows: HomeRows }) {
  const [current, ...others] = rows.reading;
  if (rows.newBooks.length === 0) return <NothingYet />;
  return (
    <>
      {current !== undefined && <ContinueCard book={current} />}
      <BookRow title="Continue reading" books={others} />
      <BookRow title="On deck" books={rows.onDeck} />
      <BookRow title="Recently added books" books={rows.newBooks} eager={current === undefined} />
      <SeriesRow title="Recently added series" series={rows.newSeries} />
      <p className={css['foot']}>
        <Link to="/libraries">All libraries</Link>
      </p>
    </>
  );
}

interface BookRowProps {
  readonly title: string;
  readonly books: readonly Book[];
  readonly eager?: boolean;
}

function BookRow({ title, books, eager = false }: BookRowProps) {
  if (books.length === 0) return null;
  return (
    <TileRow
      title={title}
      items={books}
      renderItem={(book, focusable, index) => <BookTile book={book} focusable={focusable} eager={eager && index < 6} />}
    />
  );
}

function SeriesRow({ title, series }: { readonly title: string; readonly series: readonly Series[] }) {
  if (series.length === 0) return null;
  return (
    <TileRow
      title={title}
      items={series}
      renderItem={(one, focusable) => <SeriesTile series={one} focusable={focusable} />}
    />
  );
}

function HomeSkeleton() {
  return (
    <Loading label="Loading your books">
      <div className={css['skeletons']}>
        {Array.from({ length: 7 }, (_, index) => (
          <TileSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}
