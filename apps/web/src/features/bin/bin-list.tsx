import { t } from '@lingui/core/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import list from '#entities/user/account-list.module.css';
import { formatCount } from '#lib/format.ts';
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
  /** One and several, for the count. */
  readonly words: readonly [string, string];
  readonly row: (entry: Entry) => ReactNode;
}

/** A page of the bin with its count. */
export function BinList<Entry>({ query, words: [one, several], row, filter, onFilter }: Props<Entry>) {
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the bin`} />}>
      {({ data, total, totalPages }) => (
        <>
          <p role="status" className={list['quiet']}>
            {t`${formatCount(total, one, several)} in the bin`}
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
    return (
      <EmptyState icon="trash" title={t`The bin is empty`}>{t`Books that you delete come here first.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      icon="trash"
      title={t`No such entry`}
      action={<Button onClick={() => onFilter({})}>{t`Show the whole bin`}</Button>}
    >{t`Nothing in the bin fits the filter above.`}</EmptyState>
  );
}
