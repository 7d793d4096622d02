import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readAddress, writeAddress } from '#entities/condition/address.ts';
import type { ListTarget } from '#entities/condition/list-query.ts';
import { conditionFor } from '#entities/condition/parts.ts';
import { Listing, type ListAddress } from '#entities/listing/listing.tsx';
import { chosenSort, sortsFor } from '#entities/listing/sorts.ts';
import { SelectButton } from '#entities/selection/select-button.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Page } from '#ui/layout/page.tsx';
import { SortSelect } from '#ui/controls/sort-select.tsx';
import { Tabs, tabClass } from '#ui/layout/tabs.tsx';
import { SearchBox } from './search-box.tsx';

interface SearchPageProps {
  readonly tab: ListTarget;
  readonly address: ListAddress;
  readonly onAddress: (address: ListAddress) => void;
}

/** Full-text search with filters and sort order. */
export function SearchPage({ tab, address, onAddress }: SearchPageProps) {
  const { q } = address;
  useDocumentTitle(q === undefined ? t`Search` : t`${q} · Search`);
  const sorts = sortsFor(tab, q !== undefined);
  const by = chosenSort(sorts, address.sort);
  const { q: _, ...others } = address;
  return (
    <Page
      title={t`Search`}
      actions={
        <>
          <SelectButton />
          <SortSelect sorts={sorts} value={by} onSort={(sort) => onAddress({ ...address, sort })} />
        </>
      }
    >
      <SearchBox text={q} inPage onText={(text) => onAddress(text === '' ? others : { ...others, q: text })} />
      <Tabs label={t`What to show`}>
        <TabLink target="series" tab={tab} address={address} />
        <TabLink target="books" tab={tab} address={address} />
      </Tabs>
      <Listing
        key={tab}
        target={tab}
        address={address}
        sort={by}
        onAddress={onAddress}
        whenEmpty={
          <EmptyState
            icon="library"
            title={t`Nothing to search yet`}
          >{t`Series and books appear here once a library has books.`}</EmptyState>
        }
      />
    </Page>
  );
}

interface TabLinkProps {
  /** The list it opens. */
  readonly target: ListTarget;
  readonly tab: ListTarget;
  readonly address: ListAddress;
}

/** The other tab keeps the query and the filters that exist there. */
function TabLink({ target, tab, address }: TabLinkProps) {
  const { q, c } = address;
  const there = useMemo(
    () => (target === tab ? c : writeAddress(target, conditionFor(target, tab, readAddress(tab, c).condition))),
    [target, tab, c],
  );
  return (
    <Link
      to="/search"
      search={{
        ...(q === undefined ? {} : { q }),
        ...(there === undefined ? {} : { c: there }),
        ...(target === 'books' ? { tab: 'books' } : {}),
      }}
      className={tabClass}
      aria-current={target === tab ? 'page' : undefined}
    >
      {target === 'series' ? t`Series` : t`Books`}
    </Link>
  );
}
