import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Home } from '@lectern/contract';
import { useState } from 'react';
import { BookTile } from '#entities/book/book-tile.tsx';
import { LazyKeptHome } from '#entities/kept/lazy-kept.tsx';
import { usePreferences } from '#entities/preferences/store.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { currentUserQuery, isGuest } from '#entities/user/queries.ts';
import { useHasAccount } from '#entities/user/use-may.ts';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Loading } from '#ui/feedback/skeleton.tsx';
import { TileRow } from '#ui/pictures/tile-row.tsx';
import { TileSkeleton } from '#ui/feedback/tile-skeleton.tsx';
import { ContinueCard } from './continue-card.tsx';
import { greeting } from './greeting.ts';
import css from './home-page.module.css';
import { HOME_ROWS_KEY, homeQuery, readRowChoices, ROW_TITLES, rowItems, type RowName } from './home-rows.ts';
import { NothingYet } from './nothing-yet.tsx';

const RowsDialog = lazyComponent(async () => (await import('./rows-dialog.tsx')).RowsDialog);

/** Rows of books and series, as the user arranged them. */
export function HomePage() {
  useDocumentTitle(t`Home`);
  const { data: user } = useQuery(currentUserQuery());
  const name = user === undefined || isGuest(user) ? undefined : user.username;
  return (
    <Page title={greeting(new Date().getHours(), name)}>
      <QueryBoundary
        query={useQuery(homeQuery())}
        loading={<HomeSkeleton />}
        whenAway={(otherwise) => <LazyKeptHome>{otherwise}</LazyKeptHome>}
      >
        {(home) => <Rows home={home} />}
      </QueryBoundary>
    </Page>
  );
}

function Rows({ home }: { readonly home: Home }) {
  const hasAccount = useHasAccount();
  const choices = readRowChoices(usePreferences()[HOME_ROWS_KEY]);
  const shown = choices.filter((choice) => choice.shown).map(({ name }) => name);
  const [current] = shown.includes('inProgress') ? home.inProgress : [];
  if (home.recentlyAddedBooks.length === 0 && home.recentlyAddedSeries.length === 0) return <NothingYet />;
  const first = shown.find((name) => rowItems(home, name).length > 0);
  return (
    <>
      {current !== undefined && <ContinueCard book={current} />}
      {shown.map((name) => (
        <Row key={name} name={name} home={home} eager={current === undefined && name === first} />
      ))}
      <p className={css['foot']}>
        <Link to="/libraries">{t`All libraries`}</Link>
        {hasAccount && <ChangeRows />}
      </p>
    </>
  );
}

interface RowProps {
  readonly name: RowName;
  readonly home: Home;
  readonly eager: boolean;
}

function Row({ name, home, eager }: RowProps) {
  const all = rowItems(home, name);
  // the first book is in the continue card
  const items = name === 'inProgress' ? all.slice(1) : all;
  if (items.length === 0) return null;
  return (
    <TileRow
      title={ROW_TITLES[name]}
      items={items}
      renderItem={({ book, series }, focusable, index) =>
        book === undefined ? (
          <SeriesTile series={series} focusable={focusable} eager={eager && index < 6} />
        ) : (
          <BookTile book={book} focusable={focusable} eager={eager && index < 6} />
        )
      }
    />
  );
}

function ChangeRows() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon="settings" onClick={() => setIsOpen(true)}>{t`Choose rows`}</Button>
      {isOpen && <RowsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function HomeSkeleton() {
  return (
    <Loading label={t`Loading your books`}>
      <div className={css['skeletons']}>
        {Array.from({ length: 7 }, (_, index) => (
          <TileSkeleton key={index} />
        ))}
      </div>
    </Loading>
  );
}
