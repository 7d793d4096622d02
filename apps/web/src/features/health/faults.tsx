import { plural, t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { BookErrorType } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { FAULTS } from '#entities/book/error-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Pager } from '#ui/layout/pager.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { FaultFilterBar } from './fault-filter.tsx';
import { type FaultyBook, FaultyLine } from './faulty-line.tsx';
import { GroupHead } from './group-head.tsx';
import css from './health-page.module.css';
import type { FaultFilter } from './queries.ts';

type FaultyBooks = CallResult<'listBooksWithErrors'>;
type Group = FaultyBooks['groups'][number];

/** Books shown per group before it is folded. */
const SHOWN = 8;

interface FaultsProps {
  readonly faults: FaultyBooks;
  readonly filter: FaultFilter;
  readonly onFilter: (filter: FaultFilter) => void;
}

export function Faults({ faults, filter, onFilter }: FaultsProps) {
  const { groups, totalBooksWithErrors: total, totalBooksIgnored: ignoredCount, page, totalPages } = faults;
  const { library, kind } = filter;
  const narrowed = library !== undefined || kind !== undefined;
  if (total + ignoredCount === 0 && !narrowed) return null;
  return (
    <section aria-label={t`Books with problems`}>
      <div className={css['choice']}>
        <FaultFilterBar filter={filter} onFilter={onFilter} ignoredCount={ignoredCount} />
        {groups.length > 1 && <RetryAll count={total} libraryId={library} />}
      </div>
      {total === 0 && narrowed && (
        <EmptyState
          icon="check"
          title={t`No matching problems`}
          action={<Button onClick={() => onFilter({})}>{t`Show all problems`}</Button>}
        >{t`No book with a problem matches the filter.`}</EmptyState>
      )}
      {groups.map((group) => (
        <FaultGroup key={group.errorType} group={group} libraryId={library} />
      ))}
      <Pager
        label={t`Books with problems`}
        page={page + 1}
        totalPages={totalPages}
        onPage={(wanted) => onFilter({ ...filter, page: wanted })}
      />
    </section>
  );
}

interface FaultGroupProps {
  readonly group: Group;
  readonly libraryId: string | undefined;
}

function FaultGroup({ group: { errorType, count, books }, libraryId }: FaultGroupProps) {
  const { title, advice } = FAULTS[errorType];
  const line = (faulty: FaultyBook) => <FaultyLine key={faulty.book.id} faulty={faulty} errorType={errorType} />;
  const folded = books.slice(SHOWN);
  const more = folded.length;
  return (
    <Panel>
      <GroupHead title={title} count={plural(count, { one: '# book', other: '# books' })} advice={advice}>
        {count > 1 && <RetryAll count={count} errorType={errorType} libraryId={libraryId} />}
      </GroupHead>
      <ul>{books.slice(0, SHOWN).map(line)}</ul>
      {more > 0 && (
        <Disclosure title={plural(more, { one: '# more book', other: '# more books' })}>
          <ul>{folded.map(line)}</ul>
        </Disclosure>
      )}
    </Panel>
  );
}

interface RetryAllProps {
  readonly count: number;
  /** Only this error type. */
  readonly errorType?: BookErrorType;
  /** Only this library. */
  readonly libraryId: string | undefined;
}

function RetryAll({ count, errorType, libraryId }: RetryAllProps) {
  const edits = useMay('BooksWrite');
  const retry = useMutation({
    mutationFn: async () =>
      request('retryAllErrors', {
        body: {
          ...(errorType === undefined ? {} : { errorType }),
          ...(libraryId === undefined ? {} : { libraryId }),
        },
      }),
    onSuccess: () => showToast(plural(count, { one: 'Trying # book again', other: 'Trying # books again' })),
    onError: (error) => showToast(problemSentence(error)),
  });
  if (!edits) return null;
  const title = errorType === undefined ? undefined : FAULTS[errorType].title;
  return (
    <Button
      icon="refresh"
      aria-label={title === undefined ? undefined : t`Try these again: ${title}`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {title === undefined
        ? plural(count, { one: 'Try # book again', other: 'Try all # books again' })
        : t`Try these again`}
    </Button>
  );
}
