import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { AuditCategory } from '@lectern/contract';
import { useState } from 'react';
import { generalProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { FilterBar, FilterSelect } from '#ui/controls/filter-bar.tsx';
import { FilterSearch } from '#ui/controls/filter-search.tsx';
import { EmptyState, Note } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import css from './audit-page.module.css';
import { auditQuery, downloadAudit } from './audit-queries.ts';
import { AuditRow } from './audit-row.tsx';
import { CATEGORY_WORDS } from './audit-words.ts';

const CATEGORIES = Object.entries(CATEGORY_WORDS) as [AuditCategory, string][];

/** Who signed in and changed what, newest first. */
export function AuditPage() {
  useDocumentTitle(t`Audit log`);
  const [category, setCategory] = useState<AuditCategory>();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const filter = { category, search };
  const query = useQuery({ ...auditQuery(filter, page), placeholderData: keepPreviousData });
  const download = useMutation({ mutationFn: async () => downloadAudit(filter) });
  const problem = generalProblem(download.error);
  const count = query.data?.total ?? 0;
  return (
    <>
      <FilterBar label={t`Filter entries`}>
        <FilterSelect
          label={t`Kind`}
          all={t`All kinds`}
          value={category}
          options={CATEGORIES}
          onValue={(value) => {
            setCategory(value);
            setPage(1);
          }}
        />
        <FilterSearch
          label={t`Search names`}
          value={search}
          onSettled={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </FilterBar>
      <div className={css['actions']}>
        <Button icon="download" disabled={count === 0 || download.isPending} onClick={() => download.mutate()}>
          {t`Download`}
        </Button>
        <span className={css['count']} role="status">
          {plural(count, { one: '# entry', other: '# entries' })}
        </span>
      </div>
      {problem !== undefined && <Note tone="danger">{problem}</Note>}
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading the audit log`} />}>
        {({ data, totalPages }) => (
          <>
            {data.length === 0 && <NoEntriesFound />}
            <ul className={css['list']}>
              {data.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </ul>
            <Pager label={t`Pages of entries`} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )}
      </QueryBoundary>
    </>
  );
}

function NoEntriesFound() {
  return <EmptyState icon="search" title={t`No entries found`}>{t`No entry matches the filters above.`}</EmptyState>;
}
