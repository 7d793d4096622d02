import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookTile } from '#entities/book/book-tile.tsx';
import { CREDIT_TITLES, type CreditKind, creditListLink } from '#entities/credit/credit-kinds.ts';
import {
  CREDITED_PAGE,
  creditedBooksQuery,
  type CreditedList,
  creditedSeriesQuery,
  type CreditPage as Credited,
  creditQuery,
} from '#entities/credit/queries.ts';
import { isAuthorRole, roleWords } from '#entities/credit/roles.ts';
import { chosenSort, sortsFor } from '#entities/listing/sorts.ts';
import { SeriesTile } from '#entities/series/series-tile.tsx';
import { formatNumber } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { useEndlessList } from '#lib/use-endless-list.ts';
import { Segments } from '#ui/controls/segments.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { EndlessGrid } from '#ui/grids/endless-grid.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import css from './credits.module.css';

/** What the address of the page says. */
export interface CreditAddress {
  readonly name: string;
  readonly role?: string;
  /** Absent for series. */
  readonly tab?: 'books';
  readonly sort?: string;
}

interface CreditPageProps {
  readonly kind: CreditKind;
  readonly address: CreditAddress;
  readonly onAddress: (address: CreditAddress) => void;
}

/** The books and series of one person, publisher, character or team. */
export function CreditPage({ kind, address, onAddress }: CreditPageProps) {
  const { name } = address;
  const { data: credited, error, refetch } = useQuery(creditQuery(kind, name));
  useDocumentTitle(credited?.name ?? name);
  if (error !== null && credited === undefined) return <PageFailure error={error} onRetry={() => void refetch()} />;
  return (
    <Loaded
      kind={kind}
      address={{ ...address, name: credited?.name ?? name }}
      credited={credited}
      onAddress={onAddress}
    />
  );
}

interface LoadedProps extends CreditPageProps {
  /** Undefined while it is fetched. */
  readonly credited: Credited | undefined;
}

function Loaded({ kind, address, credited, onAddress }: LoadedProps) {
  const { name, role, tab: show = 'series' } = address;
  const sorts = listSorts(show);
  const sort = chosenSort(sorts, address.sort);
  const held = kind === 'person' && isAuthorRole(role) ? { role } : {};
  const list = { kind, name, sort, ...held };
  return (
    <Page
      title={<bdi>{name}</bdi>}
      above={<Link {...creditListLink(kind)}>{CREDIT_TITLES[kind]}</Link>}
      below={credited === undefined ? ' ' : formatCounts(credited)}
      actions={<SortSelect sorts={sorts} value={sort} onSort={(next) => onAddress({ ...address, sort: next })} />}
    >
      {kind === 'person' && credited !== undefined && <RoleTabs credited={credited} role={held.role} />}
      <div className={css['choice']}>
        <Segments
          legend={t`What to show`}
          value={show}
          options={[
            ['series', t`Series`],
            ['books', t`Books`],
          ]}
          onValue={(next) => onAddress({ name, ...held, ...(next === 'books' ? { tab: next } : {}) })}
        />
      </div>
      {credited !== undefined && <Listed key={JSON.stringify([show, list])} show={show} list={list} />}
    </Page>
  );
}

/** Sort orders; books begin by series and number. */
function listSorts(show: 'books' | 'series') {
  const sorts = sortsFor(show);
  if (show === 'series') return sorts;
  return [...sorts.filter(([value]) => value === 'series,asc'), ...sorts.filter(([value]) => value !== 'series,asc')];
}

function formatCounts({ bookCount, seriesCount }: Pick<Credited, 'bookCount' | 'seriesCount'>): string {
  return t`${plural(seriesCount, { one: '# series', other: '# series' })}, ${plural(bookCount, { one: '# book', other: '# books' })}`;
}

function RoleTabs({ credited, role }: { readonly credited: Credited; readonly role: string | undefined }) {
  const { name, roles } = credited;
  if (roles.length < 2) return null;
  const tabs = [undefined, ...roles];
  return (
    <Tabs label={t`Role`}>
      {tabs.map((tab) => (
        <Link
          key={tab?.role ?? ''}
          to="/people/$kind"
          params={{ kind: 'person' }}
          search={tab === undefined ? { name } : { name, role: tab.role }}
          className={tabClass}
          activeOptions={{ exact: true }}
          aria-current={tab?.role === role ? 'page' : undefined}
        >
          {tab === undefined ? t`All` : roleWords(tab.role)}
          {tab !== undefined && <span className={css['count']}>{formatNumber(tab.bookCount)}</span>}
        </Link>
      ))}
    </Tabs>
  );
}

function Listed({ show, list }: { readonly show: 'books' | 'series'; readonly list: CreditedList }) {
  return show === 'series' ? <SeriesOfName list={list} /> : <BooksOfName list={list} />;
}

function BooksOfName({ list }: { readonly list: CreditedList }) {
  const books = useEndlessList({ queryFor: (page) => creditedBooksQuery(list, page), pageSize: CREDITED_PAGE });
  return (
    <EndlessGrid
      label={t`Books`}
      list={books}
      empty={<EmptyState icon="book" title={t`No books`} />}
      renderTile={(book, focusable) => <BookTile book={book} focusable={focusable} />}
    />
  );
}

function SeriesOfName({ list }: { readonly list: CreditedList }) {
  const series = useEndlessList({ queryFor: (page) => creditedSeriesQuery(list, page), pageSize: CREDITED_PAGE });
  return (
    <EndlessGrid
      label={t`Series`}
      list={series}
      empty={<EmptyState icon="stack" title={t`No series`} />}
      renderTile={(one, focusable) => <SeriesTile series={one} focusable={focusable} />}
    />
  );
}
