import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import type { BookErrorType } from '@lectern/contract';
import type { CallResult } from '@lectern/contract/client';
import { FAULTS } from '#entities/book/error-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { formatCount, formatNumber } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Note } from '#ui/notice.tsx';
import { Panel } from '#ui/page.tsx';
import { showToast } from '#ui/toast.tsx';
import { GroupHead } from './group-head.tsx';
import css from './health-page.module.css';

type FaultyBooks = CallResult<'listBooksWithErrors'>;
type Group = FaultyBooks['groups'][number];
type FaultyBook = Group['books'][number];

/** So many books of a group are seen at a glance; the others are folded away. */
const SHOWN = 8;

/** Books that something is wrong with, a block for each cause. */
export function Faults({ faults: { groups, totalBooksWithErrors: total } }: { readonly faults: FaultyBooks }) {
  const shown = new Set(groups.flatMap(({ books }) => books.map(({ book }) => book.id))).size;
  return (
    <>
      {groups.length > 1 && (
        <div className={css['all']}>
          <RetryAll count={total} />
        </div>
      )}
      {shown < total && (
        <div className={css['note']}>
          <Note tone="info">
            The first {formatNumber(shown)} of {formatCount(total, 'book')} with problems.
          </Note>
        </div>
      )}
      {groups.map((group) => (
        <FaultGroup key={group.errorType} group={group} />
      ))}
    </>
  );
}

function FaultGroup({ group: { errorType, count, books } }: { readonly group: Group }) {
  const { title, advice } = FAULTS[errorType];
  const line = (faulty: FaultyBook) => <FaultyLine key={faulty.book.id} faulty={faulty} errorType={errorType} />;
  const folded = books.slice(SHOWN);
  return (
    <Panel>
      <GroupHead title={title} count={formatCount(count, 'book')} advice={advice}>
        {count > 1 && <RetryAll count={count} errorType={errorType} />}
      </GroupHead>
      <ul>{books.slice(0, SHOWN).map(line)}</ul>
      {folded.length > 0 && (
        <Disclosure title={`${formatNumber(folded.length)} more`}>
          <ul>{folded.map(line)}</ul>
        </Disclosure>
      )}
    </Panel>
  );
}

interface RetryAllProps {
  readonly count: number;
  /** Only books with such an error. */
  readonly errorType?: BookErrorType;
}

function RetryAll({ count, errorType }: RetryAllProps) {
  const edits = useMay('BooksWrite');
  const retry = useMutation({
    mutationFn: async () => request('retryAllErrors', { body: errorType === undefined ? {} : { errorType } }),
    onSuccess: () => showToast(`Trying ${formatCount(count, 'book')} again`),
    onError: (error) => showToast(problemSentence(error)),
  });
  if (!edits) return null;
  const words = errorType === undefined ? `Try all ${formatNumber(count)} again` : 'Try these again';
  return (
    <Button
      icon="refresh"
      aria-label={errorType === undefined ? undefined : `${words}: ${FAULTS[errorType].title}`}
      busy={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {words}
    </Button>
  );
}

interface FaultyLineProps {
  readonly faulty: FaultyBook;
  readonly errorType: BookErrorType;
}

function FaultyLine({ faulty: { book, errors }, errorType }: FaultyLineProps) {
  const edits = useMay('BooksWrite');
  const retry = useMutation({
    mutationFn: async () => request('retryBook', { params: { id: book.id }, body: { errorTypes: [errorType] } }),
    onSuccess: () => showToast(`Reading the file of “${book.title}” again`),
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <li className={css['book']}>
      <div className={css['facts']}>
        <Link to="/book/$bookId" params={{ bookId: book.id }}>
          {book.title}
        </Link>
        <span className={css['place']}>
          {book.libraryName}, {book.path}
        </span>
        {errors.map(({ message }) => (
          <span key={message} className={css['message']}>
            {message}
          </span>
        ))}
      </div>
      {edits && (
        <Button
          look="quiet"
          icon="refresh"
          aria-label={`Try again: ${book.title}`}
          busy={retry.isPending}
          onClick={() => retry.mutate()}
        >
          Try again
        </Button>
      )}
    </li>
  );
}
