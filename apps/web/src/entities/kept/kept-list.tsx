import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import type { ListQuery } from '#entities/condition/list-query.ts';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { chooseListed, listKeptSeries } from './choose-kept.ts';
import { KeptBooksGrid, KeptNote, KeptSeriesGrid } from './kept-tiles.tsx';
import { useKeptCatalog } from './use-kept-catalog.ts';

export interface KeptListProps {
  /** Its filters need the server: they are left out, and a sentence says so. */
  readonly query: ListQuery;
  /** Shown while there is nothing kept. */
  readonly children: ReactNode;
}

/** A list without the server: what this device keeps of it. */
export function KeptList({ query, children }: KeptListProps) {
  const entries = useKeptCatalog() ?? [];
  if (entries.length === 0) return children;
  const books = chooseListed(entries, query);
  return (
    <>
      <KeptNote />
      {query.condition !== undefined && <p>{t`Filters work again once the server answers.`}</p>}
      {books.length === 0 && <NothingKept query={query} />}
      {books.length > 0 && query.target === 'books' && <KeptBooksGrid books={books} />}
      {books.length > 0 && query.target === 'series' && <KeptSeriesGrid series={listKeptSeries(books)} />}
    </>
  );
}

function NothingKept({ query: { fullTextSearch: query } }: Pick<KeptListProps, 'query'>) {
  if (query === undefined) return <EmptyState icon="cloud" title={t`Not on this device`} />;
  return <EmptyState icon="search" title={t`Nothing found for “${query}”`} />;
}
