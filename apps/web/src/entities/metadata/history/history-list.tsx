import { plural, t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MetadataAction, MetadataChange } from '@lectern/contract';
import { useState } from 'react';
import { formatAgo, formatMoment } from '#lib/format.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { Loading, Skeleton } from '#ui/feedback/skeleton.tsx';
import { journalQuery } from '../queries.ts';
import { BeforeAfter } from '../save-bar.tsx';
import { useUndoAction } from '../save.ts';
import { changeWords } from './change-words.ts';
import css from './history.module.css';

interface HistoryListProps {
  /** One book, one series with its books, or everything. */
  readonly scope: { readonly bookId?: string; readonly seriesId?: string };
  /** Shows the title of each target; not needed for a single book. */
  readonly withTitles?: boolean;
}

/** Changes of the last 90 days with undo. */
export function HistoryList({ scope, withTitles = false }: HistoryListProps) {
  const [page, setPage] = useState(1);
  const query = useQuery({ ...journalQuery(scope, page), placeholderData: keepPreviousData });
  return (
    <QueryBoundary query={query} loading={<HistorySkeleton />}>
      {({ data, total, totalPages }) =>
        total === 0 ? (
          <EmptyState
            icon="history"
            title={t`No changes yet`}
          >{t`Changes by users are kept here for 90 days and can be undone.`}</EmptyState>
        ) : (
          <>
            <ol className={css['actions']}>
              {data.map((action) => (
                <Action key={action.id} action={action} withTitles={withTitles} />
              ))}
            </ol>
            <Pager label={t`Pages of the history`} page={page} totalPages={totalPages} onPage={setPage} />
          </>
        )
      }
    </QueryBoundary>
  );
}

const DEEDS: Readonly<Record<MetadataAction['kind'], string>> = {
  edit: t({ message: 'Edited', context: 'action in the history' }),
  bulk: t`Edited several`,
  reset: t`Reset to the files`,
  undo: t`Undid a change`,
};

function Action({ action, withTitles }: { readonly action: MetadataAction; readonly withTitles: boolean }) {
  const { kind, username, createdAt, changeCount, undoneCount, changes } = action;
  const undo = useUndoAction();
  const isUndone = undoneCount === changeCount;
  const more = changeCount - changes.length;
  const [deed, when] = [DEEDS[kind], formatAgo(createdAt, Date.now())];
  const facts = [deed, username, when].join(' · ');
  return (
    <li className={css['action']}>
      <div className={css['head']}>
        <p>
          <strong>{deed}</strong> · {username} ·{' '}
          <time dateTime={createdAt} title={formatMoment(createdAt)}>
            {when}
          </time>
        </p>
        {isUndone ? (
          <span className={css['undone']}>{t`Undone`}</span>
        ) : (
          <Button
            icon="undo"
            busy={undo.isPending}
            aria-label={t`Undo: ${facts}`}
            onClick={() => undo.mutate([action.id])}
          >{t`Undo`}</Button>
        )}
      </div>
      <ul className={css['changes']}>
        {changes.map((change) => (
          <li key={change.id} data-undone={change.undone}>
            <Change change={change} withTitles={withTitles} />
          </li>
        ))}
        {more > 0 && <li>{plural(more, { one: 'and # more change', other: 'and # more changes' })}</li>}
      </ul>
    </li>
  );
}

function Change({ change, withTitles }: { readonly change: MetadataChange; readonly withTitles: boolean }) {
  const words = changeWords(change);
  return (
    <>
      {withTitles && <span className={css['title']}>{change.title}: </span>}
      {'sentence' in words ? (
        words.sentence
      ) : (
        <>
          {words.label}: <BeforeAfter before={words.before} after={words.after} />
        </>
      )}
    </>
  );
}

function HistorySkeleton() {
  return (
    <Loading label={t`Loading the history`}>
      <Skeleton shape="line" width={50} />
      <Skeleton shape="line" width={40} />
      <Skeleton shape="line" width={45} />
    </Loading>
  );
}
