import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import list from '#entities/user/account-list.module.css';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import type { BinFilter, BinListProps } from './queries.ts';

interface EntryPage<Entry> {
  readonly data: readonly Entry[];
  readonly total: number;
  readonly totalPages: number;
}

interface Props<Entry> extends BinListProps {
  readonly query: UseQueryResult<EntryPage<Entry>>;
  /** "3 books in the bin". */
  readonly sayCount: (count: number) => string;
  readonly row: (entry: Entry) => ReactNode;
}

/** A page of the bin with its count. */
export function BinList<Entry>({ query, sayCount, row, filter, onFilter }: Props<Entry>) {
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the bin`} />}>
      {({ data, total, totalPages }) => (
        <>
          <p role="status" className={list['quiet']}>
            {sayCount(total)}
          </p>
          {total === 0 && <Nothing filter={filter} onFilter={onFilter} />}
          <ul className={list['list']}>{data.map((entry) => row(entry))}</ul>
          <Pager
            label={t`Pages of the bin`}
            page={filter.page ?? 1}
            totalPages={totalPages}
            onPage={(page) => onFilter({ ...filter, page })}
          />
        </>
      )}
    </QueryBoundary>
  );
}

function isNarrowed({ library, q }: BinFilter): boolean {
  return library !== undefined || q !== undefined;
}

function Nothing({ filter, onFilter }: BinListProps) {
  if (!isNarrowed(filter)) {
    return <EmptyState icon="trash" title={t`The bin is empty`}>{t`Deleted books come here first.`}</EmptyState>;
  }
  return (
    <EmptyState
      icon="trash"
      title={t`Nothing found`}
      action={<Button onClick={() => onFilter({})}>{t`Show the whole bin`}</Button>}
    >{t`Nothing in the bin matches the filter.`}</EmptyState>
  );
}
