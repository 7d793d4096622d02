import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  CREDIT_KINDS,
  CREDIT_TITLES,
  type CreditKind,
  creditLink,
  creditListLink,
} from '#entities/credit/credit-kinds.ts';
import { type NameList, namesQuery } from '#entities/credit/queries.ts';
import { librariesQuery } from '#entities/library/queries.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { FilterSearch } from '#ui/controls/filter-search.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import css from './credits.module.css';

/** What the address of a list of names says. */
export interface NamesFilter {
  /** A part of the name. */
  readonly q?: string;
  readonly library?: string;
  /** `count` for most books first. */
  readonly sort?: string;
  /** From 1. */
  readonly page?: number;
}

interface NamesPageProps {
  readonly kind: CreditKind;
  readonly filter: NamesFilter;
  readonly onFilter: (filter: NamesFilter) => void;
}

const SORTS = [
  ['name', t({ message: 'Name', context: 'people' })],
  ['count', t`Most books`],
] as const;
const BY_PATH = { exact: true, includeSearch: false };

/** All people, publishers, characters or teams. */
export function NamesPage({ kind, filter, onFilter }: NamesPageProps) {
  const label = CREDIT_TITLES[kind];
  useDocumentTitle(label);
  const { q, library, page = 1 } = filter;
  const sort = filter.sort === 'count' ? filter.sort : 'name';
  const list: NameList = {
    kind,
    sort,
    ...(q === undefined ? {} : { search: q }),
    ...(library === undefined ? {} : { libraryId: library }),
  };
  const names = useQuery({ ...namesQuery(list, page), placeholderData: keepPreviousData });
  const count = names.data?.total;
  const { page: _, ...shown } = filter;
  const { sort: _sort, ...unsorted } = shown;
  return (
    <Page
      title={label}
      below={count === undefined ? ' ' : plural(count, { one: '# name', other: '# names' })}
      actions={
        <SortSelect
          sorts={SORTS}
          value={sort}
          onSort={(next) => onFilter(next === 'count' ? { ...shown, sort: next } : unsorted)}
        />
      }
    >
      <KindTabs />
      <NamesFilterBar key={kind} filter={shown} onFilter={onFilter} />
      <QueryBoundary query={names} loading={<BoxSkeletons label={t`Loading: ${label}`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <NoNames isFiltered={q !== undefined || library !== undefined} />}
            <ul className={css['names']} aria-label={label}>
              {data.map(({ name, bookCount }) => (
                <li key={name}>
                  <Link {...creditLink(kind, name)}>
                    <bdi>{name}</bdi>
                    <span>{plural(bookCount, { one: '# book', other: '# books' })}</span>
                  </Link>
                </li>
              ))}
            </ul>
            <Pager
              label={label}
              page={page}
              totalPages={totalPages}
              onPage={(next) => onFilter({ ...shown, page: next })}
            />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function KindTabs() {
  return (
    <Tabs label={t`What to show`}>
      {CREDIT_KINDS.map((one) => (
        <Link key={one} {...creditListLink(one)} className={tabClass} activeOptions={BY_PATH}>
          {CREDIT_TITLES[one]}
        </Link>
      ))}
    </Tabs>
  );
}

/** Filters names; a change returns to the first page. */
function NamesFilterBar({ filter, onFilter }: Pick<NamesPageProps, 'filter' | 'onFilter'>) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { q, ...unsearched } = filter;
  const { library, ...unlimited } = filter;
  const choices = libraries.map(({ id, name }) => [id, name] as const);
  return (
    <FilterBar label={t`Filter names`}>
      <FilterSearch
        label={t({ message: 'Name', context: 'people' })}
        value={q ?? ''}
        onSettled={(text) => onFilter(text === '' ? unsearched : { ...unsearched, q: text })}
      />
      {choices.length > 1 && (
        <FilterSelect
          label={t`Library`}
          all={t`All libraries`}
          value={library}
          options={choices}
          onValue={(chosen) => onFilter(chosen === undefined ? unlimited : { ...unlimited, library: chosen })}
        />
      )}
    </FilterBar>
  );
}

function NoNames({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <EmptyState icon="user" title={t`No names found`}>
      {isFiltered ? t`No name matches the filters above.` : t`Names come from the metadata of books.`}
    </EmptyState>
  );
}
